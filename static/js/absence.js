/** Sentences about who is away, who comes back, and a pause that players ask for. Pure: a sight in, words out.
    @import { EventOf } from "./words.js" */
import { nameOf, SUIT_NAMES } from "./cards.js";
import { namesOf, seatName } from "./words.js";

/** What has happened to people and their time, for all to read; an empty text for any other event.
    @param {Wire.Sight} sight
    @param {Wire.Event} event */
export function absenceText(sight, event) {
  const own = "seat" in event && event.seat === sight.viewer;
  if ("by" in event && event.by === "clock" && own) return lateText(event);
  if (event.type === "player_away") return awayText(sight, event, own);
  if (event.type === "player_back")
    return own ? "Welcome back: you are playing again." : `${seatName(sight, event.seat)} is back.`;
  if (event.type === "pause_asked" && !own) return `${seatName(sight, event.seat)} asks for a pause.`;
  return "";
}

/** @param {Wire.Sight} sight @param {EventOf<"player_away">} event @param {boolean} own */
function awayText(sight, { seat, left }, own) {
  if (own)
    return left ? "You have left. A stand-in plays for you." : "You were away, so a stand-in played for you.";
  return `${seatName(sight, seat)} ${left ? "has left" : "is away"}: a stand-in takes over.`;
}

/** What was done for the viewer when their time ran out.
    @param {EventOf<"card_played" | "bid_made" | "trump_named">} event */
function lateText(event) {
  if (event.type === "card_played") return `Your time ran out: ${nameOf(event.card)} was played for you.`;
  if (event.type === "trump_named") return `Your time ran out: ${SUIT_NAMES[event.suit]} was named for you.`;
  return typeof event.bid === "number"
    ? `Your time ran out: ${event.bid} was bid for you.`
    : "Your time ran out: a bid was made for you.";
}

/** Who would like a pause, and whose consent is missing; an empty text if nobody asked.
    @param {Wire.Sight} sight */
export function pauseLine(sight) {
  /** @type {(Wire.Seat | null)[]} */
  const asked = sight.pause_asked ?? [];
  if (!asked.length || sight.halted) return "";
  if (!asked.includes(sight.viewer))
    return `${namesOf(sight, asked)} ${asked.length === 1 ? "asks" : "ask"} for a pause.`;
  const missing = sight.players.filter(
    (player) => player.kind !== "bot" && !player.away && !asked.includes(player.seat),
  );
  const seats = missing.map((player) => player.seat);
  return `You asked for a pause. Waiting for ${namesOf(sight, seats)} to agree.`;
}

/** Whether the viewer's word is missing for a pause that somebody asked for. @param {Wire.Sight} sight */
export const mayAgree = (sight) =>
  sight.viewer !== null &&
  !sight.halted &&
  sight.pause_asked?.length > 0 &&
  !sight.pause_asked.includes(sight.viewer);
