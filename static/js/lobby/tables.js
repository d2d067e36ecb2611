/** The lists of the lobby: where one can sit, what one can watch. */
import { html } from "../html.js";
import { shortly } from "../options.js";

const Pips = ({ table }) => html`
  <span class="pips" role="img" aria-label=${`${table.players.length} of ${table.seats} seats taken`}>
    ${Array.from(
      { length: table.seats },
      (_, index) => html`<i key=${index} data-taken=${index < table.players.length}></i>`,
    )}
  </span>`;

const namesOf = (table) =>
  table.players.map((player) => (player.kind === "bot" ? `${player.name} (bot)` : player.name)).join(", ") ||
  "Nobody yet";

const Row = ({ table, base, does }) => html`
  <li class="table-row" data-table=${table.id} data-cheating=${Boolean(table.options?.cheating)}>
    <div class="what"><b>${namesOf(table)}</b><small>${shortly(table.options ?? {})}</small></div>
    <${Pips} table=${table} />
    <a class="button" href=${`${base}${table.id}/`} aria-label=${`${does}: table of ${namesOf(table)}`}>
      ${does}
    </a>
  </li>`;

export const OpenTables = ({ tables, base }) => html`
  <section class="panel" aria-labelledby="open-title">
    <h2 id="open-title">Open tables</h2>
    <ul class="tables" data-testid="open-tables" aria-live="polite">${(tables ?? []).map(
      (table) => html`<${Row} key=${table.id} table=${table} base=${base} does="Join" />`,
    )}</ul>
    ${
      tables === null
        ? html`<p class="muted">Looking for tables…</p>`
        : !tables.length &&
          html`<p class="muted">No open tables right now. Open one and invite friends, or add bots.</p>`
    }
  </section>`;

const Section = ({ name, title, tables, base, does }) =>
  tables.length > 0 &&
  html`
    <section class="panel" aria-labelledby=${`${name}-title`}>
      <h2 id=${`${name}-title`}>${title}</h2>
      <ul class="tables" data-testid=${`${name}-tables`}>
        ${tables.map((table) => html`<${Row} key=${table.id} table=${table} base=${base} does=${does} />`)}
      </ul>
    </section>`;

export const RunningTables = ({ tables, base }) =>
  html`<${Section} name="running" title="In progress" tables=${tables} base=${base} does="Watch" />`;

export const OwnTables = ({ tables, base }) =>
  html`<${Section} name="own" title="Your tables" tables=${tables} base=${base} does="Return" />`;
