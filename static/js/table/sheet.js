/** The Block of Truth: the score sheet, rounds by players, as on paper. */
import { useEffect, useRef } from "preact/hooks";
import { html } from "../html.js";
import { figure, seatName, signed } from "../words.js";

const Cell = ({ cell }) => cell
  ? html`<td data-met=${cell.bid === cell.tricks}>
      <b>${figure(cell.total)}</b>
      <span class="how"><span title="bid">${cell.bid}</span><span title="tricks taken">${cell.tricks}</span><em>${signed(cell.points)}</em></span>
      ${cell.adjustment ? html`<span class="adjust" title="accusations">${signed(cell.adjustment)}</span>` : null}
    </td>`
  : html`<td></td>`;

const Row = ({ row, players }) => html`
  <tr><th scope="row">${row.round}</th>${players.map((player) => html`<${Cell} key=${player.seat} cell=${row.cells.find((cell) => cell.seat === player.seat)} />`)}</tr>`;

/** The bids of the round that runs, in pencil. */
const Running = ({ sight }) => html`
  <tr class="running"><th scope="row">${sight.round.number}</th>
    ${sight.players.map((player) => html`<td key=${player.seat}><span class="how"><span>${player.bid ?? (player.has_bid ? "?" : "–")}</span><span>${player.tricks}</span></span></td>`)}</tr>`;

export function Sheet({ sight, sheet, onClose }) {
  const scroll = useRef();
  useEffect(() => { scroll.current.scrollTop = scroll.current.scrollHeight; }, [sheet.length]);
  const scored = sheet.some((row) => row.round === sight.round?.number);
  return html`
    <aside class="sheet" data-testid="sheet" role="dialog" aria-label="Block of Truth">
      <header><h2>Block of Truth</h2><button type="button" class="icon dark" aria-label="Close the Block of Truth" onClick=${onClose}>✕</button></header>
      <div class="sheet-scroll" tabindex="0" ref=${scroll}>
        <table>
          <thead><tr><th scope="col"><span class="visually-hidden">Round</span></th>${sight.players.map((player) => html`<th scope="col" key=${player.seat}>${seatName(sight, player.seat)}</th>`)}</tr></thead>
          <tbody>
            ${sheet.map((row) => html`<${Row} key=${row.round} row=${row} players=${sight.players} />`)}
            ${sight.round && !scored && html`<${Running} sight=${sight} />`}
          </tbody>
        </table>
      </div>
      <p class="legend">Large: the total. Small: bid, tricks taken, points of the round.</p>
    </aside>`;
}
