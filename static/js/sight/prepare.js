/** What can be prepared before one's turn, and what is said of it. No DOM in here. */
import { nameOf } from "../cards/names.js";
import { gettext, interpolate } from "../text.js";
import { mayAct } from "./words.js";

const WITH_CARDS = ["naming_trump", "bidding", "playing"];

/** Whether a card can be marked now: on one's own turn it is played instead.
    @param {Wire.Sight} sight
    @param {Wire.Preferences} preferences */
export const mayMark = (sight, preferences) =>
  preferences.wings &&
  sight.hand !== null &&
  !sight.halted &&
  WITH_CARDS.includes(sight.status) &&
  !(sight.status === "playing" && mayAct(sight));

/** Whether a bid can be prepared now. Where bids are secret everybody is on turn at once.
    @param {Wire.Sight} sight
    @param {Wire.Preferences} preferences */
export const mayPrepareBid = (sight, preferences) =>
  preferences.wings &&
  sight.status === "bidding" &&
  !sight.halted &&
  !mayAct(sight) &&
  sight.players.some((player) => player.seat === sight.viewer && !player.has_bid);

/** The one card that the rules allow, if it is to be played for its player; never where cheating is allowed.
    @param {Wire.Sight} sight
    @param {Wire.Preferences} preferences
    @param {{ options: { cheating: boolean } } | null} table
    @returns {Wire.Card | null} */
export function forcedCard(sight, preferences, table) {
  if (!preferences.play_forced || !table || table.options.cheating) return null;
  const isTurn = sight.status === "playing" && mayAct(sight);
  return isTurn && sight.legal.cards.length === 1 ? sight.legal.cards[0] : null;
}

/** @param {Wire.Card} card */
export const wingText = (card) =>
  interpolate(gettext("%(card)s will be played when it is your turn."), { card: nameOf(card) });

/** Why the viewer has to choose again; an empty text where nothing was unmarked. @param {Wire.Sight} sight */
export function unmarkedText({ unmarked }) {
  if (!unmarked) return "";
  return unmarked.card
    ? interpolate(gettext("%(card)s can’t be played now, so it is no longer marked."), {
        card: nameOf(unmarked.card),
      })
    : interpolate(gettext("You can’t bid %(bid)s now, so it is no longer prepared."), {
        bid: unmarked.bid ?? "",
      });
}

/** What the viewer has just marked, prepared or taken back, for the ear. It is no event, but may come together with
    what others do. What was done for the viewer, or is not allowed, is said elsewhere.
    @param {Wire.Sight} before
    @param {Wire.Sight} sight
    @param {Wire.Event[]} events */
function markedLines(before, sight, events) {
  const lines = [];
  if (sight.wing && sight.wing !== before.wing) lines.push(wingText(sight.wing));
  const bid = sight.prepared_bid;
  if (bid !== undefined && bid !== before.prepared_bid)
    lines.push(interpolate(gettext("You will bid %(bid)s when it is your turn."), { bid: bid ?? "" }));
  const decided = events.some(
    (event) => (event.type === "card_played" || event.type === "bid_made") && event.seat === sight.viewer,
  );
  if (decided || sight.unmarked) return lines;
  if (!sight.wing && before.wing && sight.hand?.includes(before.wing))
    lines.push(gettext("No card is marked any more."));
  if (bid === undefined && before.prepared_bid !== undefined && sight.status === "bidding")
    lines.push(gettext("No bid is prepared any more."));
  return lines;
}

/** What the viewer has prepared or taken back, and what was done for them, for the ear.
    @param {Wire.Sight} before
    @param {Wire.Sight} sight
    @param {Wire.Event[]} events */
export function preparedLines(before, sight, events) {
  const lines = markedLines(before, sight, events);
  for (const event of events) {
    if (!("seat" in event) || event.seat !== sight.viewer) continue;
    if (event.type === "card_played" && event.by === "wing")
      lines.push(interpolate(gettext("%(card)s was played for you."), { card: nameOf(event.card) }));
    if (event.type === "bid_made" && before?.prepared_bid === event.bid)
      lines.push(interpolate(gettext("Your bid of %(bid)s was made."), { bid: event.bid ?? "" }));
  }
  return lines;
}
