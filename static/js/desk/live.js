// Keeps a stage's buttons and tables fresh, and counts their time down. What the server has not changed is not sent.
import { morph } from "../morph.js";
import { gettext, interpolate } from "../text.js";

const EVERY = 3000;
/** @type {HTMLElement | null} */
const live = document.querySelector("[data-live]");
/** @type {HTMLInputElement | null} */
const field = document.querySelector("[name=csrfmiddlewaretoken]");
const token = field?.value;
/** @type {string | null} */
let etag = null;

async function refresh(live) {
  if (document.hidden) return;
  try {
    /** @type {Record<string, string>} */
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(live.dataset.live, { headers, credentials: "same-origin", redirect: "error" });
    live.classList.toggle("stale", answer.status !== 200 && answer.status !== 304);
    if (answer.status !== 200) return;
    etag = answer.headers.get("ETag");
    morph(live, await answer.text());
    fillTokens(live);
    count();
  } catch {
    live.classList.add("stale");
  }
}

/** Gives the forms the page's own token: the part has a placeholder, since a token would differ at each request. */
function fillTokens(live) {
  if (token) for (const field of live.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
}

function count() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[data-until]");
  for (const time of times) {
    const seconds = Math.round((Date.parse(time.dateTime) - Date.now()) / 1000);
    const minutes = Math.floor(Math.abs(seconds) / 60);
    const rest = String(Math.abs(seconds) % 60).padStart(2, "0");
    const text = seconds < 0 ? gettext("%(time)s over time") : gettext("%(time)s left");
    time.textContent = interpolate(text, { time: `${minutes}:${rest}` });
    time.classList.toggle("over", seconds < 0);
  }
}

if (live) setInterval(() => refresh(live), EVERY);
count();
setInterval(count, 1000);
