/** Draws the cards that a text page names in `data-cards`, as in the edition of `data-edition`. */
import { render } from "preact";
import { CardFace, Edition, Sprite } from "./cardart.js";
import { html } from "./html.js";

/** @type {NodeListOf<HTMLElement>} */
const rows = document.querySelectorAll("[data-cards]");
rows.forEach((row, index) => {
  const cards = (row.dataset.cards ?? "").split(" ");
  render(
    html`
      ${index === 0 && html`<${Sprite} />`}
      <${Edition.Provider} value=${row.dataset.edition ?? "base"}>
        ${cards.map((card) => html`<span key=${card}><${CardFace} card=${card} label=${false} /></span>`)}
      <//>`,
    row,
  );
});
