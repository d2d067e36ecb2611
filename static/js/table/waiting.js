/** Before the start: who sits, where there is room, what was agreed, and how to bring friends and bots. */
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { describe, kindOf, LEVELS, levelAt } from "../options.js";
import { Avatar } from "./seats.js";
import { Connection } from "./topbar.js";

function Invite({ link, say }) {
  const copy = async (event) => {
    const field = event.currentTarget.parentElement.querySelector("input");
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      say("Link copied: send it to your friends.");
    } catch {
      document.execCommand("copy");
      say("Link copied.");
    }
  };
  return html`
    <div class="invite form">
      <label for="invite-link">Invite friends with this link</label>
      <div class="invite-row">
        <input
          id="invite-link"
          readonly
          value=${link}
          data-testid="invite"
          onFocus=${(event) => event.target.select()}
        />
        <button type="button" class="button" data-action="copy" onClick=${copy}>Copy</button>
      </div>
    </div>`;
}

const Taken = ({ player, own, level }) =>
  html`
    <${Avatar} player=${player} />
    <span class="who"><b>${player.name}</b><small>${own ? "you" : kindOf(player.kind, level)}</small></span>`;

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
          Sit here
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
          Add a bot
        </button>`
    }
    ${seated && !mayBots && html`<small>free</small>`}
  </span>`;

const LevelChoice = ({ level, setLevel }) => html`
  <label class="level form">
    Bot level
    <select value=${level} onChange=${(event) => setLevel(event.target.value)} data-testid="bot-level">
      ${Object.entries(LEVELS).map(
        ([value, text]) => html`<option key=${value} value=${value}>${text}</option>`,
      )}
    </select>
  </label>`;

export function WaitingRoom({ state, table, page, lobby, busy, say }) {
  const { sight } = state;
  const [level, setLevel] = useState("journeyman");
  const seated = sight.viewer !== null;
  const size = table?.seats ?? sight.players.length;
  const free = size - sight.players.length;
  const invite = table?.invite ?? page.invite;
  const link = `${location.origin}${location.pathname}${invite ? `?invite=${invite}` : ""}`;
  const host = sight.players.find((player) => player.kind !== "bot")?.name;
  return html`
    <header class="topbar">
      <a class="home" href="/" aria-label="Front page">
        <img src=${page.mark} alt="" width="30" height="30" />
      </a>
      <p class="where"><b>${host ? `${host}’s table` : "A table"}</b></p>
      <${Connection} state=${state.connection} />
    </header>
    <div class="waiting">
      <section class="panel">
        <h1>
          ${free ? `Waiting for ${free === 1 ? "one more player" : `${free} more players`}` : "Everyone is here"}
        </h1>
        ${
          table?.options.cheating &&
          html`
            <p class="notice cheating" data-testid="cheating">
              Cheating is allowed at this table, and so is calling it out.
            </p>`
        }
        <ul class="places" aria-label="Seats">
          ${Array.from({ length: size }, (_, seat) => {
            const player = sight.players.find((one) => one.seat === seat);
            return html`
              <li key=${seat} data-seat=${seat} data-taken=${Boolean(player)}>
                ${
                  player
                    ? html`
                      <${Taken} player=${player} own=${seat === sight.viewer} level=${levelAt(table, seat)} />`
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
            seated &&
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
                Start with ${sight.players.length} players
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
                Leave the table
              </button>`
          }
          ${!seated && !page.user && html`<p class="muted">No account needed: you sit down as a guest.</p>`}
        </div>
        ${
          seated &&
          free > 0 &&
          html`<p class="muted by-itself">The game starts by itself when the last seat is taken.</p>`
        }
      </section>
      <section class="panel">
        <h2>The game at this table</h2>
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
                Other people’s bots may not join.
              </li>`
          }
        </ul>
        <${Invite} link=${link} say=${say} />
        ${
          sight.commitment &&
          html`
            <p class="muted fair">
              The deal is fixed and sealed:${" "}
              <code title=${sight.commitment}>${sight.commitment.slice(0, 16)}…</code>${" "}
              <a href=${`${page.rules_url}#fair`}>How to check it</a>
            </p>`
        }
      </section>
    </div>`;
}
