/** Seconds until the server acts, by the server's clock. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { millisLeft } from "../../live/clock.js";
import { longTimeText } from "../../pace.js";

const SECOND_MS = 1000;
const LONG_S = 3600;
// Timers can fire a moment early, and would then show the same second once more.
const AFTER_MS = 10;

/** Whole seconds left; draws anew when they change, once a second and not more. */
export function useSecondsLeft(deadline, offset) {
  const [, tick] = useState(0);
  useEffect(() => {
    let timer;
    const wait = () => {
      const left = millisLeft(deadline, offset);
      if (left > 0)
        timer = setTimeout(
          () => {
            tick((count) => count + 1);
            wait();
          },
          (left % SECOND_MS) + AFTER_MS,
        );
    };
    wait();
    return () => clearTimeout(timer);
  }, [deadline, offset]);
  return Math.ceil(millisLeft(deadline, offset) / SECOND_MS);
}

/** Seconds, or hours and more in words, as in a pause at a slow table. */
const leftText = (seconds) => (seconds < LONG_S ? `${seconds} s` : longTimeText(seconds));

export function Countdown({ deadline, offset, before }) {
  const seconds = useSecondsLeft(deadline, offset);
  return deadline
    ? html`<span class="countdown" role="timer" aria-live="off">${before} ${leftText(seconds)}</span>`
    : null;
}
