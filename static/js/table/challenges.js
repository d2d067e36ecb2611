/** The waiting room's challenges: whom the players have challenged, and a form to challenge others. */
import { useState } from "preact/hooks";
import { call, get, post } from "../api.js";
import { html } from "../html.js";
import { NameInput } from "../people/name.js";
import { sorted, statusText } from "../people/status.js";
import { wantedAt } from "../people/wanted.js";
import { gettext, interpolate } from "../text.js";

const STATES = {
  open: () => gettext("challenged"),
  accepted: () => gettext("has accepted"),
  declined: () => gettext("has declined"),
  withdrawn: () => gettext("challenge withdrawn"),
  expired: () => gettext("did not answer"),
};

/** What is known of a table's challenges. `say` shows a sentence, and `changed` is called after each change. */
export function createChallenges({ page, say, changed }) {
  const url = `${page.api}tables/${page.table_id}/challenges`;
  const known = { rows: /** @type {any[]} */ ([]), friends: /** @type {any[] | null} */ (null), busy: false };

  /** Makes a call that may answer with the rows, and shows its refusal. Returns whether it was done. */
  async function guard(doCall) {
    known.busy = true;
    changed();
    let done = true;
    try {
      const rows = await doCall();
      if (rows) known.rows = rows;
    } catch (problem) {
      done = false;
      say(/** @type {Error} */ (problem).message, "error");
    }
    known.busy = false;
    changed();
    return done;
  }

  const challenge = (name) => guard(() => post(url, { usernames: [name] }));
  return {
    known,
    challenge,
    /** Whether this visitor can challenge: guests can't. */
    allowed: page.user?.kind === "human",
    withdraw: (name) =>
      guard(async () => {
        await call("DELETE", `${url}/${encodeURIComponent(name)}`);
        return get(url);
      }),
    load: () => guard(() => get(url)),
    /** Reads the challenges when the visitor has a seat, and makes the one that was noted. */
    begin() {
      const name = wantedAt(page.table_id);
      return name ? challenge(name) : guard(() => get(url));
    },
    async loadFriends() {
      known.friends = await get(`${page.api}me/friends`).catch(() => null);
      changed();
    },
    /** Returns whether the frame was about a challenge of this visitor. */
    take(frame) {
      if (frame.type !== "challenge_answered") return false;
      const sentence =
        frame.answer === "accepted"
          ? gettext("%(name)s has accepted your challenge.")
          : gettext("%(name)s has declined your challenge.");
      say(interpolate(sentence, { name: frame.username }));
      if (frame.table === page.table_id) guard(() => get(url));
      return true;
    },
  };
}

const Row = ({ row, own, challenges }) => html`
  <li>
    <p class="who"><b>${row.username}</b><small>${STATES[row.state]()}</small></p>
    ${
      row.state === "open" &&
      row.challenger === own &&
      html`
        <button
          type="button"
          class="button quiet"
          aria-label=${interpolate(gettext("Withdraw the challenge of %(name)s"), { name: row.username })}
          disabled=${challenges.known.busy}
          onClick=${() => challenges.withdraw(row.username)}
        >
          ${gettext("Withdraw")}
        </button>`
    }
  </li>`;

export function Challenging({ challenges, own }) {
  const [name, setName] = useState("");
  const { rows, friends, busy } = challenges.known;
  const asked = new Set(rows.filter(({ state }) => state === "open").map(({ username }) => username));
  const submit = async (event) => {
    event.preventDefault();
    // A refused name stays to be corrected, and what was typed meanwhile is another one.
    if (await challenges.challenge(name.trim())) setName((now) => (now === name ? "" : now));
  };
  const toggle = (event) => event.currentTarget.open && challenges.loadFriends();
  return html`
    <details class="challenging" onToggle=${toggle} data-testid="challenging">
      <summary>${gettext("Challenge somebody…")}</summary>
      <p class="help">
        ${gettext(
          "They see it at once, or get a notification, and have ten minutes. " +
            "No seat is kept: who comes first sits down.",
        )}
      </p>
      <ul class="people">
        ${sorted(friends ?? [])
          .filter(({ username }) => !asked.has(username))
          .map(
            (friend) => html`
              <li key=${friend.username} data-status=${friend.status}>
                <p class="who"><b>${friend.username}</b><small>${statusText(friend)}</small></p>
                <button
                  type="button"
                  class="button"
                  aria-label=${interpolate(gettext("Challenge %(name)s"), { name: friend.username })}
                  disabled=${busy}
                  onClick=${() => challenges.challenge(friend.username)}
                >
                  ${gettext("Challenge")}
                </button>
              </li>`,
          )}
      </ul>
      <form class="form" onSubmit=${submit}>
        <label for="challenged">${gettext("Name of a player")}</label>
        <div class="invite-row">
          <${NameInput} id="challenged" name=${name} change=${setName} />
          <button type="submit" class="button" disabled=${busy}>${gettext("Challenge")}</button>
        </div>
      </form>
    </details>
    ${
      rows.length > 0 &&
      html`
        <ul class="people" data-testid="challenged" aria-live="polite">
          ${rows.map((row) => html`<${Row} key=${row.username} row=${row} own=${own} challenges=${challenges} />`)}
        </ul>`
    }`;
}
