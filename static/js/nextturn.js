/** For people who play at several tables: asks where it is their turn, and links to it. */
import { get } from "./api.js";
import { html } from "./html.js";
import { interpolate, ngettext } from "./text.js";

const LOOK_MS = 10000;

/** What the link says. Pure. @param {number} waiting */
export const nextTurnText = (waiting) =>
  interpolate(ngettext("Your turn at another table", "Your turn at %(count)d other tables", waiting), {
    count: waiting,
  });

/** Asks now and again, while the page is visible. `found` gets each answer. */
export function watchNextTurn({ api, current = "", found }) {
  const look = async () => {
    if (document.hidden) return;
    const answer = await get(`${api}me/next-turn?current=${current}`).catch(() => null);
    if (answer) found(answer);
  };
  look();
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_MS);
}

export const NextTurn = ({ turn, base, text = nextTurnText(turn?.waiting ?? 0) }) =>
  turn?.id &&
  html`<a class="button primary next-turn" data-testid="next-turn" href=${`${base}${turn.id}/`}>${text}</a>`;

/** The same in the bar of a table, where a narrow screen has room for the number alone. */
export function NextTurnInBar({ turn, base }) {
  if (!turn?.id) return null;
  const text = nextTurnText(turn.waiting);
  return html`
    <a
      class="button primary next-turn"
      data-testid="next-turn"
      href=${`${base}${turn.id}/`}
      aria-label=${text}
      title=${text}
    >
      <span>${text}</span>
      ${turn.waiting > 1 && html`<b aria-hidden="true">${turn.waiting}</b>`}
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l7 7-7 7M12 5l7 7-7 7" /></svg>
    </a>`;
}
