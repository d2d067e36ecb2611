/** Cards and suits as pictures. What they show is in the sprite of the page's deck. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { html } from "../html.js";
import { isMagic } from "./cards.js";
import { nameOf } from "./names.js";
import { showDeck } from "./sprite.js";

/** The edition of the game whose cards are drawn. */
export const Edition = createContext("base");

showDeck();

/** A suit's sign alone, in its colour. */
export const SuitSign = ({ suit, size = 20 }) => html`
  <svg class="suit-sign" width=${size} height=${size} viewBox="0 0 100 100" aria-hidden="true">
    <use class="halo" href=${`#shape-${suit}`} />
    <use href=${`#suit-${suit}`} />
  </svg>`;

/** A card's face; `label` false where the button round it says the name already. */
export function CardFace({ card, label = true }) {
  const drawing = isMagic(card, useContext(Edition)) ? `${card}-magic` : card;
  const says = label ? { role: "img", "aria-label": nameOf(card) } : { "aria-hidden": "true" };
  return html`
    <svg class="face" viewBox="0 0 100 144" focusable="false" ...${says}>
      <use href=${`#card-${drawing}`} />
    </svg>`;
}

/** The back of a card that is hidden. */
export const CardBack = () => html`
  <svg class="face back" viewBox="0 0 100 144" focusable="false" aria-hidden="true">
    <use href="#card-back" />
  </svg>`;
