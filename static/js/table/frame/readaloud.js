/** Reads the hand, the trick, the scores or the moment aloud, by keys and by buttons that screen readers find. */
import { useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { handReading, nowReading, scoresReading, trickReading } from "../../sight/readings.js";
import { gettext } from "../../text.js";
import { Spoken, useSpoken } from "../announcer.js";

const READINGS = {
  now: { label: () => gettext("Now"), key: "n", text: nowReading },
  hand: {
    label: () => gettext("Hand"),
    key: "h",
    text: (sight, preferences) => handReading(sight, preferences.hand_order),
  },
  trick: { label: () => gettext("Trick"), key: "p", text: trickReading },
  scores: { label: () => gettext("Scores"), key: "s", text: scoresReading },
};
const NAMES = Object.keys(READINGS);

/** What was read aloud last, how to read something aloud, and the keys for it. */
export function useReadings({ sight, preferences }) {
  const [spoken, speak] = useSpoken();
  const read = (/** @type {string} */ name) => speak(READINGS[name].text(sight, preferences));
  const keys = Object.fromEntries(NAMES.map((name) => [READINGS[name].key, () => read(name)]));
  return { spoken, read, keys };
}

/** One stop of the Tab key, and arrow keys from button to button. They are seen while they have the focus. */
export function ReadAloud({ readings }) {
  const ref = useRef(/** @type {any} */ (null));
  const [stop, setStop] = useState(0);
  const walk = (event) => {
    const to = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: NAMES.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    ref.current.querySelectorAll("button")[(to + NAMES.length) % NAMES.length].focus();
  };
  return html`
    <div class="read-aloud" role="toolbar" aria-label=${gettext("Read aloud")} ref=${ref} onKeyDown=${walk}>
      <span aria-hidden="true">${gettext("Read aloud")}</span>
      ${NAMES.map(
        (name, index) => html`
          <button
            type="button"
            class="button"
            key=${name}
            data-read=${name}
            tabindex=${index === stop ? 0 : -1}
            onFocus=${() => setStop(index)}
            onClick=${() => readings.read(name)}
          >
            ${READINGS[name].label()}
          </button>`,
      )}
    </div>
    <${Spoken} spoken=${readings.spoken} testid="reading" live="assertive" />`;
}
