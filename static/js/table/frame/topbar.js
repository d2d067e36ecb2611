/** The bar over the table: where we are in the game, the connection, and the doors to everything else. */

import { EDITIONS } from "../../choices.js";
import { html } from "../../html.js";
import { NextTurnInBar } from "../../nextturn.js";
import { gettext, interpolate } from "../../text.js";
import { ChatButton } from "../chat/panel.js";

const stateTexts = () => ({
  online: gettext("Connected"),
  connecting: gettext("Connecting…"),
  reconnecting: gettext("Reconnecting…"),
  closed: gettext("Disconnected"),
});

export const Connection = ({ state }) => html`
  <span class="connection" data-testid="connection" data-state=${state} role="status">
    <i aria-hidden="true"></i>
    <span>${stateTexts()[state]}</span>
  </span>`;

const HomeLink = ({ page }) => html`
  <a class="home" href="/" aria-label=${gettext("Front page")}>
    <img src=${page.mark} alt="" width="30" height="30" />
  </a>`;

/** The bar over a table that waits for players. */
export const WaitingBar = ({ host, connection, page, nextTurn, chat }) => html`
  <header class="topbar">
    <${HomeLink} page=${page} />
    <p class="where">
      <b>${host ? interpolate(gettext("%(name)s’s table"), { name: host }) : gettext("A table")}</b>
    </p>
    <${NextTurnInBar} turn=${nextTurn} base=${page.lobby_url} />
    <${Connection} state=${connection} />
    <div class="tools"><${ChatButton} chat=${chat} /></div>
  </header>`;

const Tool = ({ icon, label, name, onClick, disabled = false, pressed, short }) => html`
  <button
    type="button"
    class="tool"
    data-action=${name}
    aria-label=${label}
    title=${label}
    aria-pressed=${pressed}
    disabled=${disabled}
    onClick=${onClick}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icon} /></svg>
    <span>${short}</span>
  </button>`;

const OVER = ["finished", "abandoned"];
const ICONS = {
  sheet: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  last: "M4 8l7-3 5 12-7 3zM13 5l5-1 3 12-4 1",
  accuse: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  coach: "M4 5h16v11H10l-5 4v-4H4zM8.500 9h7M8.500 12h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M9 9a3 3 0 1 1 4 3c-1 .6-1 1-1 2M12 17.500v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
};

/** Whether there is something to pause or to leave. @param {Wire.Sight} sight */
export const mayOpenMenu = ({ viewer, status }) => viewer !== null && !OVER.includes(status);

export function TopBar({ sight, connection, page, nextTurn, open, ui, chat }) {
  const { round } = sight;
  const cheating = sight.can_accuse.length > 0 || ui.cheating;
  return html`
    <header class="topbar">
      <${HomeLink} page=${page} />
      <p class="where">
        ${
          round &&
          html`
            <b><small>${gettext("Round")}${" "}</small><span>${round.number}<span class="of">${" "}${interpolate(
              gettext("of %(rounds)s"),
              { rounds: round.of },
            )}</span></span></b>`
        }
        ${sight.edition && html`<em class="edition">${EDITIONS[sight.edition].label}</em>`}
        ${sight.viewer === null && html`<em>${gettext("watching")}</em>`}
      </p>
      <${NextTurnInBar} turn=${nextTurn} base=${page.lobby_url} />
      <${Connection} state=${connection} />
      <div class="tools">
        ${
          cheating &&
          sight.viewer !== null &&
          html`
            <${Tool}
              icon=${ICONS.accuse}
              name="accuse"
              label=${gettext("Accuse (A): who cheated?")}
              short=${gettext("Accuse")}
              disabled=${!sight.can_accuse.length}
              onClick=${() => open("accuse")}
            />`
        }
        ${
          ui.coach.allowed &&
          html`
            <${Tool}
              icon=${ICONS.coach}
              name="coach"
              label=${gettext("Coach (C)")}
              short=${gettext("Coach")}
              pressed=${ui.coach.open}
              disabled=${!ui.coach.mayAsk}
              onClick=${ui.coach.ask}
            />`
        }
        <${Tool}
          icon=${ICONS.last}
          name="last-trick"
          label=${gettext("Last trick (L)")}
          short=${gettext("Last trick")}
          disabled=${!sight.last_trick}
          onClick=${() => open("last")}
        />
        <${Tool}
          icon=${ICONS.sheet}
          name="sheet"
          label=${gettext("Scores (B)")}
          short=${gettext("Scores")}
          pressed=${ui.sheet}
          onClick=${() => open("sheet")}
        />
        ${
          mayOpenMenu(sight) &&
          html`
            <${Tool}
              icon=${ICONS.menu}
              name="menu"
              label=${gettext("Menu (M): pause or leave")}
              short=${gettext("Menu")}
              onClick=${() => open("menu")}
            />`
        }
        <${ChatButton} chat=${chat} />
        <${Tool} icon=${ICONS.help} name="help" label=${gettext(
          "Help (?)",
        )} short=${gettext("Help")} onClick=${() => open("help")} />
      </div>
    </header>`;
}
