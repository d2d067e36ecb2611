/**
 * The check-in list: the server searches while one types, and a button changes its own row alone, so that what was
 * searched for, the focus and the scroll position stay. Without this the same forms load the page anew.
 */
import { morph } from "../morph.js";
import { part } from "../page.js";
import { gettext } from "../text.js";
import { press, say } from "./said.js";

const TYPING = 120;

const finder = /** @type {HTMLFormElement} */ (part("finder"));
const form = /** @type {HTMLFormElement} */ (part("entrants-form"));
const found = part("found");
let asked = 0;
/** @type {number | undefined} */
let waiting;

const address = () =>
  new URLSearchParams(
    /** @type {string[][]} */ ([...new FormData(finder)].map(([name, value]) => [name, `${value}`])),
  );

/** Shows what the form asks for now; an answer that was overtaken by a newer one is dropped. */
async function find() {
  asked += 1;
  const mine = asked;
  const answer = await fetch(`${found.dataset.list}?${address()}`, { redirect: "error" }).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.ok) return say("error", [gettext("The list can't be reached. Try again.")]);
  found.innerHTML = await answer.text();
  const here = `${location.pathname}?${address()}`;
  // So that a reload, and the page after a button was pressed, show the same search.
  history.replaceState(null, "", here);
  for (const next of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=next]")))
    next.value = here;
}

/** @param {HTMLButtonElement} button */
async function act(button) {
  const fields = new FormData(form);
  fields.set(button.name, button.value);
  const row = button.closest("li");
  button.setAttribute("aria-busy", "true");
  const answer = await press(button.getAttribute("formaction") ?? form.action, fields);
  if (answer === "page") return location.reload();
  if (row && answer?.html) morph(row, answer.html, "outerHTML");
  button.removeAttribute("aria-busy");
}

finder.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
finder.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, TYPING);
});
form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement) || button.hasAttribute("aria-busy"))
    return event.preventDefault();
  event.preventDefault();
  act(button);
});
// No event tells of what was typed before this script ran, or what the browser kept over a reload.
const served = new URLSearchParams(location.search);
if ([...address()].some(([name, value]) => value !== (served.get(name) ?? ""))) find();
