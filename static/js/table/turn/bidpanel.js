/** Bids from 0 to the number of cards: those refused are shown so, and why. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { forbiddenBid } from "../../sight/words.js";
import { gettext, interpolate } from "../../text.js";
import { isForTable } from "../frame/keys.js";
import { pendingOf } from "../store.js";
import { Odds, promiseOf, promiseText } from "./coach.js";

const SECOND_DIGIT_MS = 700;
/** More bids than this, and a phone has no room to label those that cannot be met. */
const MANY = 15;

/** Digits bid: one at once where no second can follow, else after a moment or by Enter. */
function useDigits(most, bid, enabled) {
  const [typed, setTyped] = useState("");
  // The listener is added once, and reads from here what has been drawn since.
  const latest = useRef({ most, bid, typed, enabled });
  latest.current = { most, bid, typed, enabled };
  useLayoutEffect(() => {
    let timer;
    const say = (text) => {
      setTyped("");
      if (text !== "") latest.current.bid(Number(text));
    };
    const pressed = (event) => {
      if (!latest.current.enabled || !isForTable(event)) return;
      const { most: top, typed: sofar } = latest.current;
      if (event.key === "Enter" && sofar !== "") {
        clearTimeout(timer);
        event.preventDefault();
        return say(sofar);
      }
      if (!/^\d$/.test(event.key)) return;
      const text = Number(sofar + event.key) <= top ? sofar + event.key : event.key;
      clearTimeout(timer);
      if (text === "0" || Number(text) * 10 > top) return say(text);
      setTyped(text);
      // A second digit may come before the next drawing has set it.
      latest.current.typed = text;
      timer = setTimeout(() => say(text), SECOND_DIGIT_MS);
    };
    addEventListener("keydown", pressed);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", pressed);
    };
  }, []);
  return typed;
}

/** The bids from which a player chooses. */
const bidsOf = (cards) => Array.from({ length: cards + 1 }, (_, value) => value);

function Reason({ sight }) {
  const forbidden = forbiddenBid(sight);
  const { round } = sight;
  if (forbidden !== null)
    return html`
      <p class="reason">${interpolate(
        gettext("The bids must not add up to %(cards)s, so you cannot bid %(bid)s."),
        {
          cards: round.cards,
          bid: forbidden,
        },
      )}</p>`;
  if (round.restricted)
    return html`
      <p class="reason soft">
        ${interpolate(
          gettext(
            "The bids must not add up to %(cards)s, " +
              "so the dealer will have one bid fewer to choose from.",
          ),
          { cards: round.cards },
        )}
      </p>`;
  return null;
}

function Bid({ value, allowed, cards, coach = null, pending, pressed = undefined, typed, choose }) {
  const promise = coach && promiseOf(coach, "bid", value);
  return html`
    <button
      type="button"
      class="bid"
      data-bid=${value}
      disabled=${Boolean(pending) || !allowed}
      aria-busy=${pending?.bid === value}
      aria-pressed=${pressed}
      data-typed=${typed === String(value)}
      aria-label=${promise ? `${value}${promiseText(promise)}` : undefined}
      title=${allowed ? undefined : interpolate(gettext("The bids must not add up to %(cards)s"), { cards })}
      onClick=${() => choose(value)}
    >
      ${value}
      <${Odds} promise=${promise} points />
    </button>`;
}

export function BidPanel({ sight, coach, pending, shortcuts, bid }) {
  const { cards } = sight.round;
  const allowed = sight.legal.bids;
  const choose = (value) => allowed.includes(value) && !pending && bid(value);
  const common = { cards, pending, choose, typed: useDigits(cards, choose, shortcuts) };
  return html`
    <section class="bids" aria-label=${gettext("Your bid")}>
      <h2>${gettext("How many tricks will you take?")}</h2>
      <div
        class="bid-buttons"
        data-coached=${Boolean(coach.advice)}
        data-many=${cards >= MANY}
        style=${`--count:${cards + 1}`}
      >
        ${bidsOf(cards).map(
          (value) => html`
            <${Bid} ...${common} key=${value} value=${value} allowed=${allowed.includes(value)} coach=${coach} />`,
        )}
      </div>
      <${Reason} sight=${sight} />
    </section>`;
}

/** Before one's turn: a bid that is made when the turn comes. Pressed again, it is taken back. */
export function PrepareBid({ state, sight, act }) {
  const { cards } = sight.round;
  const pending = pendingOf(state, "prepare_bid");
  const prepared = sight.prepared_bid ?? null;
  const { shortcuts } = state.preferences;
  const choose = (value) => act({ type: "prepare_bid", bid: value === prepared ? null : value });
  const common = { cards, pending, choose, typed: useDigits(cards, choose, shortcuts) };
  return html`
    <section class="bids prepare" aria-label=${gettext("Prepare your bid")} data-testid="prepare-bid">
      <h2>${
        prepared === null
          ? gettext("Prepare your bid")
          : interpolate(gettext("You will bid %(bid)s"), { bid: prepared })
      }</h2>
      <div class="bid-buttons" data-many=${cards >= MANY} style=${`--count:${cards + 1}`}>
        ${bidsOf(cards).map(
          (value) => html`
            <${Bid} ...${common} key=${value} value=${value} allowed pressed=${value === prepared} />`,
        )}
      </div>
    </section>`;
}
