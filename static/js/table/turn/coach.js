/** The coach: asked by a button or a key, shown until the turn is over or it is asked away again. */
import { useEffect, useState } from "preact/hooks";
import { post } from "../../api.js";
import { nameOf, suitName } from "../../cards/names.js";
import { html } from "../../html.js";
import { mayAct, signed } from "../../sight/words.js";
import { gettext, interpolate, percentText } from "../../text.js";

/** Identifies what the viewer has to decide now; null out of turn. Advice holds for one decision alone:
    the same player's next bid is another question. */
const momentOf = (sight) =>
  mayAct(sight) ? `${sight.round.number}:${sight.status}:${sight.hand.length}:${sight.legal.bids}` : null;

/** The coach's state: `advice` is null until it arrives and after its decision is over; `ask` toggles it.
    The table has no `options` until they are loaded; who asks before is answered then. */
export function useCoach({ page, sight, say, options }) {
  const seated = sight.viewer !== null;
  const allowed = seated && Boolean(options?.coach);
  const [asked, setAsked] = useState(/** @type {{ at: string, advice: any } | null} */ (null));
  const [early, setEarly] = useState(/** @type {string | null} */ (null));
  const at = momentOf(sight);
  const shown = asked?.at === at && at !== null ? asked : null;
  const ask = async () => {
    if (!options && seated) return setEarly(at);
    if (!allowed || at === null) return;
    if (shown) return setAsked(null);
    const mine = { at, advice: null };
    setAsked(mine);
    try {
      const advice = await post(`${page.api}tables/${page.table_id}/advice`);
      // An answer that arrives after the question was taken back or asked anew is dropped.
      setAsked((now) => (now === mine ? { at, advice } : now));
    } catch (problem) {
      say(/** @type {Error} */ (problem).message, "hint");
      setAsked((now) => (now === mine ? null : now));
    }
  };
  useEffect(() => {
    if (!options || early === null) return;
    setEarly(null);
    if (early === at) ask();
  }, [options]);
  return { allowed, mayAsk: at !== null, open: shown !== null, advice: shown?.advice ?? null, ask };
}

/** Below this a chance is shown as 0%. */
const NONE = 0.005;
const pointsOf = (promise) => signed(Math.round(promise.points));

/** What the advice says of one bid, card or suit; undefined without advice. */
export const promiseOf = (coach, kind, value) =>
  coach.advice?.[`${kind}s`].find((promise) => promise[kind] === value);

/** The advice in words for screen readers, to follow the name of a button. */
export const promiseText = (promise) =>
  promise
    ? interpolate(gettext(", %(chance)s chance to meet your bid, %(points)s points expected"), {
        chance: percentText(promise.met),
        points: pointsOf(promise),
      })
    : "";

/** The small label at a bid, a card or a suit. */
export const Odds = ({ promise, points = false }) =>
  promise &&
  html`
    <small class="promise" data-best=${promise.best} data-none=${promise.met < NONE} aria-hidden="true">
      <b>${percentText(promise.met)}</b>
      ${points && html`<i>${pointsOf(promise)}</i>`}
    </small>`;

/** "Bid 2", "Play Red 7", "Name Blue". */
function bestText({ suits, bids, cards }) {
  const best = [...suits, ...bids, ...cards].find((promise) => promise.best);
  if ("suit" in best) return interpolate(gettext("Name %(suit)s"), { suit: suitName(best.suit) });
  return "bid" in best
    ? interpolate(gettext("Bid %(bid)d"), { bid: best.bid })
    : interpolate(gettext("Play %(card)s"), { card: nameOf(best.card) });
}

/** Always there at a table with a coach, so that what comes into it is read out. */
export const CoachSays = ({ coach }) =>
  coach.allowed &&
  html`
    <div class="coach-says" role="status" aria-live="polite" data-testid="coach" data-open=${coach.open}>
      ${coach.open && !coach.advice && html`<p>${gettext("The coach is thinking…")}</p>`}
      ${coach.advice && html`<p><b>${bestText(coach.advice)}.</b> ${coach.advice.why}</p>`}
    </div>`;
