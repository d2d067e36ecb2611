/** Bids from 0 to the number of cards: those refused are shown so, and why. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { forbiddenBid } from "../words.js";
import { Odds, promiseOf, promiseText } from "./coach.js";

const SECOND_DIGIT_MS = 700;
/** More bids than this, and a phone has no room to label those that cannot be met. */
const MANY = 15;

/** Digits bid: one at once where no second can follow, else after a moment or by Enter. */
function useDigits(most, bid) {
  const [typed, setTyped] = useState("");
  const latest = useRef({ most, bid, typed });
  latest.current = { most, bid, typed };
  useLayoutEffect(() => {
    let timer;
    const say = (text) => {
      setTyped("");
      if (text !== "") latest.current.bid(Number(text));
    };
    const pressed = (event) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.target.closest?.("input, textarea, select, dialog")
      )
        return;
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

function Reason({ sight }) {
  const forbidden = forbiddenBid(sight);
  const { round } = sight;
  if (forbidden !== null)
    return html`
      <p class="reason">The bids must not add up to ${round.cards}, so you cannot bid ${forbidden}.</p>`;
  if (round.restricted)
    return html`
      <p class="reason soft">
        The bids must not add up to ${round.cards}, so the dealer will have one bid fewer to choose from.
      </p>`;
  return null;
}

function Bid({ value, allowed, cards, coach, pending, typed, choose }) {
  const promise = promiseOf(coach, "bid", value);
  return html`
    <button
      type="button"
      class="bid"
      data-bid=${value}
      disabled=${Boolean(pending) || !allowed}
      aria-busy=${pending?.bid === value}
      data-typed=${typed}
      aria-label=${promise ? `${value}${promiseText(promise)}` : undefined}
      title=${allowed ? undefined : `The bids must not add up to ${cards}`}
      onClick=${() => choose(value)}
    >
      ${value}
      <${Odds} promise=${promise} points />
    </button>`;
}

export function BidPanel({ sight, coach, pending, bid }) {
  const { cards } = sight.round;
  const allowed = sight.legal.bids;
  const choose = (value) => allowed.includes(value) && !pending && bid(value);
  const typed = useDigits(cards, choose);
  return html`
    <section class="bids" aria-label="Your bid">
      <h2>How many tricks will you take?</h2>
      <div
        class="bid-buttons"
        data-coached=${Boolean(coach.advice)}
        data-many=${cards >= MANY}
        style=${`--count:${cards + 1}`}
      >
        ${Array.from(
          { length: cards + 1 },
          (_, value) => html`
            <${Bid}
              key=${value}
              value=${value}
              allowed=${allowed.includes(value)}
              cards=${cards}
              coach=${coach}
              pending=${pending}
              typed=${typed === String(value)}
              choose=${choose}
            />`,
        )}
      </div>
      <${Reason} sight=${sight} />
    </section>`;
}
