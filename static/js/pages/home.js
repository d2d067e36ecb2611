/** The fan of cards on the front page. */
import { render } from "preact";
import { CardFace } from "../cards/art.js";
import { html } from "../html.js";
import { part } from "../page.js";

const FAN = ["J2", "R7", "G12", "B4", "Y13", "W1"];

render(
  html`
    ${FAN.map(
      (card, index) => html`
        <span key=${card} style=${`--i:${index - (FAN.length - 1) / 2}`}>
          <${CardFace} card=${card} label=${false} />
        </span>`,
    )}`,
  part("fan"),
);
