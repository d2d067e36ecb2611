/** The viewer's hand: sorted, what may not be played visibly so, each card within reach of mouse, thumb and keys. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CardFace } from "../cardart.js";
import { nameOf, rowCount, rowsOf, sortHand } from "../cards.js";
import { html } from "../html.js";
import { dealIn } from "../motion.js";
import { mayAct, plural, whyNot } from "../words.js";
import { Odds, promiseOf, promiseText } from "./coach.js";

const NARROW = "(max-width: 620px) and (orientation: portrait)";

function useMedia(query) {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setMatches(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return matches;
}

/** Arrow keys walk through the hand; the row above and below are one walk. */
function walk(event, cards, focus) {
  const index = cards.indexOf(event.target.closest("[data-card]")?.dataset.card);
  const to = {
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    Home: 0,
    End: cards.length - 1,
  }[event.key];
  if (to === undefined || index < 0) return;
  event.preventDefault();
  focus(cards[Math.max(0, Math.min(cards.length - 1, to))]);
}

function Card({ sight, card, coach, pending, busy, tab, choose, focused }) {
  const legal = sight.legal.cards.includes(card);
  const playable = sight.playable.includes(card);
  const playing = sight.status === "playing" && mayAct(sight);
  const why = legal ? "" : whyNot(sight, card);
  const promise = promiseOf(coach, "card", card);
  const state = pending ? ", being played" : why && playing ? `, not allowed: ${why}` : "";
  const look = [
    legal && "legal",
    playing && !legal && "barred",
    playing && !legal && playable && "sly",
    pending && "pending",
  ]
    .filter(Boolean)
    .join(" ");
  return html`
    <button
      type="button"
      class=${`card ${look}`}
      data-card=${card}
      data-legal=${legal}
      tabindex=${tab ? 0 : -1}
      aria-label=${nameOf(card) + state + promiseText(promise)}
      title=${playing && why ? why : undefined}
      aria-disabled=${!playable || busy}
      aria-busy=${pending}
      onFocus=${focused}
      onClick=${() => choose(card, { legal, playable, why, playing })}
    >
      <span class="art">
        <${CardFace} card=${card} label=${false} />
        ${pending && html`<i class="ring" aria-hidden="true"></i>`}
        <${Odds} promise=${promise} />
      </span>
    </button>`;
}

export function Hand({ sight, coach, pendingCard, busy, choose }) {
  const ref = useRef(/** @type {any} */ (null));
  const narrow = useMedia(NARROW);
  const [tabbed, setTabbed] = useState("");
  const cards = sortHand(sight.hand ?? [], sight.round?.trump);
  const round = sight.round?.number;
  const rows = rowCount(sight.round?.cards ?? cards.length, narrow);
  useLayoutEffect(() => {
    if (ref.current) dealIn([...ref.current.querySelectorAll(".art")]);
  }, [round]);
  const focus = (card) => ref.current.querySelector(`[data-card="${card}"]`)?.focus();
  const stop = cards.includes(tabbed)
    ? tabbed
    : (cards.find((card) => sight.legal.cards.includes(card)) ?? cards[0]);
  return html`
    <div
      class="hand"
      ref=${ref}
      role="group"
      aria-label=${cards.length ? `Your hand, ${plural(cards.length, "card")}` : "Your hand is empty"}
      style=${`--rows:${rows}`}
      data-testid="hand"
      onKeyDown=${(event) => walk(event, cards, focus)}
    >
      ${rowsOf(cards, narrow).map(
        (row, index) => html`
          <div class="row" key=${index} style=${`--gaps:${Math.max(1, row.length - 1)}`}>
            ${row.map(
              (card) => html`
                <${Card}
                  key=${card}
                  sight=${sight}
                  card=${card}
                  coach=${coach}
                  pending=${pendingCard === card}
                  busy=${busy}
                  tab=${card === stop}
                  choose=${choose}
                  focused=${() => setTabbed(card)}
                />`,
            )}
          </div>`,
      )}
    </div>`;
}
