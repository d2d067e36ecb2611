/** What waits for the visitor, on every page with a socket: a card for each challenge, and the header's number. */
import { render } from "preact";
import { get, post } from "../api.js";
import { html } from "../html.js";
import { gameText, seatsText } from "../lobby/rows.js";
import { salt } from "../salt.js";
import { fill, gettext, interpolate, ngettext } from "../text.js";

/** How many things wait. Pure. */
export const countOf = (inbox) => inbox.friend_requests + inbox.challenges.length;

/** What the header's number says to screen readers. Pure. @param {number} count */
export const countText = (count) =>
  interpolate(
    ngettext("Friends: %(count)s thing waits for you", "Friends: %(count)s things wait for you", count),
    { count },
  );

/** What is played at a challenge's table. Pure. */
export const gameOf = ({ table }) => `${gameText(table)} · ${seatsText(table)}`;

export const ChallengeCard = ({ challenge, busy, accept, decline, hide }) => html`
  <li class="challenge" data-challenge=${challenge.id}>
    <p>${fill(gettext("%(name)s challenges you"), { name: html`<b>${challenge.username}</b>` })}</p>
    <small>${gameOf(challenge)}</small>
    <p class="actions">
      <button
        type="button"
        class="button primary"
        data-action="accept"
        aria-label=${interpolate(gettext("Accept the challenge of %(name)s"), { name: challenge.username })}
        disabled=${busy}
        onClick=${() => accept(challenge)}
      >
        ${gettext("Accept")}
      </button>
      <button
        type="button"
        class="button"
        data-action="decline"
        aria-label=${interpolate(gettext("Decline the challenge of %(name)s"), { name: challenge.username })}
        disabled=${busy}
        onClick=${() => decline(challenge)}
      >
        ${gettext("Decline")}
      </button>
      ${
        hide &&
        html`
          <button
            type="button"
            class="button quiet"
            aria-label=${interpolate(gettext("Answer the challenge of %(name)s later"), { name: challenge.username })}
            onClick=${() => hide(challenge)}
          >
            ${gettext("Later")}
          </button>`
      }
    </p>
  </li>`;

/** Shows the number in the header; pages without a header have none. */
function showCount(count) {
  for (const badge of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-waiting]"))) {
    badge.hidden = count === 0;
    badge.textContent = String(count);
    if (badge.hasAttribute("aria-label")) badge.setAttribute("aria-label", countText(count));
  }
}

/**
 * Takes the socket's `inbox` frames; `changed` gets each. `cards` says whether challenges lie over the page.
 * @param {{api: string, tables: string, cards?: boolean, changed?: (inbox: any) => void}} page
 */
export function createInbox({ api, tables, cards = true, changed = () => {} }) {
  let inbox = { friend_requests: 0, challenges: /** @type {any[]} */ ([]) };
  let busy = false;
  let problem = "";
  const hidden = new Set();
  const root = document.createElement("div");
  root.className = "challenges";
  if (cards) document.body.append(root);

  function draw() {
    changed(inbox);
    if (!cards) return;
    const shown = inbox.challenges.filter(({ id }) => !hidden.has(id));
    render(
      html`
        <ul aria-label=${gettext("Challenges")} aria-live="polite" data-testid="challenges">
          ${shown.map(
            (challenge) => html`
              <${ChallengeCard}
                key=${challenge.id}
                challenge=${challenge}
                busy=${busy}
                accept=${accept}
                decline=${decline}
                hide=${hide}
              />`,
          )}
        </ul>
        ${problem && html`<p class="challenge" role="alert">${problem}</p>`}`,
      root,
    );
  }

  /** Answers a challenge. A refusal is shown, and what still waits is asked for. */
  async function answer(challenge, does) {
    busy = true;
    problem = "";
    draw();
    try {
      await does(`${api}me/challenges/${challenge.id}`);
      inbox = { ...inbox, challenges: inbox.challenges.filter(({ id }) => id !== challenge.id) };
    } catch (fault) {
      problem = /** @type {Error} */ (fault).message;
      const challenges = await get(`${api}me/challenges`).catch(() => null);
      if (challenges) inbox = { ...inbox, challenges };
    }
    busy = false;
    showCount(countOf(inbox));
    draw();
  }

  const accept = (challenge) =>
    answer(challenge, async (url) => {
      const table = await post(`${url}/accept`, { salt: salt() });
      location.assign(`${tables}${table.id}/`);
    });
  const decline = (challenge) => answer(challenge, (url) => post(`${url}/decline`));
  const hide = ({ id }) => {
    hidden.add(id);
    draw();
  };

  return {
    accept,
    decline,
    /** The last refusal of an answer, or "". */
    problem: () => problem,
    /** Whether an answer is on its way. */
    busy: () => busy,
    /** Returns whether the frame was for the inbox. */
    take(frame) {
      if (frame.type !== "inbox") return false;
      inbox = frame;
      problem = "";
      showCount(countOf(inbox));
      draw();
      return true;
    },
  };
}
