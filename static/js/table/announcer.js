/** Live regions: what has happened since the last sight, and what the player asks to have read aloud. */
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { absenceLines } from "../sight/absence.js";
import { announcements } from "../sight/announcements.js";
import { createSpeech } from "../sight/speech.js";
import { mayAct } from "../sight/words.js";

/** A text for a screen reader. The same text is read again, since its node is a new one. */
export const Spoken = ({ spoken, testid, live = "polite" }) => html`
  <div class="visually-hidden" role="status" aria-live=${live} data-testid=${testid}>
    <span key=${spoken.count}>${spoken.text}</span>
  </div>`;

const SILENCE = { text: "", count: 0 };

/** Holds what a live region says, and says the next text: `[spoken, speak]`. */
export function useSpoken() {
  const [spoken, set] = useState(SILENCE);
  const speak = (/** @type {string} */ text) => set(({ count }) => ({ text, count: count + 1 }));
  return /** @type {const} */ ([spoken, speak]);
}

export function Announcer({ sight, events, preferences }) {
  const before = useRef(null);
  const [spoken, speak] = useSpoken();
  const say = useRef(/** @type {ReturnType<typeof createSpeech> | null} */ (null));
  say.current ??= createSpeech({ speak });
  useEffect(() => {
    const brief = preferences.announcements === "brief";
    const lines = announcements(before.current, sight, events, brief);
    if (before.current) lines.unshift(...absenceLines(before.current, sight, events));
    before.current = sight;
    say.current?.(lines, mayAct(sight));
  }, [sight]);
  return html`<${Spoken} spoken=${spoken} testid="announcer" />`;
}
