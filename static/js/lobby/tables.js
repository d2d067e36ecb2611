/** The lists of the lobby: where one can sit, what one can watch. */
import { html } from "../html.js";
import { roundCount } from "../options.js";
import { ageText, botsText, gameText, namesText, peopleText, seatsText } from "./rows.js";

const Pips = ({ table }) => html`
  <span class="pips" aria-hidden="true">
    ${Array.from(
      { length: table.seats },
      (_, index) => html`<i key=${index} data-taken=${index < table.players.length}></i>`,
    )}
  </span>`;

/** What differs from minute to minute: free seats, or how far the game is. */
const State = ({ table }) => html`
  <small class="state">
    ${
      table.round_number
        ? html`<span>Round ${table.round_number} of ${roundCount(table.options, table.seats)}</span>`
        : html`<span><${Pips} table=${table} /> ${seatsText(table)}</span>`
    }
    <span>${ageText(table, Date.now())}</span>
  </small>`;

const Row = ({ table, base, does }) => {
  const [people, bots] = [peopleText(table), botsText(table)];
  return html`
    <li class="table-row" data-table=${table.id} data-cheating=${Boolean(table.options.cheating)}>
      <div class="what">
        <p class="who">
          ${people && html`<b>${people}</b>`}${people && bots && " and "}${bots && html`<span>${bots}</span>`}
          ${!people && !bots && html`<span>Nobody yet</span>`}
        </p>
        <small class="game">${gameText(table).replaceAll(" ·", "\u00a0·")}</small>
        <${State} table=${table} />
      </div>
      <a class="button" href=${`${base}${table.id}/`} aria-label=${`${does}: table of ${namesText(table)}`}>
        ${does}
      </a>
    </li>`;
};

const Rows = ({ name, tables, base, does, live }) => html`
  <ul class="tables" data-testid=${`${name}-tables`} aria-live=${live}>${tables.map(
    (table) => html`<${Row} key=${table.id} table=${table} base=${base} does=${does} />`,
  )}</ul>`;

export const OpenTables = ({ tables, base }) => html`
  <section class="panel" aria-labelledby="open-title">
    <h2 id="open-title">Open tables</h2>
    <${Rows} name="open" tables=${tables} base=${base} does="Join" live="polite" />
    ${
      !tables.length &&
      html`
        <p class="muted">No open tables right now. Open one and invite friends, or add bots.</p>
        <p class="no-tables">
          <button type="submit" class="button" form="quick-play">Play against three bots</button>
        </p>`
    }
  </section>`;

export const RunningTables = ({ tables, base, page }) => html`
  <section class="panel" aria-labelledby="running-title">
    <h2 id="running-title">In progress</h2>
    ${
      tables.length
        ? html`<${Rows} name="running" tables=${tables} base=${base} does="Watch" />`
        : html`
          <p class="muted">
            Nobody is playing at a public table right now. Have a look at the${" "}
            <a href=${page.tournaments}>tournaments</a> or <a href=${page.players}>the best players</a>.
          </p>`
    }
  </section>`;

export const OwnTables = ({ tables, base }) =>
  tables.length > 0 &&
  html`
    <section class="panel" aria-labelledby="own-title">
      <h2 id="own-title">Your tables</h2>
      <${Rows} name="own" tables=${tables} base=${base} does="Return" />
    </section>`;
