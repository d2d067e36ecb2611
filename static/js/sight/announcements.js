/** What a screen reader hears when a table moves on. Pure: two sights and the events between them in, words out. */
import { nameOf, trumpSentence } from "../cards/names.js";
import { gettext, interpolate } from "../text.js";
import { preparedLines } from "./prepare.js";
import { bidsText, playsText } from "./readings.js";
import { undoAskedText, undoLine, undoText } from "./undo.js";
import { claimText, rulingText, verdictText } from "./verdicts.js";
import {
  aheadText,
  bidBalance,
  cardsCount,
  figure,
  mayAct,
  roundHeadline,
  roundOf,
  sayOf,
  seatName,
  signed,
  statusLine,
  tieBreakText,
  trumpText,
  winnerText,
} from "./words.js";

/** What a round has brought everybody, for the ear; nothing where the sheet does not have it.
    @param {Wire.Sight} sight
    @param {number} number */
function roundLines(sight, number) {
  const row = sight.sheet?.find(({ round }) => round === number);
  if (!row) return [];
  const cells = row.cells.map((cell) =>
    interpolate(gettext("%(name)s %(points)s, total %(total)s"), {
      name: seatName(sight, cell.seat),
      points: signed(cell.points + cell.adjustment),
      total: figure(cell.total),
    }),
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
  const lines = [`${gettext("The game is over.")} ${winnerText(sight).replace(/!?$/, ".")}`];
  if (ranked.length)
    lines.push(interpolate(gettext("Final ranking: %(places)s."), { places: ranked.join("; ") }));
  return tieBreakText(places) ? [...lines, tieBreakText(places)] : lines;
}

/** More cards than this in one update are summarised: a page that slept catches up at once. */
const MAX_PLAYS = 8;

/** The others' cards and bids, one by one. @param {Wire.Sight} sight @param {Wire.Event} event */
function moveLines(sight, event) {
  if (!("seat" in event) || event.seat === sight.viewer) return [];
  const who = seatName(sight, event.seat);
  if (event.type === "card_played" && event.card)
    return [interpolate(gettext("%(who)s played %(card)s."), { who, card: nameOf(event.card) })];
  if (event.type === "bid_made" && typeof event.bid === "number")
    return [interpolate(gettext("%(who)s bid %(bid)s."), { who, bid: event.bid })];
  return [];
}

/** Everybody's bids where they have just become known together, or were not told one by one; else how they add up.
    @param {Wire.Sight | null} before
    @param {Wire.Sight} sight
    @param {boolean} each */
function bidsLines(before, sight, each) {
  const bids = sight.players.filter(({ bid }) => typeof bid === "number");
  const complete = before?.status === "bidding" && sight.status === "playing" && bids.length;
  if (!complete) return [];
  const balance = bidBalance(sight) ? `${bidBalance(sight)}.` : "";
  if (!each) return [balance].filter(Boolean);
  const named = bids.map(({ seat, bid }) => `${seatName(sight, seat)} ${bid}`);
  return [bidsText(named), balance].filter(Boolean);
}

/** Who comes to a table before its start, and who goes. @param {Wire.Sight} sight @param {Wire.Event} event */
function roomLines(sight, event) {
  if (sight.status !== "open") return [];
  if (event.type === "seat_taken" && event.seat !== sight.viewer)
    return [interpolate(gettext("%(name)s has sat down."), { name: event.name })];
  if (event.type === "seat_left")
    return [
      interpolate(
        event.removed
          ? gettext("%(name)s was removed from the table.")
          : gettext("%(name)s has left the table."),
        { name: event.name },
      ),
    ];
  return event.type === "options_changed" ? [gettext("The host has changed the game.")] : [];
}

/** That the table is paused, and by whom. @param {boolean} byPlayers */
const haltedText = (byPlayers) =>
  byPlayers
    ? gettext("Everyone agreed: the table is paused.")
    : gettext("The organisers have paused this table.");

/** What somebody has to know who opens a table's page in the middle of a game. It is read from the sight, because only
    the latest events come with a page's first sight.
    @param {Wire.Sight} sight */
function openingLines(sight) {
  const lines = [undoLine(sight)];
  if (sight.halted) lines.push(haltedText(Boolean(sight.own_pause)));
  if (sight.status === "finished") lines.push(...finalLines(sight));
  if (sight.status === "abandoned") lines.push(gettext("This game was abandoned. It does not count."));
  return lines.filter(Boolean);
}

/** The sentences that a screen reader hears when a table moves on: events say what, the sight says who.
    Of what happened before a page's first sight, only what is still true is read.
    `brief` leaves the others' cards and bids to a summary.
    @param {Wire.Sight | null} before
    @param {Wire.Sight} sight
    @param {Wire.Event[]} happened */
export function announcements(before, sight, happened, brief = false) {
  const events = before ? happened : [];
  const lines = before ? preparedLines(before, sight, events) : openingLines(sight);
  const isLong = events.filter(({ type }) => type === "card_played").length > MAX_PLAYS;
  const summarises = brief || isLong;
  const question = events.findLast(({ type }) => type === "undo_asked");
  for (const event of events) {
    if (!summarises) lines.push(...moveLines(sight, event));
    lines.push(...roomLines(sight, event));
    if (event.type === "trump_named" && event.suit) lines.push(`${trumpSentence(event.suit)}.`);
    if (event.type === "trick_taken")
      lines.push(
        sayOf(sight, event.winner, gettext("You took the trick."), gettext("%(name)s took the trick.")),
      );
    if (event.type === "tricks_claimed") lines.push(claimText(sight, event));
    if (event.type === "undo_asked") lines.push(undoAskedText(sight, event, event === question));
    if (undoText(sight, event)) lines.push(undoText(sight, event));
    if (event.type === "accused" && event.verdict) lines.push(verdictText(sight, event));
    if (event.type === "round_scored") lines.push(...roundLines(sight, event.round));
    if (event.type === "game_finished") lines.push(...finalLines(sight));
    if (event.type === "table_halted") lines.push(haltedText(event.by === "players"));
    if (rulingText(before, sight, event)) lines.push(rulingText(before, sight, event));
  }
  const isSecret = events.some(({ type }) => type === "bids_revealed");
  lines.push(...bidsLines(before, sight, summarises || isSecret));
  if (sight.round && sight.round.number !== before?.round?.number) {
    const { number, of, cards } = sight.round;
    const dealt = interpolate(gettext("%(round)s: %(cards)s each."), {
      round: roundOf(number, of),
      cards: cardsCount(cards),
    });
    lines.push(`${dealt} ${trumpText(sight.round)}.`);
  }
  const turnMoved =
    !before || !mayAct(before) || before.status !== sight.status || before.number !== sight.number;
  if (mayAct(sight) && turnMoved) {
    const plays = sight.status === "playing" ? (sight.trick?.plays ?? []) : [];
    if (plays.length && (summarises || !before)) lines.push(playsText(sight, plays));
    lines.push(`${statusLine(sight)}.`);
  }
  return lines;
}
