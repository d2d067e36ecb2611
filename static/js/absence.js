/** Sentences about who is away, who comes back, and a pause that players ask for. Pure: a sight in, words out. */
import { nameOf, SUIT_NAMES } from "./cards.js";
import { namesOf, seatName } from "./words.js";

/** What has happened to people and their time, for all to read; an empty text for any other event. */
export function absenceText(sight, event) {
  const own = event.seat !== undefined && event.seat === sight.viewer;
  if (event.by === "clock" && own) return lateText(event);
  if (event.type === "player_away") return awayText(sight, event, own);
  if (event.type === "player_back") return own ? "Your seat is yours again: you play from here." : `${seatName(sight, event.seat)} is back.`;
  if (event.type === "pause_asked" && !own) return `${seatName(sight, event.seat)} asks for a pause.`;
  return "";
}

function awayText(sight, { seat, left }, own) {
  if (own) return left ? "You have left: a stand-in plays for you." : "You were away: a stand-in has played for you.";
  return `${seatName(sight, seat)} ${left ? "has left" : "is away"}: a stand-in plays on.`;
}

/** What the house did when the viewer's time was over. */
function lateText({ type, card, bid, suit }) {
  if (type === "card_played" && card) return `Your time was over: ${nameOf(card)} was played for you.`;
  if (type === "bid_made") return typeof bid === "number" ? `Your time was over: ${bid} was bid for you.` : "Your time was over: a bid was made for you.";
  return suit ? `Your time was over: ${SUIT_NAMES[suit]} was named for you.` : "";
}

/** Who would like a pause, and whose consent is missing; an empty text if nobody asked. */
export function pauseLine(sight) {
  const asked = sight.pause_asked ?? [];
  if (!asked.length || sight.halted) return "";
  if (!asked.includes(sight.viewer)) return `${namesOf(sight, asked)} ${asked.length === 1 ? "asks" : "ask"} for a pause.`;
  const missing = sight.players.filter((player) => player.kind !== "bot" && !player.away && !asked.includes(player.seat));
  return `You asked for a pause. ${namesOf(sight, missing.map((player) => player.seat))} must agree.`;
}

/** Whether the viewer's word is missing for a pause that somebody asked for. */
export const mayAgree = (sight) => sight.viewer !== null && !sight.halted && sight.pause_asked?.length > 0 && !sight.pause_asked.includes(sight.viewer);
