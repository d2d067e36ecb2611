/** Draws the cards that a text page names in `data-cards`. */
import { render } from "preact";
import { CardFace, Sprite } from "./cardart.js";
import { html } from "./html.js";

/** @type {NodeListOf<HTMLElement>} */
const rows = document.querySelectorAll("[data-cards]");
rows.forEach((row, index) => {
  const cards = (row.dataset.cards ?? "").split(" ");
  render(
    html`
      ${index === 0 && html`<${Sprite} />`}
      ${cards.map((card) => html`<span key=${card}><${CardFace} card=${card} label=${false} /></span>`)}`,
    row,
  );
});
