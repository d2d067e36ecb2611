/** The fan of cards on the front page, and the way back to a game that runs. */
import { render } from "preact";
import { get } from "./api.js";
import { CardFace, Sprite } from "./cardart.js";
import { html } from "./html.js";
import { part } from "./page.js";

const FAN = ["J2", "R7", "G12", "B4", "Y13", "W1"];

render(
  html`
    <${Sprite} />
    ${FAN.map(
      (card, index) => html`
        <span key=${card} style=${`--i:${index - (FAN.length - 1) / 2}`}>
          <${CardFace} card=${card} label=${false} />
        </span>`,
    )}`,
  part("fan"),
);

const RUNNING = ["naming_trump", "bidding", "playing", "pause"];
const back = document.getElementById("back");
const own = back && (await get(`${back.dataset.api}tables?mine=1`).catch(() => null));
const table = own?.results.find((one) => RUNNING.includes(one.status));
if (back && table)
  render(
    html`
      <a class="button primary big" href=${`${back.dataset.tables}${table.id}/`} data-testid="back-to-table">
        Back to your table
      </a>`,
    back,
  );
