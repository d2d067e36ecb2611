/** The pause between two rounds: who met the bid, the points, and when it goes on. */
import { html } from "../html.js";
import { figure, roundHeadline, seatName, signed } from "../words.js";
import { Countdown } from "./countdown.js";

const Line = ({ sight, cell }) => {
  const met = cell.bid === cell.tricks;
  return html`
    <tr data-met=${met} data-own=${cell.seat === sight.viewer}>
      <th scope="row">
        <span class=${met ? "tick" : "cross"} aria-label=${met ? "bid met" : "bid missed"}>
          ${met ? "✓" : "✗"}
        </span> ${seatName(sight, cell.seat)}
      </th>
      <td>${cell.tricks}/${cell.bid}</td>
      <td class=${cell.points > 0 ? "plus" : "minus"}>
        ${signed(cell.points)}
        ${cell.adjustment ? html`<small title="accusations"> ${signed(cell.adjustment)}</small>` : null}
      </td>
      <td><b>${figure(cell.total)}</b></td>
    </tr>`;
};

/** Until the next deal the last trick can still be looked at, and what it shows of the round can be called. */
const Review = ({ open }) => html`
  <div class="review">
    <button type="button" class="button" data-action="look-again" onClick=${() => open("last")}>
      Last trick
    </button>
    <button type="button" class="button" data-action="who-cheated" onClick=${() => open("accuse")}>
      Who cheated?
    </button>
  </div>`;

export function Summary({ sight, sheet, offset, pending, ready, open }) {
  const row = sheet.find((one) => one.round === sight.round?.number);
  const cells = row?.cells ?? [];
  const last = sight.round?.number === sight.round?.of;
  const waits = sight.viewer !== null && !sight.ready?.includes(sight.viewer);
  const go = last ? "Show the result" : "Ready for the next round";
  return html`
    <section class="summary" data-testid="summary" aria-label="Summary of the round">
      <p class="kicker">Round ${sight.round?.number} of ${sight.round?.of}</p>
      <h2>${row ? roundHeadline(sight, row) : `Round ${sight.round?.number} is over`}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Tricks</th>
            <th scope="col">Points</th>
            <th scope="col">Total</th>
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
              ${waits ? go : "Waiting for the others"}
            </button>`
        }
        <${Countdown}
          deadline=${sight.deadline}
          offset=${offset}
          before=${last ? "Result in" : "Next round in"}
        />
      </footer>
    </section>`;
}
