/** The coach: asked by a button or a key, shown until the turn is over or it is asked away again. */
import { useState } from "preact/hooks";
import { post } from "../api.js";
import { nameOf, SUIT_NAMES } from "../cards.js";
import { html } from "../html.js";
import { mayAct, signed } from "../words.js";

/** Identifies what the viewer has to decide now; null out of turn. Advice holds for one decision alone:
    the same player's next bid is another question. */
const momentOf = (sight) =>
  mayAct(sight) ? `${sight.round.number}:${sight.status}:${sight.hand.length}:${sight.legal.bids}` : null;

/** `advice` is null until it is there, and gone with its moment; `ask` asks, or puts it away. */
export function useCoach({ page, sight, say, allowed }) {
  const [asked, setAsked] = useState(/** @type {{ at: string, advice: any } | null} */ (null));
  const at = momentOf(sight);
  const shown = asked?.at === at && at !== null ? asked : null;
  const ask = async () => {
    if (!allowed || at === null) return;
    if (shown) return setAsked(null);
    const mine = { at, advice: null };
    setAsked(mine);
    try {
      const advice = await post(`${page.api}tables/${page.table_id}/advice`);
      setAsked((now) => (now === mine ? { at, advice } : now));
    } catch (problem) {
      say(/** @type {Error} */ (problem).message, "hint");
      setAsked((now) => (now === mine ? null : now));
    }
  };
  return { allowed, mayAsk: at !== null, open: shown !== null, advice: shown?.advice ?? null, ask };
}

/** Below this a chance is shown as 0%. */
const NONE = 0.005;
const percent = (met) => `${Math.round(met * 100)}%`;
const pointsOf = (promise) => signed(Math.round(promise.points));

/** What the advice says of one bid, card or suit; undefined without advice. */
export const promiseOf = (coach, kind, value) =>
  coach.advice?.[`${kind}s`].find((promise) => promise[kind] === value);

/** The same for the ear, to follow the name of a button. */
export const promiseText = (promise) =>
  promise ? `, ${percent(promise.met)} chance to meet your bid, ${pointsOf(promise)} points expected` : "";

/** The small label at a bid, a card or a suit. */
export const Odds = ({ promise, points = false }) =>
  promise &&
  html`
    <small class="promise" data-best=${promise.best} data-none=${promise.met < NONE} aria-hidden="true">
      <b>${percent(promise.met)}</b>
      ${points && html`<i>${pointsOf(promise)}</i>`}
    </small>`;

/** "Bid 2", "Play Red 7", "Name Blue". */
function bestText({ suits, bids, cards }) {
  const best = [...suits, ...bids, ...cards].find((promise) => promise.best);
  if ("suit" in best) return `Name ${SUIT_NAMES[best.suit]}`;
  return "bid" in best ? `Bid ${best.bid}` : `Play ${nameOf(best.card)}`;
}

/** Always there at a table with a coach, so that what comes into it is read out. */
export const CoachSays = ({ coach }) =>
  coach.allowed &&
  html`
    <div class="coach-says" role="status" aria-live="polite" data-testid="coach" data-open=${coach.open}>
      ${coach.open && !coach.advice && html`<p>The coach is thinking…</p>`}
      ${coach.advice && html`<p><b>${bestText(coach.advice)}.</b> ${coach.advice.why}</p>`}
    </div>`;
