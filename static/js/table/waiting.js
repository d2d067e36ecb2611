/** Before the start: who sits, where there is room, what was agreed, and how to bring friends and bots. */
import { useState } from "preact/hooks";
import { LEVELS } from "../choices.js";
import { html } from "../html.js";
import { OpenForm } from "../lobby/form.js";
import { valuesOf } from "../lobby/request.js";
import { describe, kindOf, levelAt } from "../options.js";
import { gettext, interpolate, ngettext } from "../text.js";
import { Avatar } from "./board/seats.js";
import { Challenging } from "./challenges.js";
import { useKeys } from "./frame/keys.js";
import { WaitingBar } from "./frame/topbar.js";

function Invite({ link, say }) {
  const copy = async (event) => {
    const field = event.currentTarget.parentElement.querySelector("input");
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      say(gettext("Link copied: send it to your friends."));
    } catch {
      // The clipboard API exists only over TLS, which a game on a local network may lack.
      document.execCommand("copy");
      say(gettext("Link copied."));
    }
  };
  const share = () =>
    navigator.share({ title: "Wizard", text: gettext("Play Wizard with me:"), url: link }).catch(() => {});
  return html`
    <div class="invite form">
      <label for="invite-link">${gettext("Invite friends with this link")}</label>
      <div class="invite-row">
        <input
          id="invite-link"
          readonly
          value=${link}
          data-testid="invite"
          onFocus=${(event) => event.target.select()}
        />
        <button type="button" class="button" data-action="copy" onClick=${copy}>${gettext("Copy")}</button>
        ${
          "share" in navigator &&
          html`<button type="button" class="button" data-action="share" onClick=${share}>${gettext("Share")}</button>`
        }
      </div>
      <details class="qr">
        <summary>${gettext("Show as a QR code")}</summary>
        <img
          src=${link.replace(/\/(\?|$)/, "/qr.svg$1")}
          alt=${gettext("QR code of the invite link")}
          width="200"
          height="200"
          loading="lazy"
        />
      </details>
    </div>`;
}

const waitingText = (free) =>
  interpolate(ngettext("Waiting for one more player", "Waiting for %(count)d more players", free), {
    count: free,
  });

const roleOf = (player, own, isHost) =>
  own ? (isHost ? gettext("you, the host") : gettext("you")) : isHost ? gettext("host") : kindOf(player.kind);

const Taken = ({ player, own, level, isHost, mayRemove, remove, busy }) =>
  html`
    <${Avatar} player=${player} />
    <span class="who">
      <b>${player.name}</b><small>${level ? kindOf(player.kind, level) : roleOf(player, own, isHost)}</small>
    </span>
    ${
      mayRemove &&
      html`
        <button
          type="button"
          class="button quiet remove"
          data-action="remove"
          aria-label=${interpolate(gettext("Remove %(name)s"), { name: player.name })}
          disabled=${busy}
          onClick=${() => remove(player)}
        >
          ${gettext("Remove")}
        </button>`
    }`;

/** The host's form; it begins anew whenever the options have changed. */
const ChangeGame = ({ table, busy, change }) => html`
  <details class="change-game" data-testid="change-game">
    <summary>${gettext("Change the game")}</summary>
    <${OpenForm}
      key=${JSON.stringify(table.options)}
      changes
      initial=${valuesOf(table.options, table.seats)}
      open=${change}
      busy=${busy}
    />
  </details>`;

/** Whether this viewer can start: the host, or anybody seated while the host is away. */
const mayStart = (sight, host) =>
  sight.viewer !== null &&
  (sight.viewer === host || !sight.players.find((player) => player.seat === host)?.connected);

const Free = ({ seat, seated, mayBots, sit, addBot, level, busy }) => html`
  <span class="avatar vacant" aria-hidden="true"></span>
  <span class="free-actions">
    ${
      !seated &&
      html`
        <button
          type="button"
          class="button primary"
          data-action="sit"
          disabled=${busy}
          onClick=${() => sit(seat)}
        >
          ${gettext("Sit here")}
        </button>`
    }
    ${
      mayBots &&
      html`
        <button
          type="button"
          class="button"
          data-action="add-bot"
          disabled=${busy}
          onClick=${() => addBot(seat, level)}
        >
          ${gettext("Add a bot")}
        </button>`
    }
    ${seated && !mayBots && html`<small>${gettext("free")}</small>`}
  </span>`;

const LevelChoice = ({ level, setLevel }) => html`
  <label class="level form">
    ${gettext("Bot level")}
    <select value=${level} onChange=${(event) => setLevel(event.target.value)} data-testid="bot-level">
      ${Object.entries(LEVELS).map(
        ([value, text]) => html`<option key=${value} value=${value}>${text}</option>`,
      )}
    </select>
  </label>`;

