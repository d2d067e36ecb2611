/** Draws the cards that a text page names in `data-cards`, as in the edition of `data-edition`. */
import { render } from "preact";
import { html } from "../html.js";
import { CardFace, Edition } from "./art.js";

/** @type {NodeListOf<HTMLElement>} */
const rows = document.querySelectorAll("[data-cards]");
rows.forEach((row) => {
  const cards = (row.dataset.cards ?? "").split(" ");
  render(
    html`
      <${Edition.Provider} value=${row.dataset.edition ?? "base"}>
        ${cards.map((card) => html`<span key=${card}><${CardFace} card=${card} label=${false} /></span>`)}
      <//>`,
    row,
  );
});
