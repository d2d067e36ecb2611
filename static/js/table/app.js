/** The table's page: shows the waiting room or the game, with messages over both. */

import { html } from "../html.js";
import { againText, closedText, loggedOut } from "../live/farewell.js";
import { NewVersion } from "../live/newversion.js";
import { mayReload } from "../live/version.js";
import { gettext } from "../text.js";
import { Announcer } from "./announcer.js";
import { ChatPanel } from "./chat/panel.js";
import { Toasts } from "./frame/dialog.js";
import { Connection } from "./frame/topbar.js";
import { Game } from "./game.js";
import { WaitingRoom } from "./waiting.js";

const Arriving = ({ state, problem, page }) => html`
  <div class="arriving">
    <img src=${page.mark} alt="" width="64" height="64" />
    ${
      problem
        ? html`
          <h1>${gettext("You can’t sit here")}</h1>
          <p role="alert">${problem}</p>
          <a class="button" href=${page.lobby_url}>${gettext("To the lobby")}</a>`
        : html`<p>${gettext("Joining the table…")}</p>`
    }
    <${Connection} state=${state.connection} />
  </div>`;

/** Explains why the table cannot be played, and what the viewer can do. */
function Trouble({ state, page }) {
  const { connection, reason } = state;
  if (connection === "reconnecting")
    return html`<div class="trouble" role="status" data-testid="trouble">${againText(reason)}</div>`;
  if (connection !== "closed")
    return state.outdated && mayReload(state.sight) && html`<${NewVersion} className="trouble closed" />`;
  return html`
    <div class="trouble closed" role="status" data-testid="trouble">
      <span>${closedText(reason)}</span>
      ${
        loggedOut(reason) &&
        html`
          <a
            class="button"
            href=${`${page.login_url}?next=${encodeURIComponent(location.pathname)}`}
            data-action="log-in"
          >
            ${gettext("Log in")}
          </a>`
      }
      <button type="button" class="button" data-action="load-again" onClick=${() => location.reload()}>
        ${gettext("Reload")}
      </button>
    </div>`;
}

export function App({
  state,
  page,
  table,
  nextTurn,
  problem,
  busy,
  lobby,
  chat,
  challenges,
  queue,
  act,
  say,
  dismiss,
  places,
  release,
}) {
  const { sight } = state;
  const status = sight?.status ?? "loading";
  const shared = { state, page, nextTurn, say, chat };
  return html`
    <div
      class="game"
      data-status=${status}
      data-number=${state.number}
      data-players=${sight?.players.length ?? 0}
    >
      ${!sight && html`<${Arriving} state=${state} problem=${problem} page=${page} />`}
      ${
        status === "open" &&
        html`<${WaitingRoom} ...${shared} table=${table} lobby=${lobby} challenges=${challenges} busy=${busy} />`
      }
      ${
        sight &&
        status !== "open" &&
        html`
          <${Game}
            ...${shared}
            table=${table}
            queue=${queue}
            act=${act}
            places=${places}
            release=${release}
            again=${lobby.again}
            busy=${busy}
          />`
      }
      ${
        !(problem && !sight && problem === state.reason?.detail) &&
        html`<${Trouble} state=${state} page=${page} />`
      }
      ${
        sight && html`<${Announcer} sight=${sight} events=${state.events} preferences=${state.preferences} />`
      }
      ${
        sight &&
        html`<${ChatPanel} chat=${chat} own=${page.user?.name} announces=${state.preferences.announce_chat} />`
      }
      <${Toasts} toasts=${state.toasts} dismiss=${dismiss} />
    </div>`;
}
