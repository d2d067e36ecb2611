/** All countdowns of a page, by the server's clock: elements with `data-until`. */
import { millisLeft } from "../live/clock.js";
import { spanText } from "./when.js";

/** What a countdown shows: before, at and after its moment, and where there is none. Pure. */
export function countdownText({ until, before = "", past = "", none = "" }, offset, now) {
  if (!until) return none;
  const left = millisLeft(until, offset, now);
  return left > 0 ? `${before}${spanText(left)}` : past;
}

/** Writes what has changed. */
export function tick(root, offset, now = Date.now()) {
  for (const one of root.querySelectorAll("[data-until]")) {
    const text = countdownText(one.dataset, offset, now);
    if (one.textContent !== text) one.textContent = text;
  }
}