export function WaitingRoom({ state, table, page, nextTurn, lobby, chat, challenges, busy, say }) {
  const { sight } = state;
  const [level, setLevel] = useState("journeyman");
  useKeys({ t: () => chat.toggle() }, state.preferences.shortcuts);
  const seated = sight.viewer !== null;
  const size = table?.seats ?? sight.players.length;
  const free = size - sight.players.length;
  const invite = table?.invite ?? page.invite;
  const link = `${location.origin}${location.pathname}${invite ? `?invite=${invite}` : ""}`;
  const isHost = seated && table?.host === sight.viewer;
  const host = sight.players.find((player) => player.seat === table?.host)?.name;
  return html`
    <${WaitingBar} host=${host} connection=${state.connection} page=${page} nextTurn=${nextTurn} chat=${chat} />
    <div class="waiting" id="place" tabindex="-1">
      <section class="panel">
        <h1 tabindex="-1">
          ${table ? (free ? waitingText(free) : gettext("Everyone is here")) : gettext("Waiting for players")}
        </h1>
        ${
          table?.options.cheating &&
          html`
            <p class="notice cheating" data-testid="cheating">
              ${gettext("Cheating is allowed at this table, and so is calling it out.")}
            </p>`
        }
        <ul class="places" aria-label=${gettext("Seats")}>
          ${Array.from({ length: size }, (_, seat) => {
            const player = sight.players.find((one) => one.seat === seat);
            return html`
              <li key=${seat} data-seat=${seat} data-taken=${Boolean(player)}>
                ${
                  player
                    ? html`
                      <${Taken}
                        player=${player}
                        own=${seat === sight.viewer}
                        level=${levelAt(table, seat)}
                        isHost=${seat === table?.host}
                        mayRemove=${isHost && seat !== sight.viewer}
                        remove=${lobby.remove}
                        busy=${busy}
                      />`
                    : html`
                      <${Free}
                        seat=${seat}
                        seated=${seated}
                        mayBots=${seated}
                        sit=${lobby.sit}
                        addBot=${lobby.addBot}
                        level=${level}
                        busy=${busy}
                      />`
                }
              </li>`;
          })}
        </ul>
        ${seated && free > 0 && html`<${LevelChoice} level=${level} setLevel=${setLevel} />`}
        <div class="actions">
          ${
            mayStart(sight, table?.host) &&
            sight.players.length >= 3 &&
            free > 0 &&
            html`
              <button
                type="button"
                class="button primary"
                data-action="start"
                disabled=${busy}
                onClick=${lobby.start}
              >
                ${interpolate(gettext("Start with %(count)d players"), { count: sight.players.length })}
              </button>`
          }
          ${
            seated &&
            html`
              <button
                type="button"
                class="button"
                data-action="leave"
                disabled=${busy}
                onClick=${lobby.leave}
              >
                ${gettext("Leave the table")}
              </button>`
          }
          ${
            !seated &&
            !page.user &&
            html`<p class="muted">${gettext("No account needed: you sit down as a guest.")}</p>`
          }
        </div>
        ${
          seated &&
          free > 0 &&
          html`
            <p class="muted by-itself">
              ${gettext("The game starts by itself when the last seat is taken.")}
              ${
                !mayStart(sight, table?.host) &&
                host &&
                ` ${interpolate(gettext("%(name)s can start it before."), { name: host })}`
              }
            </p>`
        }
      </section>
      <section class="panel">
        <h2>${gettext("The game at this table")}</h2>
        <ul class="agreed">
          ${
            table &&
            describe(table.options, size).map(
              (line) => html`<li key=${line.text} data-warn=${Boolean(line.warn)}>${line.text}</li>`,
            )
          }
          ${
            table?.visiting_bots === false &&
            html`
              <li key="bots" data-testid="no-visiting-bots">
                ${gettext("Other people’s bots may not join.")}
              </li>`
          }
        </ul>
        ${isHost && html`<${ChangeGame} table=${table} busy=${busy} change=${lobby.change} />`}
        ${
          /* Only the table's details, which come later, hold the host's invite code. */
          (table || invite) && html`<${Invite} link=${link} say=${say} />`
        }
        ${
          seated &&
          free > 0 &&
          challenges.allowed &&
          html`<${Challenging} challenges=${challenges} own=${page.user.name} />`
        }
        ${
          sight.commitment &&
          html`
            <p class="muted fair">
              ${gettext("The deal is fixed and sealed:")}${" "}
              <code title=${sight.commitment}>${sight.commitment.slice(0, 16)}…</code>${" "}
              <a href=${`${page.rules_url}#fair`}>${gettext("How to check it")}</a>
            </p>`
        }
      </section>
    </div>`;
}
