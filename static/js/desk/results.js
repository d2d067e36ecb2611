/**
 * Results one after the other by keyboard alone: a table's number, its numbers, Enter. What a refusal is about stays
 * in its fields. Without this the same forms load the page anew.
 */
import { part } from "../page.js";
import { gettext } from "../text.js";
import { press, say } from "./said.js";

const which = /** @type {HTMLFormElement} */ (part("which"));
const number = /** @type {HTMLInputElement} */ (part("table"));
const place = part("form");

/** @type {() => HTMLInputElement[]} */
const fields = () =>
  [...place.querySelectorAll("input:not([type=hidden])")].filter((one) => one instanceof HTMLInputElement);

async function open() {
  const answer = await fetch(`${which.dataset.form}?table=${encodeURIComponent(number.value)}`, {
    redirect: "error",
  }).catch(() => null);
  if (!answer?.ok) return say("error", [gettext("The desk can't be reached. Try again.")]);
  place.innerHTML = await answer.text();
  const [first] = fields();
  (first ?? number).focus();
  (first ?? number).select();
}

/** @param {HTMLFormElement} form */
async function enter(form) {
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  const answer = await press(form.action, new FormData(form));
  form.removeAttribute("aria-busy");
  // Nothing is done yet: the desk asks what to do with a draw, or shows what somebody else has entered.
  if (answer === "page") return form.submit();
  if (answer?.level !== "success") return;
  place.replaceChildren();
  if (answer.html) part("waiting").innerHTML = answer.html;
  number.value = "";
  number.focus();
}

which.addEventListener("submit", (event) => {
  event.preventDefault();
  open();
});
place.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  // Enter in an unfinished result goes to the next empty field instead of sending it.
  const next = fields().find((one) => one !== event.target && one.value === "");
  if (!next) return;
  event.preventDefault();
  next.focus();
});
place.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(/** @type {HTMLFormElement} */ (event.target));
});
