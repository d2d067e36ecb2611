/** The pop-up in which the dealer names trump; the hand stays in sight beneath it. */
import { useEffect, useRef } from "preact/hooks";
import { SuitSign } from "../../cards/art.js";
import { SUITS } from "../../cards/cards.js";
import { suitName } from "../../cards/names.js";
import { html } from "../../html.js";
import { gettext } from "../../text.js";
import { Odds, promiseOf, promiseText } from "./coach.js";

export function TrumpPicker({ sight, coach, pending, name }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const { activeElement } = document;
    ref.current.show();
    // Whoever is typing in the chat would name trump by the next space.
    const isTyping = activeElement?.matches("input, textarea");
    const first = isTyping ? activeElement : ref.current.querySelector("button");
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }, []);
  const allowed = sight.legal.suits?.length ? sight.legal.suits : SUITS;
  return html`
    <dialog class="trump-picker" ref=${ref} aria-label=${gettext("Name the trump suit")} data-testid="trump">
      <h2>${gettext("You turned up a Wizard")}</h2>
      <p>${gettext("Look at your hand and name the trump suit.")}</p>
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
              aria-label=${`${suitName(suit)}${promiseText(promiseOf(coach, "suit", suit))}`}
              onClick=${() => !pending && name(suit)}
            >
              <${SuitSign} suit=${suit} size=${44} />
              <span>${suitName(suit)}</span>
              <${Odds} promise=${promiseOf(coach, "suit", suit)} points />
            </button>`,
        )}
      </div>
    </dialog>`;
}
