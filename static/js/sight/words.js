/** Sentences and figures about a sight, for the eye and for the ear. Pure: a sight in, words out. */
import { followSentence, trumpSentence } from "../cards/names.js";
import { gettext, interpolate, ngettext, pgettext } from "../text.js";

/** A number with a true minus sign. @param {number} number */
export const figure = (number) => (number < 0 ? `−${-number}` : `${number}`);

/** "90", or "90 (80)" while the round would change the score if it ended now.
    @param {Pick<Wire.Player, "score" | "score_now">} player */
export function scoreText({ score, score_now: now }) {
  return now === score ? figure(score) : `${figure(score)} (${figure(now)})`;
}

/** Whether the last trick of the round is played: what the round brings is foreseen from then on. Before,
    nearly everybody misses their bid so far, and the figure would say nothing.
    @param {Pick<Wire.Sight, "status" | "round" | "trick">} sight */
export const inLastTrick = ({ status, round, trick }) =>
  status === "playing" && trick !== null && trick.number === round?.cards;

/** "bid 2" while others still bid; what isn't known shows as with `tricksText`. There is room for six letters.
    @param {Pick<Wire.Player, "bid" | "has_bid">} player */
export function bidText({ bid, has_bid: made }) {
  if (bid !== null && bid !== undefined) return interpolate(pgettext("on a seat", "bid %(bid)s"), { bid });
  return made ? pgettext("on a seat", "bid ?") : "–";
}

/** "0/1": taken of bid; a bid that isn't known shows as "?" when made and "–" when not.
    @param {Pick<Wire.Player, "bid" | "has_bid" | "tricks">} player */
export function tricksText(player) {
  if (player.bid !== null && player.bid !== undefined) return `${player.tricks}/${player.bid}`;
  return `${player.tricks}/${player.has_bid ? "?" : "–"}`;
}

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : figure(points));

/** @param {number} count */
export const tricksCount = (count) =>
  interpolate(ngettext("%(count)s trick", "%(count)s tricks", count), { count });

/** @param {number} count */
export const cardsCount = (count) =>
  interpolate(ngettext("%(count)s card", "%(count)s cards", count), { count });

/** "Ada", "Ada and Bea", "Ada, Bea and Cid". @param {string[]} names */
export const joinNames = (names) =>
  names.length < 2
    ? names.join("")
    : interpolate(gettext("%(names)s and %(last)s"), {
        names: names.slice(0, -1).join(", "),
        last: names.at(-1) ?? "",
      });

/** A sentence about a seat: one for the viewer's own, another with the name of any other.
    @param {Pick<Wire.Sight, "viewer" | "players">} sight
    @param {Wire.Seat | null} seat
    @param {string} own
    @param {string} other
    @param {Record<string, string | number>} values */
export const sayOf = (sight, seat, own, other, values = {}) =>
  interpolate(seat === sight.viewer && seat !== null ? own : other, {
    name: seatName(sight, seat),
    ...values,
  });

/** The name of a seat as its viewer says it: "You" for the own seat.
    @param {Pick<Wire.Sight, "viewer" | "players">} sight
    @param {Wire.Seat | null} seat */
export function seatName(sight, seat, you = gettext("You")) {
  if (seat === sight.viewer && seat !== null) return you;
  return sight.players.find((player) => player.seat === seat)?.name ?? gettext("Someone");
}

/** The names of several seats: "Ada", "Ada and Bea", "Ada, Bea and Cid".
    @param {Wire.Sight} sight
    @param {(Wire.Seat | null)[]} seats */
export const namesOf = (sight, seats) => joinNames(seats.map((seat) => seatName(sight, seat)));

/** @param {Wire.Round | null} round */
export const trumpText = (round) => (round?.trump ? trumpSentence(round.trump) : gettext("No trump"));

/** @param {Wire.Sight} sight */
export const mayAct = (sight) => sight.viewer !== null && sight.turn.includes(sight.viewer);

/** Whether the viewer can say that the next round may begin. @param {Wire.Sight} sight */
export const mayBeReady = ({ status, viewer, ready, halted }) =>
  status === "pause" && viewer !== null && !ready?.includes(viewer) && !halted;

/** @returns {Partial<Record<Wire.Status, string>>} */
const overLines = () => ({
  pause: gettext("The round is over"),
  finished: gettext("The game is over"),
  abandoned: gettext("This game was abandoned"),
});

/** @returns {Partial<Record<Wire.Status, string>>} */
const ownTurnLines = () => ({
  naming_trump: gettext("Name the trump suit"),
  bidding: gettext("Your bid"),
  playing: gettext("Your turn"),
});

/** @param {number} count @returns {Partial<Record<Wire.Status, string>>} */
const othersTurnLines = (count) => ({
  naming_trump: ngettext("%(names)s is naming trump", "%(names)s are naming trump", count),
  bidding: ngettext("%(names)s is bidding", "%(names)s are bidding", count),
  playing: ngettext("%(names)s is playing", "%(names)s are playing", count),
});

/** One line that says what the table waits for. @param {Wire.Sight} sight */
export function statusLine(sight) {
  if (sight.halted) return gettext("Paused");
  if (sight.deserted) return gettext("Everyone has left; the game is waiting");
  const mine = mayAct(sight);
  const others = sight.turn.filter((seat) => seat !== sight.viewer);
  if (mine) return ownTurnLines()[sight.status] ?? "";
  const waits = othersTurnLines(others.length)[sight.status];
  if (waits) return others.length ? interpolate(waits, { names: namesOf(sight, others) }) : "";
  return overLines()[sight.status] ?? "";
}

