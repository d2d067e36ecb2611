/** The pop-up in which the dealer names trump; the hand stays in sight beneath it. */
import { useEffect, useRef } from "preact/hooks";
import { SuitSign } from "../cardart.js";
import { SUIT_NAMES, SUITS } from "../cards.js";
import { html } from "../html.js";
import { Odds, promiseOf, promiseText } from "./coach.js";

export function TrumpPicker({ sight, coach, pending, name }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => {
    ref.current.show();
    ref.current.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  const allowed = sight.legal.suits?.length ? sight.legal.suits : SUITS;
  return html`
    <dialog class="trump-picker" ref=${ref} aria-label="Name the trump suit" data-testid="trump">
      <h2>You turned up a Wizard</h2>
      <p>Look at your hand and name the trump suit.</p>
      <div class="suits">
        ${SUITS.map(
          (suit) => html`
            <button
              type="button"
              key=${suit}
              class="suit"
              data-suit=${suit}
              disabled=${Boolean(pending) || !allowed.includes(suit)}
              aria-busy=${pending?.suit === suit}
              aria-label=${`${SUIT_NAMES[suit]}${promiseText(promiseOf(coach, "suit", suit))}`}
              onClick=${() => !pending && name(suit)}
            >
              <${SuitSign} suit=${suit} size=${44} />
              <span>${SUIT_NAMES[suit]}</span>
              <${Odds} promise=${promiseOf(coach, "suit", suit)} points />
            </button>`,
        )}
      </div>
    </dialog>`;
}
