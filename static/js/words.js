/** Sentences and figures about a sight, for the eye and for the ear. Pure: a sight in, words out.
    @template {Wire.Event["type"]} T
    @typedef {Extract<Wire.Event, { type: T }>} EventOf */
import { nameOf, SUIT_NAMES } from "./cards.js";

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

/** "bid 2" while others still bid; what isn't known shows as with `tricksText`.
    @param {Pick<Wire.Player, "bid" | "has_bid">} player */
export function bidText({ bid, has_bid: made }) {
  if (bid !== null && bid !== undefined) return `bid ${bid}`;
  return made ? "bid ?" : "–";
}

/** "0/1": taken of bid; a bid that isn't known shows as "?" when made and "–" when not.
    @param {Pick<Wire.Player, "bid" | "has_bid" | "tricks">} player */
export function tricksText(player) {
  if (player.bid !== null && player.bid !== undefined) return `${player.tricks}/${player.bid}`;
  return `${player.tricks}/${player.has_bid ? "?" : "–"}`;
}

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : figure(points));

/** @param {number} count @param {string} one */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The name of a seat as its viewer says it: "You" for the own seat.
    @param {Pick<Wire.Sight, "viewer" | "players">} sight
    @param {Wire.Seat | null} seat */
export function seatName(sight, seat, you = "You") {
  if (seat === sight.viewer && seat !== null) return you;
  return sight.players.find((player) => player.seat === seat)?.name ?? "Someone";
}

/** The names of several seats: "Ada", "Ada and Bea", "Ada, Bea and Cid".
    @param {Wire.Sight} sight
    @param {(Wire.Seat | null)[]} seats */
