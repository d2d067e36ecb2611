/** The score sheet (the game's own calls it Block of Truth): rounds by players, as on paper. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { html } from "../../html.js";
import { cheatText, fateText } from "../../sight/verdicts.js";
import { figure, runningAdjustment, seatName, signed } from "../../sight/words.js";
import { gettext } from "../../text.js";

/** What a figure is, for screen readers: the eye tells it by its size and place. */
const Hidden = ({ text }) => html`<span class="visually-hidden">${text}${" "}</span>`;

const Adjustment = ({ points }) =>
  points ? html`<span class="adjust" title=${gettext("accusations")}>${signed(points)}</span>` : null;

const Cell = ({ cell }) =>
  cell
    ? html`
      <td data-met=${cell.bid === cell.tricks}>
        <b><${Hidden} text=${gettext("total")} />${figure(cell.total)}</b>
        <span class="how">
          <span title=${gettext("bid")}><${Hidden} text=${gettext("bid")} />${cell.bid}</span>
          <span title=${gettext("tricks taken")}><${Hidden} text=${gettext("took")} />${cell.tricks}</span>
          <em><${Hidden} text=${gettext("points")} />${signed(cell.points)}</em>
        </span>
        <${Adjustment} points=${cell.adjustment} />
      </td>`
    : html`<td></td>`;

const Row = ({ row, players }) => html`
  <tr><th scope="row">${row.round}</th>${players.map(
    (player) => html`
      <${Cell} key=${player.seat} cell=${row.cells.find((cell) => cell.seat === player.seat)} />`,
  )}</tr>`;

/** A round's cheats under it; the server shows them when the game is over. */
const Cheats = ({ sight, cheats }) => html`
  <tr class="cheats"><td></td><td colspan=${sight.players.length}>
    <ul>${cheats.map(
      (cheat) => html`
        <li key=${cheat.card} data-cheat=${cheat.seat} data-called=${cheat.called_by !== null}>
          ${cheatText(sight, cheat)}: <b>${fateText(sight, cheat)}</b>
        </li>`,
    )}</ul>
  </td></tr>`;

/** The bids of the round that runs, in pencil. */
const Running = ({ sight, sheet }) => html`
  <tr class="running"><th scope="row">${sight.round.number}</th>
    ${sight.players.map(
      (player) => html`
        <td key=${player.seat}>
          <span class="how">
            <span><${Hidden} text=${gettext("bid")} />${player.bid ?? (player.has_bid ? "?" : "–")}</span>
            <span><${Hidden} text=${gettext("took")} />${player.tricks}</span>
          </span>
          <${Adjustment} points=${runningAdjustment(player, sheet)} />
        </td>`,
    )}</tr>`;

export function Sheet({ sight, sheet, onClose }) {
  const scroll = useRef(/** @type {any} */ (null));
  useEffect(() => {
    scroll.current.scrollTop = scroll.current.scrollHeight;
  }, [sheet.length]);
  const heading = useRef(/** @type {any} */ (null));
  // An effect that is not for layout is undone only after the sheet has gone, and the focus with it.
  useLayoutEffect(() => {
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    const section = heading.current.closest("section");
    heading.current.focus({ preventScroll: true });
    return () => section.contains(document.activeElement) && opener?.focus({ preventScroll: true });
  }, []);
  const scored = sheet.some((row) => row.round === sight.round?.number);
  const accusations =
    sheet.some((row) => row.cheats?.length || row.cells.some((cell) => cell.adjustment)) ||
    sight.can_accuse.length > 0;
  return html`
    <section class="sheet" data-testid="sheet" role="dialog" aria-label=${gettext("Scores")}>
      <header>
        <h2 tabindex="-1" ref=${heading}>${gettext("Scores")}</h2>
        <button type="button" class="icon dark" aria-label=${gettext("Close the scores")} onClick=${onClose}>
          ✕
        </button>
      </header>
      <div class="sheet-scroll" tabindex="0" ref=${scroll}>
        <table aria-label=${gettext("Scores by round")}>
          <thead>
            <tr>
              <th scope="col"><span class="visually-hidden">${gettext("Round")}</span></th>
              ${sight.players.map(
                (player) => html`<th scope="col" key=${player.seat}>${seatName(sight, player.seat)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${sheet.map(
              (row) => html`
                <${Row} key=${row.round} row=${row} players=${sight.players} />
                ${
                  row.cheats?.length > 0 &&
                  html`<${Cheats} key=${`cheats-${row.round}`} sight=${sight} cheats=${row.cheats} />`
                }`,
            )}
            ${sight.round && !scored && html`<${Running} sight=${sight} sheet=${sheet} />`}
          </tbody>
        </table>
      </div>
      <p class="legend">
        ${
          accusations
            ? gettext(
                "Large: total score. Small: bid, tricks taken and points of the round; " +
                  "purple: points from accusations.",
              )
            : gettext("Large: total score. Small: bid, tricks taken and points of the round.")
        }
      </p>
    </section>`;
}
