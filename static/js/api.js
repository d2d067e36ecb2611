/** Calls to the HTTP API with the session's CSRF token; a refusal becomes a Problem with its sentence. */
import { gettext, interpolate } from "./text.js";

export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail || body?.title || sentenceFor(status));
    this.status = status;
    this.code = body?.code ?? "";
    this.errors = body?.errors ?? {};
  }
}

const sentenceFor = (status) =>
  status
    ? interpolate(gettext("The server answered %(status)s."), { status })
    : gettext("The server can't be reached. Try again.");

export const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/** One call; `body` is sent as JSON; the answer is its JSON or null. */
export async function call(method, url, body) {
  const headers = { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await reach(url, {
    method,
    headers,
    credentials: "same-origin",
    body: body && JSON.stringify(body),
  });
  const json = await answer.json().catch(() => null);
  if (!answer.ok) throw new Problem(answer.status, json);
  return json;
}

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch {
    throw new Problem(0, null);
  }
}

export const get = (url) => call("GET", url);
export const post = (url, body = {}) => call("POST", url, body);

/** Logs a visitor in as a guest, through the form that the page without scripts would send. */
export async function becomeGuest(url) {
  const form = new URLSearchParams({ csrfmiddlewaretoken: cookie("csrftoken") });
  const answer = await reach(url, {
    method: "POST",
    body: form,
    credentials: "same-origin",
    // The answer is a redirect to a page; only its cookie is wanted here, so it is not followed.
    redirect: "manual",
  });
  if (answer.status >= 400) throw new Problem(answer.status, null);
}