export function namesOf(sight, seats) {
  const names = seats.map((seat) => seatName(sight, seat));
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {Wire.Round | null} round */
export const trumpText = (round) => (round?.trump ? `${SUIT_NAMES[round.trump]} is trump` : "No trump");

/** @param {Wire.Sight} sight */
export const mayAct = (sight) => sight.viewer !== null && sight.turn.includes(sight.viewer);

/** Whether the viewer can say that the next round may begin. @param {Wire.Sight} sight */
export const mayBeReady = ({ status, viewer, ready, halted }) =>
  status === "pause" && viewer !== null && !ready?.includes(viewer) && !halted;

/** @type {Partial<Record<Wire.Status, string>>} */
const OVER = {
  pause: "The round is over",
  finished: "The game is over",
  abandoned: "This game was abandoned",
};

/** One line that says what the table waits for. @param {Wire.Sight} sight */
export function statusLine(sight) {
  if (sight.halted) return "Paused";
  if (sight.deserted) return "Everyone has left; the game is waiting";
  const mine = mayAct(sight);
  const others = sight.turn.filter((seat) => seat !== sight.viewer);
  const who = namesOf(sight, others);
  const verb = others.length === 1 ? "is" : "are";
  if (sight.status === "naming_trump") return mine ? "Name the trump suit" : `${who} ${verb} naming trump`;
  if (sight.status === "bidding") return mine ? "Your bid" : `${who} ${verb} bidding`;
  if (sight.status === "playing") return mine ? "Your turn" : others.length ? `${who} ${verb} playing` : "";
  return OVER[sight.status] ?? "";
}

/** Why a card can't be played now; an empty text if it can. @param {Wire.Sight} sight @param {Wire.Card} card */
export function whyNot(sight, card) {
  if (sight.legal.cards.includes(card)) return "";
  if (sight.halted) return sight.own_pause ? "The table is paused" : "The organisers have paused this table";
  if (sight.status !== "playing") return "You can play cards after the bidding";
  if (!mayAct(sight)) return "It is not your turn";
  const suit = sight.trick?.suit;
  if (!suit) return "This card can't be played now";
  const name = SUIT_NAMES[suit].toLowerCase();
  return `You have a ${name} card, so you must follow ${name}`;
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
  const open = known < sight.players.length ? " so far" : "";
  return `${bidSum(sight)} bid${open} for ${plural(sight.round.cards, "trick")}`;
}

/** What put a place before the next one where both have equal points; an empty text where points did.
    @param {Wire.Place[]} result
    @param {Wire.Place} place */
export function aheadText(result, place) {
  const next = result.find(({ rank }) => rank === place.rank + 1);
  if (next?.score !== place.score) return "";
  return next.correct_bids === place.correct_bids ? "ahead by lot" : "ahead by bids met";
}

/** What decided who wins where two have the most points; an empty text where points did.
    @param {Wire.Place[]} result */
export function tieBreakText(result) {
  const first = result.find(({ rank }) => rank === 1);
  const ahead = first ? aheadText(result, first) : "";
  if (!ahead) return "";
  return ahead === "ahead by lot"
    ? "Equal points and equally many bids met: decided by lot."
    : "Equal points: decided by the number of bids met.";
}

/** "Bid met: +20" for the viewer of a scored round; for who watches, that it is over.
    @param {Wire.Sight} sight
    @param {Wire.SheetRow} row */
export function roundHeadline(sight, { round, cells }) {
  const own = cells.find((cell) => cell.seat === sight.viewer);
  if (!own) return `Round ${round} is over`;
  return own.bid === own.tricks ? `Bid met: ${signed(own.points)}` : `Bid missed: ${signed(own.points)}`;
}

/** "You have won!" or "Ada wins". @param {Wire.Sight} sight */
export function winnerText(sight) {
  const winner = sight.result?.find(({ rank }) => rank === 1);
  if (!winner) return "Nobody wins";
  return winner.seat === sight.viewer ? "You have won!" : `${seatName(sight, winner.seat)} wins`;
}

/** Who waits at the table of the next game; an empty text where nobody does.
    @param {Wire.Sight} sight
    @param {{ status: Wire.Status, players: string[] } | null | undefined} next */
export function waitingText(sight, next) {
  const own = sight.players.find((player) => player.seat === sight.viewer)?.name;
  const others = next?.status === "open" ? next.players.filter((name) => name !== own) : [];
  if (!others.length) return "";
  return others.length === 1
    ? `${others[0]} wants to play again.`
    : `${others.slice(0, -1).join(", ")} and ${others.at(-1)} want to play again.`;
}

/** What the browser's tab says: above all that the table waits for this player.
    @param {Wire.Sight | null} sight */
export function titleOf(sight) {
  if (sight && mayAct(sight) && !sight.halted) return `${statusLine(sight)} · Wizard`;
  if (sight?.status === "finished") return "The game is over · Wizard";
  return sight?.round ? `Round ${sight.round.number} of ${sight.round.of} · Wizard` : "Table · Wizard";
}

/** A verdict, for all to read. @param {Wire.Sight} sight @param {EventOf<"accused">} event */
export function verdictText(sight, event) {
  const accuser = seatName(sight, event.accuser);
  const accused = seatName(sight, event.accused, "you");
  const ends = {
    caught: ` and caught ${accused === "you" ? "you" : "them"} cheating`,
    late: ", but that cheat had already been called",
    wrong: ", but there was no cheat to call",
  };
  const points = [`${accuser} ${signed(event.accuser_points ?? 0)}`];
  if (event.accused_points) points.push(`${seatName(sight, event.accused)} ${signed(event.accused_points)}`);
  return `${accuser} accused ${accused}${ends[event.verdict] ?? ""}. ${points.join(", ")}.`;
}

/** What the organisers have done, for all to read; an empty text for any other event. `before` is the last sight.
    @param {Wire.Sight} before
    @param {Wire.Sight} sight
    @param {Wire.Event} event */
export function rulingText(before, sight, event) {
  const round = "round" in event && event.round ? ` Round ${event.round} does not count.` : "";
  if (event.type === "player_replaced") return replacedText(before, sight, event);
  if (event.type === "game_stopped") return `The organisers have ended this game.${round}`;
  if (event.type === "game_annulled") return "The organisers have annulled this game. It does not count.";
  return event.type === "table_resumed" ? "The game continues." : "";
}

/** @param {Wire.Sight} before @param {Wire.Sight} sight @param {EventOf<"player_replaced">} event */
function replacedText(before, sight, { seat, name }) {
  if (seat === sight.viewer)
    return `You have taken over ${seatName({ ...before, viewer: null }, seat)}’s seat.`;
  if (before.viewer === seat) return `${name} has taken over your seat. You are watching now.`;
  return `${name} has taken over ${seatName(before, seat)}’s seat.`;
}

/** "44:05" or "1:02:09": time left. @param {number} seconds */
export function clockText(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** What stands for a moment at the seats of a verdict, by seat; later verdicts of the same moment win.
    @param {Wire.Event[]} events */
export function verdictMarks(events) {
  /** @type {Record<Wire.Seat, { text: string, good: boolean }>} */
  const marks = {};
  for (const event of events) {
    if (event.type !== "accused" || !event.verdict) continue;
    const { verdict, accuser, accused, accuser_points: won, accused_points: lost } = event;
    marks[accuser] = { text: `${verdict === "caught" ? "right" : verdict} ${signed(won)}`, good: won > 0 };
    if (lost) marks[accused] = { text: `caught ${signed(lost)}`, good: false };
  }
  return marks;
}

/** The points that accusations have moved in the round that runs, for one player.
    @param {Wire.Player} player
    @param {Wire.SheetRow[]} sheet */
export function runningAdjustment(player, sheet) {
  const total = sheet.at(-1)?.cells.find((cell) => cell.seat === player.seat)?.total ?? 0;
  return player.score - total;
}

/** "Ben played Green 5 in trick 2 but had to follow red", once the game is over and cheats are seen.
    @param {Wire.Sight} sight
    @param {Wire.Cheat} cheat */
export const cheatText = (sight, cheat) =>
  `${seatName(sight, cheat.seat)} played ${nameOf(cheat.card)} in trick ${cheat.trick} ` +
  `but had to follow ${SUIT_NAMES[cheat.owed].toLowerCase()}`;

/** How a cheat ended: caught, by whom, or never. @param {Wire.Sight} sight @param {Wire.Cheat} cheat */
export const fateText = (sight, { called_by: caller }) =>
  caller === null ? "got away" : `caught by ${seatName(sight, caller, "you")}`;

/** "2 cheats caught, 1 got away" over the whole game; an empty text until the sheet tells.
    @param {Wire.SheetRow[]} sheet */
export function cheatsText(sheet) {
  const cheats = sheet.flatMap((row) => row.cheats ?? []);
  const called = cheats.filter((cheat) => cheat.called_by !== null).length;
  const caught = called ? plural(called, "cheat") : "No cheat";
  return cheats.length
    ? `${caught} caught, ${cheats.length - called || "none"} got away. See the scores for details.`
    : "";
}
