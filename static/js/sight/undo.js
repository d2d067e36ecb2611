/** Sentences about decisions that players take back. Pure: a sight in, words out.
    @import { EventOf } from "./verdicts.js" */
import { nameOf } from "../cards/names.js";
import { gettext, interpolate } from "../text.js";
import { namesOf, sayOf } from "./words.js";

/** @param {Wire.Card | null | undefined} card @param {"card" | "bid" | "trump"} kind */
const thingText = (card, kind) =>
  card
    ? nameOf(card)
    : { card: gettext("a card"), bid: gettext("a bid"), trump: gettext("the trump suit") }[kind];

/** Who asks to take something back, and whose answer is missing; an empty text if nobody asks.
    @param {Wire.Sight} sight */
export function undoLine(sight) {
  const { undo } = sight;
  if (!undo || sight.halted) return "";
  if (undo.seat === sight.viewer)
    return interpolate(gettext("You ask to take that back. Waiting for %(names)s."), {
      names: namesOf(sight, undo.waits_for),
    });
  const text = gettext("%(name)s wants to take back %(thing)s.");
  return sayOf(sight, undo.seat, text, text, { thing: thingText(undo.card, undo.kind) });
}

/** That somebody has asked to take something back. Only of the latest question the sight can tell more: which card,
    and whose answer is missing.
    @param {Wire.Sight} sight
    @param {EventOf<"undo_asked">} event
    @param {boolean} isLatest */
export function undoAskedText(sight, { seat, kind }, isLatest) {
  const thing = thingText(null, kind);
  const [own, other] = [
    gettext("You asked to take back %(thing)s."),
    gettext("%(name)s asked to take back %(thing)s."),
  ];
  return (isLatest && undoLine(sight)) || sayOf(sight, seat, own, other, { thing });
}

/** Whether the viewer has to answer. @param {Wire.Sight} sight */
export const mayAnswerUndo = (sight) =>
  sight.viewer !== null && !sight.halted && Boolean(sight.undo?.waits_for.includes(sight.viewer));

/** What happened to a question, for all to read; an empty text for any other event.
    @param {Wire.Sight} sight
    @param {Wire.Event} event */
export function undoText(sight, event) {
  if (event.type === "decision_undone") {
    const thing = thingText(event.card, event.kind);
    const [own, other] = [gettext("You took back %(thing)s."), gettext("%(name)s took back %(thing)s.")];
    return sayOf(sight, event.seat, own, other, { thing });
  }
  if (event.type === "undo_answered" && !event.allow)
    return sayOf(
      sight,
      event.seat,
      gettext("You refused. Nothing is taken back."),
      gettext("%(name)s refused. Nothing is taken back."),
    );
  if (event.type === "undo_ended" && event.reason === "timed_out")
    return gettext("Not everyone answered in time. Nothing is taken back.");
  return "";
}
