/** The lists of the page of friends. */
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { gettext } from "../text.js";
import { ChallengeCard } from "./inbox.js";
import { NameInput } from "./name.js";
import { sorted, statusText, wayText } from "./status.js";

const Button = ({ does, name, text, kind = "", busy, run }) => html`
  <button
    type="button"
    class=${`button ${kind}`}
    data-action=${does}
    aria-label=${`${text}: ${name}`}
    disabled=${busy}
    onClick=${() => run(name)}
  >
    ${text}
  </button>`;

export const Challenges = ({ challenges, inbox }) =>
  challenges.length > 0 &&
  html`
    <section class="panel" aria-labelledby="challenges-title">
      <h2 id="challenges-title">${gettext("Challenges")}</h2>
      <ul class="people" data-testid="challenges">
        ${challenges.map(
          (challenge) => html`
            <${ChallengeCard}
              key=${challenge.id}
              challenge=${challenge}
              busy=${inbox.busy()}
              accept=${inbox.accept}
              decline=${inbox.decline}
            />`,
        )}
      </ul>
    </section>`;

export const Received = ({ requests, busy, calls }) =>
  requests.length > 0 &&
  html`
    <section class="panel" aria-labelledby="received-title">
      <h2 id="received-title">${gettext("Friend requests")}</h2>
      <ul class="people" data-testid="received">
        ${requests.map(
          ({ username }) => html`
            <li key=${username}>
              <p class="who"><b>${username}</b><small>${gettext("wants to be your friend")}</small></p>
              <p class="actions">
                <${Button}
                  does="accept"
                  name=${username}
                  text=${gettext("Accept")}
                  kind="primary"
                  busy=${busy}
                  run=${calls.accept}
                />
                <${Button}
                  does="decline"
                  name=${username}
                  text=${gettext("Decline")}
                  busy=${busy}
                  run=${calls.decline}
                />
              </p>
            </li>`,
        )}
      </ul>
    </section>`;

const FriendRow = ({ friend, page, busy, calls }) => html`
  <li data-status=${friend.status}>
    <p class="who">
      <a href=${`${page.players}${encodeURIComponent(friend.username)}/`}><b>${friend.username}</b></a>
      <small>${statusText(friend)}</small>
    </p>
    <p class="actions">
      ${
        friend.table &&
        html`
          <a
            class="button primary"
            href=${`${page.tables}${friend.table.id}/`}
            aria-label=${`${wayText(friend)}: ${friend.username}`}
          >
            ${wayText(friend)}
          </a>`
      }
      <a
        class="button"
        href=${`${page.tables}?challenge=${encodeURIComponent(friend.username)}#open`}
        aria-label=${`${gettext("Challenge")}: ${friend.username}`}
      >
        ${gettext("Challenge")}
      </a>
      <${Button}
        does="remove"
        name=${friend.username}
        text=${gettext("Remove")}
        kind="quiet"
        busy=${busy}
        run=${calls.remove}
      />
    </p>
  </li>`;

export const Friends = ({ friends, page, busy, calls }) => html`
  <section class="panel" aria-labelledby="friends-title">
    <h2 id="friends-title">${gettext("Your friends")}</h2>
    ${
      friends?.length === 0 &&
      html`<p class="muted">${gettext("Nobody yet. Ask somebody by name, or on the page of a player.")}</p>`
    }
    <ul class="people" data-testid="friends">
      ${sorted(friends ?? []).map(
        (friend) => html`
          <${FriendRow} key=${friend.username} friend=${friend} page=${page} busy=${busy} calls=${calls} />`,
      )}
    </ul>
  </section>`;

/** Asks by name. It waits for no other call: a disabled button would swallow the Enter key.
    @param {{ ask: (name: string) => Promise<boolean> }} props */
export function FriendForm({ ask }) {
  const [name, setName] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    // What was typed meanwhile is another name.
    if (await ask(name.trim())) setName((now) => (now === name ? "" : now));
  };
  return html`
    <form class="form add-friend" onSubmit=${submit}>
      <label for="friend-name">${gettext("Name of a player")}</label>
      <div class="row">
        <${NameInput} id="friend-name" name=${name} change=${setName} />
        <button type="submit" class="button primary">${gettext("Ask")}</button>
      </div>
      <p class="help">${gettext("You become friends when they accept. Guests can’t be found by name.")}</p>
    </form>`;
}

export const Sent = ({ requests, busy, calls }) =>
  requests.length > 0 &&
  html`
    <h3>${gettext("Waiting for an answer")}</h3>
    <ul class="people" data-testid="sent">
      ${requests.map(
        ({ username }) => html`
          <li key=${username}>
            <p class="who"><b>${username}</b></p>
            <p class="actions">
              <${Button}
                does="withdraw"
                name=${username}
                text=${gettext("Withdraw")}
                kind="quiet"
                busy=${busy}
                run=${calls.withdraw}
              />
            </p>
          </li>`,
      )}
    </ul>`;
