/** Sentences about accusations and cheats, claims and what organisers have done. Pure: a sight in, words out.
    @template {Wire.Event["type"]} T
    @typedef {Extract<Wire.Event, { type: T }>} EventOf */
import { nameOf, suitInText } from "../cards/names.js";
import { gettext, interpolate, ngettext } from "../text.js";
import { sayOf, seatName, signed } from "./words.js";

/** The sentences of a verdict: the viewer accused somebody, was accused, or watches both.
    @returns {Record<string, [string, string, string]>} */
const verdictSentences = () => ({
  caught: [
    gettext("You accused %(accused)s and caught them cheating."),
    gettext("%(accuser)s accused you and caught you cheating."),
    gettext("%(accuser)s accused %(accused)s and caught them cheating."),
  ],
  late: [
    gettext("You accused %(accused)s, but that cheat had already been called."),
    gettext("%(accuser)s accused you, but that cheat had already been called."),
    gettext("%(accuser)s accused %(accused)s, but that cheat had already been called."),
  ],
  wrong: [
    gettext("You accused %(accused)s, but there was no cheat to call."),
    gettext("%(accuser)s accused you, but there was no cheat to call."),
    gettext("%(accuser)s accused %(accused)s, but there was no cheat to call."),
  ],
});

/** A verdict, for all to read. @param {Wire.Sight} sight @param {EventOf<"accused">} event */
export function verdictText(sight, event) {
  const accuser = seatName(sight, event.accuser);
  const accused = seatName(sight, event.accused);
  const [own, suffered, seen] = verdictSentences()[event.verdict ?? ""] ?? ["", "", ""];
  const text =
    sight.viewer === null ? seen : [own, suffered][[event.accuser, event.accused].indexOf(sight.viewer)];
  const points = [`${accuser} ${signed(event.accuser_points ?? 0)}`];
  if (event.accused_points) points.push(`${accused} ${signed(event.accused_points)}`);
  return `${interpolate(text ?? seen, { accuser, accused })} ${points.join(", ")}.`;
}

/** A proven claim, for all to read. @param {Wire.Sight} sight @param {EventOf<"tricks_claimed">} event */
export const claimText = (sight, { seat, tricks }) =>
  tricks === "all"
    ? sayOf(
        sight,
        seat,
        gettext("You claimed all remaining tricks."),
        gettext("%(name)s claimed all remaining tricks."),
      )
    : sayOf(
        sight,
        seat,
        gettext("You claimed none of the remaining tricks. Your cards play themselves."),
        gettext("%(name)s claimed none of the remaining tricks."),
      );

/** What the organisers have done, for all to read; an empty text for any other event. `before` is the last sight;
    without one it cannot be said whose seat was taken over.
    @param {Wire.Sight | null} before
    @param {Wire.Sight} sight
    @param {Wire.Event} event */
export function rulingText(before, sight, event) {
  const round = "round" in event && event.round ? event.round : 0;
  const uncounted = round ? ` ${interpolate(gettext("Round %(round)s does not count."), { round })}` : "";
  if (event.type === "player_replaced") return before ? replacedText(before, sight, event) : "";
  if (event.type === "game_stopped") return `${gettext("The organisers have ended this game.")}${uncounted}`;
  if (event.type === "game_annulled")
    return gettext("The organisers have annulled this game. It does not count.");
  return event.type === "table_resumed" ? gettext("The game continues.") : "";
}

/** @param {Wire.Sight} before @param {Wire.Sight} sight @param {EventOf<"player_replaced">} event */
function replacedText(before, sight, { seat, name }) {
  const old = seatName({ ...before, viewer: null }, seat);
  if (seat === sight.viewer) return interpolate(gettext("You have taken over %(old)s’s seat."), { old });
  if (before.viewer === seat)
    return interpolate(gettext("%(name)s has taken over your seat. You are watching now."), { name });
  return interpolate(gettext("%(name)s has taken over %(old)s’s seat."), { name, old });
}

/** @param {string} verdict */
const verdictMark = (verdict) =>
  ({
    caught: gettext("right %(points)s"),
    late: gettext("late %(points)s"),
    wrong: gettext("wrong %(points)s"),
  })[verdict] ?? "%(points)s";

/** What stands for a moment at the seats of a verdict, by seat; later verdicts of the same moment win.
    @param {Wire.Event[]} events */
export function verdictMarks(events) {
  /** @type {Record<Wire.Seat, { text: string, good: boolean }>} */
  const marks = {};
  for (const event of events) {
    if (event.type !== "accused" || !event.verdict) continue;
    const { verdict, accuser, accused, accuser_points: won, accused_points: lost } = event;
    const points = { points: signed(won) };
    marks[accuser] = { text: interpolate(verdictMark(verdict), points), good: won > 0 };
    if (lost)
      marks[accused] = {
        text: interpolate(gettext("caught %(points)s"), { points: signed(lost) }),
        good: false,
      };
  }
  return marks;
}

/** "Ben played Green 5 in trick 2 but had to follow red", once the game is over and cheats are seen.
    @param {Wire.Sight} sight
    @param {Wire.Cheat} cheat */
export const cheatText = (sight, cheat) =>
  sayOf(
    sight,
    cheat.seat,
    gettext("You played %(card)s in trick %(trick)s but had to follow %(suit)s"),
    gettext("%(name)s played %(card)s in trick %(trick)s but had to follow %(suit)s"),
    { card: nameOf(cheat.card), trick: cheat.trick, suit: suitInText(cheat.owed) },
  );

/** How a cheat ended: caught, by whom, or never. @param {Wire.Sight} sight @param {Wire.Cheat} cheat */
export const fateText = (sight, { called_by: caller }) =>
  caller === null
    ? gettext("got away")
    : sayOf(sight, caller, gettext("caught by you"), gettext("caught by %(name)s"));

/** "2 cheats caught, 1 got away" over the whole game; an empty text until the sheet tells.
    @param {Wire.SheetRow[]} sheet */
export function cheatsText(sheet) {
  const cheats = sheet.flatMap((row) => row.cheats ?? []);
  if (!cheats.length) return "";
  const called = cheats.filter((cheat) => cheat.called_by !== null).length;
  const away = cheats.length - called;
  const caught = called
    ? interpolate(ngettext("%(count)s cheat caught", "%(count)s cheats caught", called), { count: called })
    : gettext("No cheat caught");
  const escaped = away
    ? interpolate(gettext("%(count)s got away"), { count: away })
    : gettext("none got away");
  return `${caught}, ${escaped}. ${gettext("See the scores for details.")}`;
}
