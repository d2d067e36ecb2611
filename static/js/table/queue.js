/** The viewer's queue of moves at a slow table: read when the table moves on, replaced and emptied. */
import { call, get } from "../api.js";
import { mayQueue } from "../sight/slow.js";

/** The server makes or drops a queue's next move within a second or two of its player's turn. */
const LOOK_MS = 2000;

/** `say` shows a sentence, `seen` returns the newest sight, and `changed` is called after each change. */
export function createQueue({ page, say, seen, changed }) {
  const url = `${page.api}tables/${page.table_id}/queue`;
  const known = {
    moves: /** @type {string[]} */ ([]),
    report: /** @type {string | null} */ (null),
    busy: false,
  };
  /** @type {number | undefined} */
  let timer;
  let asked = 0;

  function take({ moves, report }) {
    if (report && report !== known.report) say(report, "ruling");
    Object.assign(known, { moves, report });
    changed();
  }

  /** Makes a change; shows its refusal. Returns whether it was done. */
  async function guard(doCall) {
    known.busy = true;
    const { number } = seen();
    // An answer to an earlier look would show what is being replaced.
    asked += 1;
    changed();
    let done = true;
    try {
      take((await doCall()) ?? { moves: [], report: null });
    } catch (problem) {
      done = false;
      say(/** @type {Error} */ (problem).message, "error");
    }
    known.busy = false;
    changed();
    // The answer may be older than a sight that came before it.
    if (seen().number === number) again();
    else look();
    return done;
  }

  async function look() {
    asked += 1;
    const number = asked;
    // Without an answer the queue stays as it was last known: the next look may have more luck.
    const found = document.hidden ? null : await get(url).catch(() => null);
    if (found && number === asked) take(found);
    again();
  }

  /** Looks again soon while the server is about to make the next move. */
  function again() {
    clearTimeout(timer);
    const sight = seen();
    const waits = known.moves.length > 0 && mayQueue(sight) && sight.turn.includes(sight.viewer);
    if (waits) timer = setTimeout(look, LOOK_MS);
  }

  return {
    known,
    /** Called with each new sight of the table. */
    follow(sight, before) {
      if (mayQueue(sight) && (sight.number !== before?.number || !mayQueue(before))) look();
    },
    replace: (moves) => guard(() => call("PUT", url, { moves })),
    clear: () => guard(() => call("DELETE", url)),
  };
}
