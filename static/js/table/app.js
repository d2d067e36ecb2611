/** The table's page: chooses between the waiting room and the game, and holds the messages over both. */

import { Sprite } from "../cardart.js";
import { againText, closedText, loggedOut } from "../farewell.js";
import { html } from "../html.js";
import { Toasts } from "./dialog.js";
import { Game } from "./game.js";
import { Connection } from "./topbar.js";
import { WaitingRoom } from "./waiting.js";

const Arriving = ({ state, problem, page }) => html`
  <div class="arriving">
    <img src=${page.mark} alt="" width="64" height="64" />
    ${
      problem
        ? html`
          <h1>You can’t sit here</h1>
          <p role="alert">${problem}</p>
          <a class="button" href=${page.lobby_url}>To the lobby</a>`
        : html`<p>Joining the table…</p>`
    }
    <${Connection} state=${state.connection} />
  </div>`;

/** Why nothing moves, and what one can do. */
function Trouble({ state, page }) {
  const { connection, reason } = state;
  if (connection === "reconnecting")
    return html`<div class="trouble" role="status" data-testid="trouble">${againText(reason)}</div>`;
  if (connection !== "closed") return null;
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
            Log in
          </a>`
      }
      <button type="button" class="button" data-action="load-again" onClick=${() => location.reload()}>
        Reload
      </button>
    </div>`;
}

export function App({ state, page, table, problem, busy, lobby, act, say, dismiss, places, release }) {
  const { sight } = state;
  const status = sight?.status ?? "loading";
  const shared = { state, page, say };
  return html`
    <${Sprite} />
    <div
      class="game"
      data-status=${status}
      data-number=${state.number}
      data-players=${sight?.players.length ?? 0}
    >
      ${!sight && html`<${Arriving} state=${state} problem=${problem} page=${page} />`}
      ${status === "open" && html`<${WaitingRoom} ...${shared} table=${table} lobby=${lobby} busy=${busy} />`}
      ${
        sight &&
        status !== "open" &&
        html`
          <${Game}
            ...${shared}
            table=${table}
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
      <${Toasts} toasts=${state.toasts} dismiss=${dismiss} />
    </div>`;
}
