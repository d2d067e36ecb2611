/** The pause between two rounds: who met the bid, the points, and when it goes on. */
import { html } from "../../html.js";
import { figure, roundHeadline, roundOf, seatName, signed } from "../../sight/words.js";
import { gettext, interpolate } from "../../text.js";
import { Countdown } from "../clocks/countdown.js";

const Line = ({ sight, cell }) => {
  const met = cell.bid === cell.tricks;
  return html`
    <tr data-met=${met} data-own=${cell.seat === sight.viewer}>
      <th scope="row">
        <span class=${met ? "tick" : "cross"} aria-label=${met ? gettext("bid met") : gettext("bid missed")}>
          ${met ? "✓" : "✗"}
        </span> ${seatName(sight, cell.seat)}
      </th>
      <td>${cell.tricks}/${cell.bid}</td>
      <td class=${cell.points > 0 ? "plus" : "minus"}>
        ${signed(cell.points)}
        ${cell.adjustment ? html`<small title=${gettext("accusations")}> ${signed(cell.adjustment)}</small>` : null}
      </td>
      <td><b>${figure(cell.total)}</b></td>
    </tr>`;
};

/** Until the next deal the last trick can still be looked at, and what it shows of the round can be called. */
const Review = ({ open }) => html`
  <div class="review">
    <button type="button" class="button" data-action="look-again" onClick=${() => open("last")}>
      ${gettext("Last trick")}
    </button>
    <button type="button" class="button" data-action="who-cheated" onClick=${() => open("accuse")}>
      ${gettext("Who cheated?")}
    </button>
  </div>`;

export function Summary({ sight, sheet, offset, pending, ready, open }) {
  const row = sheet.find((one) => one.round === sight.round?.number);
  const cells = row?.cells ?? [];
  const last = sight.round?.number === sight.round?.of;
  const waits = sight.viewer !== null && !sight.ready?.includes(sight.viewer);
  const go = last ? gettext("Show the result") : gettext("Ready for the next round");
  const number = sight.round?.number ?? 0;
  const headline = row
    ? roundHeadline(sight, row)
    : interpolate(gettext("Round %(round)s is over"), { round: number });
  return html`
    <section class="summary" data-testid="summary" aria-label=${gettext("Summary of the round")}>
      <p class="kicker">${roundOf(sight.round?.number, sight.round?.of)}</p>
      <h2 tabindex="-1">${headline}</h2>
      <table aria-label=${gettext("Points of the round")}>
        <thead>
          <tr>
            <th scope="col">${gettext("Player")}</th>
            <th scope="col">${gettext("Tricks")}<span class="visually-hidden"> ${gettext("taken of bid")}</span></th>
            <th scope="col">${gettext("Points")}</th>
            <th scope="col">${gettext("Total")}</th>
          </tr>
        </thead>
        <tbody>${cells.map((cell) => html`<${Line} key=${cell.seat} sight=${sight} cell=${cell} />`)}</tbody>
      </table>
      <footer>
        ${sight.can_accuse.length > 0 && html`<${Review} open=${open} />`}
        ${
          sight.viewer !== null &&
          html`
            <button
              type="button"
              class="button primary"
              data-action="ready"
              disabled=${!waits || pending || sight.halted}
              aria-busy=${Boolean(pending)}
              onClick=${ready}
            >
              ${waits ? go : gettext("Waiting for the others")}
            </button>`
        }
        <${Countdown}
          deadline=${sight.deadline}
          offset=${offset}
          before=${last ? gettext("Result in") : gettext("Next round in")}
        />
      </footer>
    </section>`;
}
