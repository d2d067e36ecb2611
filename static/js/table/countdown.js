/** Seconds until the house acts, by the server's clock. */
import { useEffect, useState } from "preact/hooks";
import { millisLeft } from "../clock.js";
import { html } from "../html.js";

export function useSecondsLeft(deadline, offset) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!deadline) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [deadline]);
  return Math.ceil(millisLeft(deadline, offset) / 1000);
}

export function Countdown({ deadline, offset, before }) {
  const seconds = useSecondsLeft(deadline, offset);
  return deadline ? html`<span class="countdown" role="timer" aria-live="off">${before} ${seconds} s</span>` : null;
}
