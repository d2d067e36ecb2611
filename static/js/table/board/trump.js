/** What is trump, the card that was turned, and how the bids stand. */

import { CardFace, SuitSign } from "../../cards/art.js";
import { html } from "../../html.js";
import { bidBalance, cardsCount, trumpText } from "../../sight/words.js";
import { gettext } from "../../text.js";

function whyText(round, status) {
  if (status === "naming_trump") return gettext("The dealer names it");
  if (!round.turned) return gettext("No card left to turn up");
  if (round.turned[0] === "J") return gettext("A Jester was turned up");
  if (round.turned[0] === "W") return gettext("Named by the dealer");
  return "";
}

export function Trump({ sight }) {
  const { round } = sight;
  if (!round) return null;
  const naming = sight.status === "naming_trump";
  return html`
    <div class="trump" data-trump=${round.trump ?? "none"} role="group" aria-label=${gettext("Trump")}>
      ${
        round.turned &&
        html`<div class="turned" title=${gettext("The card turned up")}><${CardFace} card=${round.turned} /></div>`
      }
      <div class="trump-text">
        <b>${
          round.trump && html`<${SuitSign} suit=${round.trump} size=${20} />`
        }${naming ? gettext("Trump not named yet") : trumpText(round)}</b>
        ${whyText(round, sight.status) && html`<small>${whyText(round, sight.status)}</small>`}
        <small class="sum">${bidBalance(sight) || cardsCount(round.cards)}</small>
      </div>
    </div>`;
}
