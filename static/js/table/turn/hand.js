/** The viewer's hand: sorted, what may not be played visibly so, each card within reach of mouse, thumb and keys. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CardFace } from "../../cards/art.js";
import { rowCount, rowsOf, sortHand } from "../../cards/cards.js";
import { nameOf } from "../../cards/names.js";
import { html } from "../../html.js";
import { cardsCount, mayAct, whyNot } from "../../sight/words.js";
import { gettext, interpolate } from "../../text.js";
import { dealIn } from "../motion.js";
import { Odds, promiseOf, promiseText } from "./coach.js";
import { useLongPress } from "./longpress.js";

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

const WING =
  "M64 56C44 54 18 44 3 8c14 12 22 14 30 15C25 18 18 11 14 2c16 12 24 15 32 17-6-5-10-9-13-15" +
  " 20 11 32 27 31 52Z";

/** A pair of wings: the card is played when its player's turn comes. */
const Wings = () => html`
  <svg class="wings" viewBox="0 0 160 60" aria-hidden="true" focusable="false">
    <path d=${WING} />
    <path d=${WING} transform="translate(160 0) scale(-1 1)" />
  </svg>`;
/** What a screen reader is told of a card beside its name. */
function stateText({ pending, winged, chosen, playing, why }) {
  if (pending) return gettext(", being played");
  if (winged) return gettext(", will be played when it is your turn");
  if (playing && why) return interpolate(gettext(", not allowed: %(why)s"), { why });
  if (chosen)
    return playing ? gettext(", chosen: once more to play it") : gettext(", chosen: once more to mark it");
  return "";
}

function Card({ sight, card, coach, pending, winged, forced, busy, tab, choice, focused }) {
  const legal = sight.legal.cards.includes(card);
  const playable = sight.playable.includes(card);
  const playing = sight.status === "playing" && mayAct(sight);
  const why = legal ? "" : whyNot(sight, card);
  const promise = promiseOf(coach, "card", card);
  const chosen = choice.chosen === card;
  const state = stateText({ pending, winged, chosen, playing, why });
  const press = useLongPress(choice.marking && (() => choice.mark(card)), () =>
    choice.choose(card, { legal, playable, why, playing }),
  );
  const look = [
    legal && "legal",
    playing && !legal && "barred",
    playing && !legal && playable && "sly",
    choice.marking && "markable",
    chosen && "chosen",
    winged && "winged",
    forced && "forced",
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
      aria-disabled=${(!playable && !choice.marking) || busy}
      aria-busy=${pending}
      onFocus=${focused}
      ...${press}
    >
      <span class="art">
        ${winged && html`<${Wings} />`}
        <${CardFace} card=${card} label=${false} />
        ${pending && html`<i class="ring" aria-hidden="true"></i>`}
        <${Odds} promise=${promise} />
      </span>
    </button>`;
}

export function Hand({ sight, order, coach, pendingCard, winged, forced, busy, choice }) {
  const ref = useRef(/** @type {any} */ (null));
  const narrow = useMedia(NARROW);
  const [tabbed, setTabbed] = useState("");
  const cards = sortHand(sight.hand ?? [], sight.round?.trump, order);
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
      aria-label=${
        cards.length
          ? interpolate(gettext("Your hand, %(count)s"), { count: cardsCount(cards.length) })
          : gettext("Your hand is empty")
      }
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
                  winged=${winged === card}
                  forced=${forced === card}
                  busy=${busy}
                  tab=${card === stop}
                  choice=${choice}
                  focused=${() => setTabbed(card)}
                />`,
            )}
          </div>`,
      )}
    </div>`;
}
