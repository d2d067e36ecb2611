/** The table in which the bidding of each round is chosen. */
import { html } from "../html.js";
import { cardsCount } from "../sight/words.js";
import { gettext, interpolate, pgettext } from "../text.js";
import { changedBidding, plannedRounds } from "./request.js";

/** Shorter than elsewhere: two fit beside each other on a phone. @type {Record<string, () => string>} */
const RESTRICTIONS = {
  american: () => gettext("Free"),
  notequal: () => gettext("Never equal"),
  german: () => gettext("From round four"),
  canadian: () => gettext("Leading dealer"),
};
/** @type {Record<string, () => string>} */
const REVEALS = {
  open: () => pgettext("bids", "Open"),
  hiddentip: () => gettext("Together"),
  delayed: () => gettext("At the end"),
};

const Cell = ({ label, value, choices, change }) => html`
  <td>
    <select aria-label=${label} value=${value} onChange=${(event) => change(event.target.value)}>
      ${Object.entries(choices).map(
        ([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text()}</option>`,
      )}
    </select>
  </td>`;

export function RoundsTable({ values, set }) {
  const change = (index, field) => (value) => set("bidding", changedBidding(values, index, field, value));
  return html`
    <table class="rounds" data-testid="rounds">
      <thead>
        <tr>
          <th scope="col">${gettext("Round")}</th>
          <th scope="col">${gettext("Adding up")}</th>
          <th scope="col">${gettext("Bids shown")}</th>
        </tr>
      </thead>
      <tbody>
        ${plannedRounds(values).map(
          ({ cards, restriction, reveal }, index) => html`
            <tr key=${index}>
              <th scope="row">${index + 1} <small>${cardsCount(Number(cards))}</small></th>
              <${Cell}
                label=${interpolate(gettext("Round %(number)d: can bids add up?"), { number: index + 1 })}
                value=${restriction}
                choices=${RESTRICTIONS}
                change=${change(index, "restriction")}
              />
              <${Cell}
                label=${interpolate(gettext("Round %(number)d: when are bids shown?"), { number: index + 1 })}
                value=${reveal}
                choices=${REVEALS}
                change=${change(index, "reveal")}
              />
            </tr>`,
        )}
      </tbody>
    </table>`;
}
