/** What a screen reader hears when a table moves on. Pure: two sights and the events between them in, words out. */
import { nameOf, SUIT_NAMES } from "./cards.js";
import {
  aheadText,
  figure,
  mayAct,
  plural,
  roundHeadline,
  rulingText,
  seatName,
  signed,
  statusLine,
  tieBreakText,
  trumpText,
  verdictText,
  winnerText,
} from "./words.js";

/** What a round has brought everybody, for the ear; nothing where the sheet does not have it.
    @param {Wire.Sight} sight
    @param {number} number */
function roundLines(sight, number) {
  const row = sight.sheet?.find(({ round }) => round === number);
  if (!row) return [];
  const cells = row.cells.map(
    (cell) =>
      `${seatName(sight, cell.seat)} ${signed(cell.points + cell.adjustment)}, total ${figure(cell.total)}`,
  );
  return [`${roundHeadline(sight, row)}.`, `${cells.join("; ")}.`];
}

/** The final ranking, for the ear. @param {Wire.Sight} sight */
function finalLines(sight) {
  const places = [...(sight.result ?? [])].sort((a, b) => a.rank - b.rank);
  const ranked = places.map((place) => {
    const parts = [seatName(sight, place.seat), figure(place.score), aheadText(places, place)];
    return `${place.rank}. ${parts.filter(Boolean).join(", ")}`;
  });
  const lines = [`The game is over. ${winnerText(sight).replace(/!?$/, ".")}`];
  if (ranked.length) lines.push(`Final ranking: ${ranked.join("; ")}.`);
  return tieBreakText(places) ? [...lines, tieBreakText(places)] : lines;
}

/** The sentences that a screen reader hears when a table moves on: events say what, the sight says who.
    @param {Wire.Sight | null} before
    @param {Wire.Sight} sight
    @param {Wire.Event[]} events */
export function announcements(before, sight, events) {
  const lines = [];
  for (const event of events) {
    const who = "seat" in event ? seatName(sight, event.seat) : "";
    if (event.type === "card_played" && event.card && event.seat !== sight.viewer)
      lines.push(`${who} played ${nameOf(event.card)}.`);
    if (event.type === "bid_made" && event.seat !== sight.viewer && typeof event.bid === "number")
      lines.push(`${who} bid ${event.bid}.`);
    if (event.type === "trump_named" && event.suit) lines.push(`${SUIT_NAMES[event.suit]} is trump.`);
    if (event.type === "trick_taken" && sight.last_trick)
      lines.push(`${seatName(sight, sight.last_trick.winner)} took the trick.`);
    if (event.type === "accused" && event.verdict) lines.push(verdictText(sight, event));
    if (event.type === "round_scored") lines.push(...roundLines(sight, event.round));
    if (event.type === "game_finished") lines.push(...finalLines(sight));
    if (event.type === "table_halted")
      lines.push(
        sight.own_pause ? "Everyone agreed: the table is paused." : "The organisers have paused this table.",
      );
    if (before && rulingText(before, sight, event)) lines.push(rulingText(before, sight, event));
  }
  if (sight.round && sight.round.number !== before?.round?.number) {
    const { number, of, cards } = sight.round;
    lines.push(`Round ${number} of ${of}: ${plural(cards, "card")} each. ${trumpText(sight.round)}.`);
  }
  const turnMoved =
    !before || !mayAct(before) || before.status !== sight.status || before.number !== sight.number;
  if (mayAct(sight) && turnMoved) lines.push(`${statusLine(sight)}.`);
  return lines;
}
