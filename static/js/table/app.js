/** The table's page: chooses between the waiting room and the game, and holds the messages over both. */
import { html } from "../html.js";
import { Sprite } from "../cardart.js";
import { Toasts } from "./dialog.js";
import { Game } from "./game.js";
import { WaitingRoom } from "./waiting.js";
import { Connection } from "./topbar.js";

const Arriving = ({ state, problem, page }) => html`
  <div class="arriving">
    <img src=${page.mark} alt="" width="64" height="64" />
    ${problem
      ? html`<h1>You can’t sit here</h1><p role="alert">${problem}</p><a class="button" href=${page.lobby_url}>To the lobby</a>`
      : html`<p>Coming to the table…</p>`}
    <${Connection} state=${state.connection} />
  </div>`;

const Trouble = ({ connection }) => connection === "reconnecting" || connection === "closed"
  ? html`<div class="trouble" role="status">${connection === "closed"
      ? html`The connection was closed. <button type="button" class="button" onClick=${() => location.reload()}>Load again</button>`
      : "Reconnecting… nothing is lost."}</div>`
  : null;

export function App({ state, page, table, problem, busy, lobby, act, say, dismiss, places, release }) {
  const { sight } = state;
  const status = sight?.status ?? "loading";
  const shared = { state, page, say };
  return html`
    <${Sprite} />
    <div class="game" data-status=${status} data-number=${state.number} data-players=${sight?.players.length ?? 0}>
      ${!sight && html`<${Arriving} state=${state} problem=${problem} page=${page} />`}
      ${status === "open" && html`<${WaitingRoom} ...${shared} table=${table} lobby=${lobby} busy=${busy} />`}
      ${sight && status !== "open" && html`<${Game} ...${shared} cheating=${Boolean(table?.options.cheating)} act=${act} places=${places} release=${release} />`}
      <${Trouble} connection=${state.connection} />
      <${Toasts} toasts=${state.toasts} dismiss=${dismiss} />
    </div>`;
}
