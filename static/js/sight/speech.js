/** Hands sentences to a screen reader at the pace at which it can read them, so that quick bots flood nobody. */

/** About 17 letters a second, which is a fast voice. */
const MS_PER_LETTER = 60;
const MIN_GAP_MS = 1000;

/** Returns `say(lines, urgent)`: what comes while the last text is being read is collected and spoken as one text.
    What is urgent is spoken at once, with all that waits.
    @param {{
      speak: (text: string) => void,
      now?: () => number,
      wait?: (then: () => void, ms: number) => any,
    }} parts */
export function createSpeech({ speak, now = Date.now, wait = setTimeout }) {
  /** @type {string[]} */
  let waiting = [];
  let quietAt = 0;
  let isTimed = false;

  function flush() {
    const text = waiting.join(" ");
    waiting = [];
    quietAt = now() + Math.max(MIN_GAP_MS, text.length * MS_PER_LETTER);
    speak(text);
  }

  function schedule() {
    if (isTimed || !waiting.length) return;
    const left = quietAt - now();
    if (left <= 0) return flush();
    isTimed = true;
    wait(() => {
      isTimed = false;
      schedule();
    }, left);
  }

  return (/** @type {string[]} */ lines, urgent = false) => {
    waiting.push(...lines);
    if (urgent && waiting.length) flush();
    else schedule();
  };
}
