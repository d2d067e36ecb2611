/** The keys that work anywhere at the table. What the help says of them is in `games/web/shortcuts.py`. */
import { useLayoutEffect } from "preact/hooks";

/** Where letters are text, or belong to what is open. */
const TYPING = "input, textarea, select, [contenteditable], dialog[open].dialog";
/** Keys that are no letters, digits or signs: they act even where shortcuts are switched off (WCAG 2.1.4). */
const ALWAYS = ["Escape"];

/** Whether a key is meant for the table: not for a field, a dialog, or the browser. @param {KeyboardEvent} event */
export function isForTable(event) {
  const { ctrlKey, metaKey, altKey, target } = event;
  return !(ctrlKey || metaKey || altKey || /** @type {Element} */ (target).closest?.(TYPING));
}

/** Calls `keys[key]`, as soon as something is drawn; letters and signs only where they are `enabled`.
    @param {Record<string, (() => unknown) | false | null | undefined>} keys */
export function useKeys(keys, enabled = true) {
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (!isForTable(event) || !(enabled || ALWAYS.includes(event.key))) return;
      const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (does) {
        event.preventDefault();
        does();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
