/** The lists of the lobby: where one can sit, what one can watch. */
import { html } from "../html.js";
import { roundCount } from "../options.js";
import { roundOf } from "../sight/words.js";
import { fill, gettext, interpolate } from "../text.js";
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
        ? html`<span>${roundOf(table.round_number, roundCount(table.options, table.seats))}</span>`
        : html`<span><${Pips} table=${table} /> ${seatsText(table)}</span>`
    }
    <span>${ageText(table, Date.now())}</span>
  </small>`;

const Row = ({ table, base, does }) => {
  const [people, bots] = [peopleText(table), botsText(table)];
  const shown = [people && html`<b>${people}</b>`, bots && html`<span>${bots}</span>`];
  return html`
    <li class="table-row" data-table=${table.id} data-cheating=${Boolean(table.options.cheating)}>
      <div class="what">
        <p class="who">
          ${people && bots ? fill(gettext("%(people)s and %(bots)s"), { people: shown[0], bots: shown[1] }) : shown}
          ${!people && !bots && html`<span>${gettext("Nobody yet")}</span>`}
        </p>
        <small class="game">${gameText(table).replaceAll(" ·", "\u00a0·")}</small>
        <${State} table=${table} />
      </div>
      <a class="button" href=${`${base}${table.id}/`} aria-label=${interpolate(
        gettext("%(does)s: table of %(names)s"),
        { does, names: namesText(table) },
      )}>
        ${does}
      </a>
    </li>`;
};

/** `own` are the ids of the tables at which the viewer sits, to which they return. */
const Rows = ({ name, tables, own, base, does, live }) => html`
  <ul class="tables" data-testid=${`${name}-tables`} aria-live=${live}>${tables.map(
    (table) => html`
      <${Row}
        key=${table.id}
        table=${table}
        base=${base}
        does=${own.includes(table.id) ? gettext("Return") : does}
      />`,
  )}</ul>`;

export const OpenTables = ({ tables, own, base }) => html`
  <section class="panel" aria-labelledby="open-title">
    <h2 id="open-title">${gettext("Open tables")}</h2>
    <${Rows} name="open" tables=${tables} own=${own} base=${base} does=${gettext("Join")} live="polite" />
    ${
      !tables.length &&
      html`
        <p class="muted">${gettext("No open tables right now. Open one and invite friends, or add bots.")}</p>
        <p class="no-tables">
          <button type="submit" class="button" form="quick-play">${gettext("Play against three bots")}</button>
          <button type="submit" class="button" form="quick-play" name="length" value="short">
            ${gettext("Short game: five rounds")}
          </button>
        </p>`
    }
  </section>`;

export const RunningTables = ({ tables, own, base, page }) => html`
  <section class="panel" aria-labelledby="running-title">
    <h2 id="running-title">${gettext("In progress")}</h2>
    ${
      tables.length
        ? html`<${Rows} name="running" tables=${tables} own=${own} base=${base} does=${gettext("Watch")} />`
        : html`
          <p class="muted">
            ${fill(
              gettext(
                "Nobody is playing at a public table right now. " +
                  "Have a look at the %(tournaments)s or %(players)s.",
              ),
              {
                tournaments: html`<a href=${page.tournaments}>${gettext("tournaments")}</a>`,
                players: html`<a href=${page.players}>${gettext("the best players")}</a>`,
              },
            )}
          </p>`
    }
  </section>`;

export const OwnTables = ({ tables, base }) =>
  tables.length > 0 &&
  html`
    <section class="panel" aria-labelledby="own-title">
      <h2 id="own-title">${gettext("Your tables")}</h2>
      <${Rows} name="own" tables=${tables} own=${tables.map((each) => each.id)} base=${base} />
    </section>`;
