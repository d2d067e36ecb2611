/** The players round the table, and one's own plate: name, score, tricks of bid, dealer, whose turn. */
import { CardBack } from "../../cards/art.js";
import { html } from "../../html.js";
import { kindOf, levelAt } from "../../options.js";
import { isSlow } from "../../sight/slow.js";
import { bidText, figure, inLastTrick, scoreText, tricksText } from "../../sight/words.js";
import { gettext, interpolate, pgettext } from "../../text.js";
import { Gone, SeatClock, SlowTime } from "../clocks/seatclock.js";

/** More backs than these would say no more. */
const MAX_BACKS = 8;
const HUES = [8, 42, 150, 208, 268, 320];

export const Avatar = ({ player }) => html`
  <span class="avatar" style=${`--hue:${HUES[player.seat % 6]}`} aria-hidden="true">
    ${player.name.slice(0, 1).toUpperCase()}${
      player.kind === "bot" && html`<i class="bot-mark">${gettext("bot")}</i>`
    }
  </span>`;

function notesOf(sight, player, level) {
  const notes = player.kind === "bot" ? [kindOf("bot", level)] : [];
  if (sight.round?.dealer === player.seat) notes.push(gettext("dealer"));
  if (sight.turn.includes(player.seat)) notes.push(gettext("to act"));
  if (player.away) notes.push(sight.deserted ? gettext("away") : gettext("away, a stand-in plays"));
  else if (player.connected === false && !isSlow(sight)) notes.push(gettext("not connected"));
  return notes;
}

function bidState(player) {
  if (player.bid === null || player.bid === undefined) return player.has_bid ? "secret" : "none";
  if (player.tricks > player.bid) return "over";
  return player.tricks === player.bid ? "met" : "under";
}

function tricksLabel(player) {
  const made = player.has_bid ? gettext("has bid") : gettext("no bid yet");
  return interpolate(gettext("%(tricks)s taken, %(bid)s"), {
    tricks: player.tricks,
    bid: typeof player.bid === "number" ? interpolate(gettext("bid %(bid)s"), { bid: player.bid }) : made,
  });
}

/** That a stand-in plays; narrow seats leave out what the sentence has in brackets. */
const standInText = () =>
  gettext("away: [a ]stand-in[ plays]")
    .split(/[[\]]/)
    .map((piece, at) => (at % 2 ? html`<i>${piece}</i>` : piece));

/** The backs of cards that a player still holds, peeking out from under the plate; the last ones lie on top. */
const HiddenHand = ({ count }) => html`
  <span class="hidden-hand" data-testid="hidden-hand" aria-hidden="true">
    ${Array.from({ length: Math.min(count, MAX_BACKS) }, (_, index) => html`<${CardBack} key=${index} />`)}
  </span>`;

/** Narrow plates leave out the score where the one that is foreseen follows it in brackets. */
function Points({ score }) {
  const [now, foreseen] = score.split(/(?= \()/);
  return foreseen ? html`<i>${now}</i>${foreseen}` : now;
}

/** One player's plate. */
export function Seat({ sight, player, own = false, style, mark, offset = 0, level }) {
  const notes = notesOf(sight, player, level);
  const bids = ["bidding", "naming_trump"].includes(sight.status);
  const who = own ? gettext("You") : player.name;
  const score = inLastTrick(sight) ? scoreText(player) : figure(player.score);
  const points = interpolate(gettext("%(name)s: %(score)s points"), { name: who, score });
  const label = [points, sight.round && tricksLabel(player), ...notes].filter(Boolean).join(", ");
  return html`
    <div
      class=${`seat ${own ? "own" : ""}`}
      role="group"
      aria-label=${label}
      data-seat=${player.seat}
      style=${style}
      data-turn=${sight.turn.includes(player.seat)}
      data-away=${Boolean(player.away)}
      data-connected=${player.connected !== false}
    >
      ${!own && player.cards > 0 && html`<${HiddenHand} count=${player.cards} />`}
      <${Avatar} player=${player} />
      ${
        sight.round?.dealer === player.seat &&
        html`<span class="dealer" title=${gettext("Dealer")}>${pgettext("the dealer’s sign", "D")}</span>`
      }
      <span class="who">
        <b title=${player.kind === "bot" ? `${player.name}, ${kindOf("bot", level)}` : player.name}>
          ${who}
        </b>
        <span class="score" data-score><${Points} score=${score} /></span>
      </span>
      ${
        sight.round &&
        html`
          <span class="tally" data-bid-state=${bidState(player)} title=${gettext("Tricks taken / bid")}>
            <b data-tricks>${bids ? bidText(player) : tricksText(player)}</b>
          </span>`
      }
      ${
        bids &&
        player.has_bid &&
        typeof player.bid !== "number" &&
        html`<span class="flag">${gettext("has bid")}</span>`
      }
      ${
        player.away &&
        html`
          <span
            class="flag away"
            title=${sight.deserted ? gettext("Away") : gettext("Away: a stand-in plays")}
            data-testid="away"
          >
            ${sight.deserted ? gettext("away") : standInText()}
          </span>`
      }
      ${
        !player.away &&
        !isSlow(sight) &&
        player.connected === false &&
        html`<${Gone} player=${player} offset=${offset} />`
      }
      <${SlowTime} sight=${sight} player=${player} offset=${offset} />
      <${SeatClock} sight=${sight} player=${player} offset=${offset} own=${own} />
      ${
        sight.status === "pause" &&
        sight.ready?.includes(player.seat) &&
        html`<span class="flag ready">${gettext("ready")}</span>`
      }
      ${
        mark &&
        html`
          <span class="flag verdict" data-good=${mark.good} data-testid="mark" aria-hidden="true">
            ${mark.text}
          </span>`
      }
    </div>`;
}

/** Everyone but the viewer, clockwise from the viewer's left, so that the table is seen from one's own chair. */
export function othersOf(sight) {
  const count = sight.players.length;
  const first = sight.viewer ?? -1;
  return [...sight.players]
    .filter((player) => player.seat !== sight.viewer)
    .sort((a, b) => ((a.seat - first + count) % count) - ((b.seat - first + count) % count));
}

export function Seats({ sight, table, marks, offset }) {
  const others = othersOf(sight);
  const middle = (others.length - 1) / 2;
  return html`
    <div class="seats" role="group" aria-label=${gettext("Players")} data-count=${others.length}>
      <h2 class="visually-hidden">${gettext("Players")}</h2>
      ${others.map(
        (player, index) => html`
          <${Seat}
            key=${player.seat}
            sight=${sight}
            player=${player}
            mark=${marks[player.seat]}
            offset=${offset}
            level=${levelAt(table, player.seat)}
            style=${`--arc:${middle ? Math.abs(index - middle) / middle : 0}`}
          />`,
      )}
    </div>`;
}
