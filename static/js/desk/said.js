/** What the desk says of a button that was pressed without loading the page anew. */
import { part } from "../page.js";
import { gettext } from "../text.js";

/** @typedef {{level: string, said: string[], html: string}} Answer */

/** @param {string} level @param {string[]} sentences */
export function say(level, sentences) {
  for (const old of document.querySelectorAll(".messagelist")) old.remove();
  const list = document.createElement("ul");
  list.className = "messagelist";
  list.append(
    ...sentences.map((sentence) => {
      const line = document.createElement("li");
      line.className = level;
      line.textContent = sentence;
      return line;
    }),
  );
  part("said").append(list);
}

/**
 * Posts a form, and shows what the desk says; null if no answer has come, "page" if it asks for more on a page.
 * @param {string} url @param {FormData} fields @returns {Promise<Answer | "page" | null>}
 */
export async function press(url, fields) {
  try {
    const options = { method: "POST", body: fields, headers: { "X-Desk-Part": "yes" } };
    // A redirect would lead to the log-in page, whose 200 must not pass for an answer of the desk.
    const answer = await fetch(url, { ...options, redirect: "error" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    if (!answer.headers.get("Content-Type")?.includes("json")) return "page";
    /** @type {Answer} */
    const said = await answer.json();
    say(said.level, said.said);
    return said;
  } catch {
    say("error", [
      gettext("The desk can't be reached, so this may not have been done. Check, then try again."),
    ]);
    return null;
  }
}
