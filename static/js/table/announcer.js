/** A polite live region that says what has happened since the last sight. */
import { useEffect, useRef, useState } from "preact/hooks";
import { absenceText } from "../absence.js";
import { announcements } from "../announcements.js";
import { html } from "../html.js";

export function Announcer({ sight, events }) {
  const before = useRef(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const lines = announcements(before.current, sight, events);
    if (before.current) lines.unshift(...events.map((event) => absenceText(sight, event)).filter(Boolean));
    before.current = sight;
    if (lines.length) setText(lines.join(" "));
  }, [sight]);
  return html`
    <div class="visually-hidden" role="status" aria-live="polite" data-testid="announcer">${text}</div>`;
}
