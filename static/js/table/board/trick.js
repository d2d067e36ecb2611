/** The trick in the order it is played, leader on the far left, with a place for who is still to come. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { CardFace } from "../../cards/art.js";
import { html } from "../../html.js";
import { seatName } from "../../sight/words.js";
import { gettext, interpolate } from "../../text.js";
import { flyIn } from "../motion.js";

/** The seats in the order of this trick. */
function orderOf(sight, trick) {
  const count = sight.players.length;
  return Array.from({ length: count }, (_, index) => (trick.leader + index) % count);
}

const sideOf = (root, seat) => root?.querySelector(`[data-seat="${seat}"] .avatar`)?.getBoundingClientRect();

function useFlights(ref, sight, trick, places) {
  const seen = useRef(/** @type {Set<string> | null} */ (null));
  useLayoutEffect(() => {
    const keys = trick.plays.map((play) => `${sight.round?.number}:${trick.number}:${play.seat}`);
    const known = seen.current;
    seen.current = new Set(keys);
    if (!known) return;
    trick.plays.forEach((play, index) => {
      if (known.has(keys[index])) return;
      const element = ref.current.querySelector(`[data-slot="${play.seat}"] .face`);
      if (element)
        flyIn(element, places.current.get(play.card) ?? sideOf(ref.current.closest(".game"), play.seat));
    });
  });
}

const Slot = ({ sight, seat, card, winner, next }) => html`
  <li class="slot" data-slot=${seat} data-winner=${winner === seat} data-next=${next}>
    <div class="place">${
      card
        ? html`<span class="laid" data-laid=${card}><${CardFace} card=${card} /></span>`
        : html`<span class="empty" aria-hidden="true"></span>`
    }</div>
    <span class="by">${seatName(sight, seat)}${
      winner === seat &&
      html`
        <span class="crown">${" "}${seat === sight.viewer ? gettext("take it") : gettext("takes it")}</span>`
    }</span>
  </li>`;

/** The trick that lies on the table, or the one just taken while it is shown for a moment. */
export function Trick({ sight, trick, places, winner = null }) {
  const ref = useRef(/** @type {any} */ (null));
  useFlights(ref, sight, trick, places);
  const cards = new Map(trick.plays.map((play) => [play.seat, play.card]));
  return html`
    <ol
      class="trick"
      ref=${ref}
      aria-label=${interpolate(gettext("Trick %(number)s"), { number: trick.number })}
      data-trick=${trick.number}
      style=${`--n:${sight.players.length}`}
    >
      ${orderOf(sight, trick).map(
        (seat) => html`
          <${Slot}
            key=${seat}
            sight=${sight}
            seat=${seat}
            card=${cards.get(seat)}
            winner=${winner}
            next=${winner === null && sight.turn.includes(seat)}
          />`,
      )}
    </ol>`;
}

/** A trick shown again, without motion. */
export const TrickAgain = ({ sight, trick }) => html`
  <ol class="trick again" style=${`--n:${sight.players.length}`}>
    ${trick.plays.map(
      (play) => html`
        <${Slot}
          key=${play.seat}
          sight=${sight}
          seat=${play.seat}
          card=${play.card}
          winner=${trick.winner}
          next=${false}
        />`,
    )}
  </ol>`;