/** Why a card can't be played now; an empty text if it can. @param {Wire.Sight} sight @param {Wire.Card} card */
export function whyNot(sight, card) {
  if (sight.legal.cards.includes(card)) return "";
  if (sight.halted)
    return sight.own_pause
      ? gettext("The table is paused")
      : gettext("The organisers have paused this table");
  if (sight.status !== "playing") return gettext("You can play cards after the bidding");
  if (!mayAct(sight)) return gettext("It is not your turn");
  const suit = sight.trick?.suit;
  if (!suit) return gettext("This card can't be played now");
  return followSentence(suit);
}

/** The bid that the rules forbid the viewer now, or null: the one that would make the bids add up.
    @param {Wire.Sight} sight */
export function forbiddenBid(sight) {
  const { round } = sight;
  if (!round?.restricted || !sight.legal.bids.length) return null;
  const all = Array.from({ length: round.cards + 1 }, (_, bid) => bid);
  return all.find((bid) => !sight.legal.bids.includes(bid)) ?? null;
}

/** @param {Wire.Sight} sight */
export const bidSum = (sight) => sight.players.reduce((sum, player) => sum + (player.bid ?? 0), 0);

/** "4 bid for 5 tricks", so that everyone sees whether tricks are fought for or shunned.
    @param {Wire.Sight} sight */
export function bidBalance(sight) {
  const known = sight.players.filter((player) => player.bid !== null).length;
  const secret = sight.round?.reveal !== "open" && known < sight.players.length;
  if (!sight.round || known === 0 || secret) return "";
  const values = { bids: bidSum(sight), tricks: tricksCount(sight.round.cards) };
  return known < sight.players.length
    ? interpolate(gettext("%(bids)s bid so far for %(tricks)s"), values)
    : interpolate(gettext("%(bids)s bid for %(tricks)s"), values);
}

/** What put a place before the next one where both have equal points; an empty text where points did.
    @param {Wire.Place[]} result
    @param {Wire.Place} place */
export function aheadText(result, place) {
  const next = result.find(({ rank }) => rank === place.rank + 1);
  if (next?.score !== place.score) return "";
  return next.correct_bids === place.correct_bids ? gettext("ahead by lot") : gettext("ahead by bids met");
}

/** What decided who wins where two have the most points; an empty text where points did.
    @param {Wire.Place[]} result */
export function tieBreakText(result) {
  const first = result.find(({ rank }) => rank === 1);
  if (!first || !aheadText(result, first)) return "";
  const next = result.find(({ rank }) => rank === 2);
  return next?.correct_bids === first.correct_bids
    ? gettext("Equal points and equally many bids met: decided by lot.")
    : gettext("Equal points: decided by the number of bids met.");
}

/** "Bid met: +20" for the viewer of a scored round; for who watches, that it is over.
    @param {Wire.Sight} sight
    @param {Wire.SheetRow} row */
export function roundHeadline(sight, { round, cells }) {
  const own = cells.find((cell) => cell.seat === sight.viewer);
  if (!own) return interpolate(gettext("Round %(round)s is over"), { round });
  const text = own.bid === own.tricks ? gettext("Bid met: %(points)s") : gettext("Bid missed: %(points)s");
  return interpolate(text, { points: signed(own.points) });
}

/** "You have won!" or "Ada wins". @param {Wire.Sight} sight */
export function winnerText(sight) {
  const winner = sight.result?.find(({ rank }) => rank === 1);
  if (!winner) return gettext("Nobody wins");
  return sayOf(sight, winner.seat, gettext("You have won!"), gettext("%(name)s wins"));
}

/** Who waits at the table of the next game; an empty text where nobody does.
    @param {Wire.Sight} sight
    @param {{ status: Wire.Status, players: string[] } | null | undefined} next */
export function waitingText(sight, next) {
  const own = sight.players.find((player) => player.seat === sight.viewer)?.name;
  const others = next?.status === "open" ? next.players.filter((name) => name !== own) : [];
  if (!others.length) return "";
  const text = ngettext("%(names)s wants to play again.", "%(names)s want to play again.", others.length);
  return interpolate(text, { names: joinNames(others) });
}

/** @param {number} round @param {number} rounds */
export const roundOf = (round, rounds) =>
  interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds });

/** What the browser's tab says: above all that the table waits for this player.
    @param {Wire.Sight | null} sight */
export function titleOf(sight) {
  if (sight && mayAct(sight) && !sight.halted) return `${statusLine(sight)} · Wizard`;
  if (sight?.status === "finished") return `${gettext("The game is over")} · Wizard`;
  if (sight?.status === "open") return `${gettext("Waiting for players")} · Wizard`;
  return sight?.round
    ? `${roundOf(sight.round.number, sight.round.of)} · Wizard`
    : `${gettext("Table")} · Wizard`;
}

/** "44:05" or "1:02:09": time left. @param {number} seconds */
export function clockText(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The points that accusations have moved in the round that runs, for one player.
    @param {Wire.Player} player
    @param {Wire.SheetRow[]} sheet */
export function runningAdjustment(player, sheet) {
  const total = sheet.at(-1)?.cells.find((cell) => cell.seat === player.seat)?.total ?? 0;
  return player.score - total;
}
