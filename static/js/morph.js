/** Brings a part of the page up to date, and leaves alone what has not changed. */
import { Idiomorph } from "../vendor/idiomorph.module.js";

const READERS = {
  open: "details",
  checked: "input",
  selected: "option",
  value: "input:not([type=hidden]), textarea",
};

/** Whether an attribute shows what the reader has opened, ticked, chosen or typed. */
const isReaders = (name, node) => name in READERS && node.matches(READERS[name]);

/**
 * Puts new HTML in the place of an element, or of what is in it. Focus, scroll positions, and what the reader has
 * opened, ticked, chosen and typed stay. If the focused element goes, the first button or link of the nearest place
 * around it gets the focus; places are known by their ids.
 * @param {HTMLElement} element
 * @param {string} html
 * @param {"innerHTML" | "outerHTML"} [morphStyle]
 */
export function morph(element, html, morphStyle = "innerHTML") {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const places = focused ? around(focused) : [];
  Idiomorph.morph(element, html.trim(), {
    morphStyle,
    callbacks: { beforeAttributeUpdated: (name, node) => !isReaders(name, node) },
  });
  if (focused && document.activeElement !== focused) refocus(focused, places);
}

/** The ids of the places that an element is in, the nearest first. */
function around(element) {
  const place = element.parentElement?.closest("[id]");
  return place ? [place.id, ...around(place)] : [];
}

function refocus(focused, places) {
  const near = places.map((id) => document.getElementById(id)).find(Boolean);
  const next = focused.isConnected ? focused : (near?.querySelector("button") ?? near?.querySelector("a"));
  next?.focus({ preventScroll: true });
}
