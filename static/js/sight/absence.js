/** Sentences about who is away, who comes back, and a pause that players ask for. Pure: a sight in, words out.
    @import { EventOf } from "./verdicts.js" */
import { namedSentence, nameOf } from "../cards/names.js";
import { gettext, interpolate, ngettext } from "../text.js";
import { namesOf, sayOf } from "./words.js";

/** What has happened to people and their time, for all to read; an empty text for any other event.
    @param {Wire.Sight} sight
    @param {Wire.Event} event */
export function absenceText(sight, event) {
  const own = "seat" in event && event.seat === sight.viewer;
  if ("by" in event && event.type !== "tricks_claimed" && event.by === "clock" && own) return lateText(event);
  if (event.type === "player_away") return awayText(sight, event, own);
  if (event.type === "player_back")
    return sayOf(
      sight,
      event.seat,
      gettext("Welcome back: you are playing again."),
      gettext("%(name)s is back."),
    );
  if (event.type === "game_out_of_time")
    return sayOf(
      sight,
      event.seat,
      gettext("Your time was over, so the game has ended. It does not count."),
      gettext("%(name)s’s time was over, so the game has ended. It does not count."),
    );
  return "";
}

/** What has happened to people and their time, for the ear, with who asked for a pause and who agreed to it.
    @param {Wire.Sight} before
    @param {Wire.Sight} sight
    @param {Wire.Event[]} events */
export function absenceLines(before, sight, events) {
  const asked = new Set(before.pause_asked);
  const lines = [];
  for (const event of events) {
    if (event.type === "pause_asked") {
      if (event.seat !== sight.viewer) lines.push(pauseAskedText(sight, event, asked.size > 0));
      asked.add(event.seat);
    } else lines.push(absenceText(sight, event));
    if (event.type === "player_away") asked.delete(event.seat);
    if (event.type === "table_halted") asked.clear();
  }
  return lines.filter(Boolean);
}

/** @param {Wire.Sight} sight @param {EventOf<"pause_asked">} event @param {boolean} agrees */
function pauseAskedText(sight, { seat }, agrees) {
  const text = agrees ? gettext("%(name)s agrees to a pause.") : gettext("%(name)s asks for a pause.");
  return sayOf(sight, seat, text, text);
}

/** @param {Wire.Sight} sight @param {EventOf<"player_away">} event @param {boolean} own */
function awayText(sight, { seat, left }, own) {
  if (own)
    return left
      ? gettext("You have left. A stand-in plays for you.")
      : gettext("You were away, so a stand-in played for you.");
  const text = left
    ? gettext("%(name)s has left: a stand-in takes over.")
    : gettext("%(name)s is away: a stand-in takes over.");
  return sayOf(sight, seat, text, text);
}

/** What was done for the viewer when their time ran out.
    @param {EventOf<"card_played" | "bid_made" | "trump_named">} event */
function lateText(event) {
  if (event.type === "card_played")
    return interpolate(gettext("Your time ran out: %(card)s was played for you."), {
      card: nameOf(event.card),
    });
  if (event.type === "trump_named") return namedSentence(event.suit);
  return typeof event.bid === "number"
    ? interpolate(gettext("Your time ran out: %(bid)s was bid for you."), { bid: event.bid })
    : gettext("Your time ran out: a bid was made for you.");
}

/** Who would like a pause, and whose consent is missing; an empty text if nobody asked.
    @param {Wire.Sight} sight */
export function pauseLine(sight) {
  /** @type {(Wire.Seat | null)[]} */
  const asked = sight.pause_asked ?? [];
  if (!asked.length || sight.halted) return "";
  if (!asked.includes(sight.viewer))
    return interpolate(ngettext("%(names)s asks for a pause.", "%(names)s ask for a pause.", asked.length), {
      names: namesOf(sight, asked),
    });
  const missing = sight.players.filter(
    (player) => player.kind !== "bot" && !player.away && !asked.includes(player.seat),
  );
  const seats = missing.map((player) => player.seat);
  return interpolate(gettext("You asked for a pause. Waiting for %(names)s to agree."), {
    names: namesOf(sight, seats),
  });
}

/** The absent players for whom a stand-in comes only on request: who has asked, and whether the viewer may.
    @param {Wire.Sight} sight
    @param {Wire.Options | undefined} options
    @returns {{ seat: Wire.Seat, line: string, mayAsk: boolean }[]} */
export function standInRequests(sight, options) {
  if (options?.stand_in_minutes !== 0 || sight.viewer === null || sight.halted) return [];
  if (!["naming_trump", "bidding", "playing", "pause"].includes(sight.status)) return [];
  const asked = sight.stand_in_asked ?? [];
  return sight.players
    .filter(({ seat, kind, away, connected }) => {
      const isWanted = connected === false || asked.some((request) => request.absent === seat);
      return kind !== "bot" && !away && seat !== sight.viewer && isWanted;
    })
    .map(({ seat, name }) => {
      const askers = asked.filter((request) => request.absent === seat).map((request) => request.seat);
      const hasAsked = askers.some((asker) => asker === sight.viewer);
      return { seat, line: standInLine(sight, name, askers, hasAsked), mayAsk: !hasAsked };
    });
}

/** @param {Wire.Sight} sight @param {string} name @param {Wire.Seat[]} askers @param {boolean} hasAsked */
function standInLine(sight, name, askers, hasAsked) {
  if (hasAsked)
    return interpolate(gettext("You asked for a stand-in for %(name)s. It comes when all others ask, too."), {
      name,
    });
  if (!askers.length) return interpolate(gettext("%(name)s is not there. The game waits."), { name });
  const text = ngettext(
    "%(names)s asks for a stand-in for %(name)s.",
    "%(names)s ask for a stand-in for %(name)s.",
    askers.length,
  );
  return interpolate(text, { names: namesOf(sight, askers), name });
}

/** Whether the viewer's word is missing for a pause that somebody asked for. @param {Wire.Sight} sight */
export const mayAgree = (sight) =>
  sight.viewer !== null &&
  !sight.halted &&
  sight.pause_asked?.length > 0 &&
  !sight.pause_asked.includes(sight.viewer);
