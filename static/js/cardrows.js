/** Draws the cards that a text page names in `data-cards`. */
import { render } from "preact";
import { html } from "./html.js";
import { CardFace, Sprite } from "./cardart.js";

document.querySelectorAll("[data-cards]").forEach((row, index) => {
  const cards = row.dataset.cards.split(" ");
  render(html`${index === 0 && html`<${Sprite} />`}${cards.map((card) => html`<span key=${card}><${CardFace} card=${card} label=${false} /></span>`)}`, row);
});
