/** Sentences and figures about an analysis. Pure: its parts in, words out. */
import { nameOf, suitName, trumpSentence } from "../cards/names.js";
import { decimalText, gettext, interpolate, ngettext, percentText } from "../text.js";

/** One decimal, with a true minus sign; nothing judged is a dash. */
export const points = (number) => (number === null ? "–" : decimalText(number));

export const signedPoints = (number) => (number > 0 ? `+${points(number)}` : points(number));

export const percent = (chance) => (chance === null ? "–" : percentText(chance));

/** "Bid 2", "Red 7", "Red as trump". */
export function whatText(kind, what) {
  if (kind === "bid") return interpolate(gettext("Bid %(bid)s"), { bid: what });
  return kind === "name_trump"
    ? interpolate(gettext("%(suit)s as trump"), { suit: suitName(what) })
    : nameOf(what);
}

/** Who moved, where it was not the player. */
export const byText = ({ by }) =>
  ({
    bot: ` ${gettext("(played by a stand-in)")}`,
    clock: ` ${gettext("(time ran out)")}`,
    wing: ` ${gettext("(set aside beforehand)")}`,
  })[by] ?? "";

/** All decisions of a game in order, each with its round. */
export const decisionsOf = (analysis) =>
  analysis.rounds.flatMap((round) => round.decisions.map((decision) => ({ ...decision, round })));

/** What a decision was worth beside the best one. */
export function verdictText({ kind, best, cost }) {
  if (cost === null) return gettext("This broke the rules, so it is not judged.");
  return cost > 0
    ? interpolate(gettext("%(choice)s was expected to bring %(points)s more."), {
        choice: whatText(kind, best),
        points: pointsText(cost),
      })
    : gettext("No other choice was clearly better.");
}

function pointsText(number) {
  const points = Math.abs(Number(number.toFixed(1)));
  return interpolate(ngettext("%(points)s point", "%(points)s points", points), {
    points: decimalText(points),
  });
}

/** The whole game in two sentences: the luck of the deal, and the price of the decisions. */
export function summaryText({ luck, lost }, name) {
  return `${luckText(luck, name)} ${lostText(lost, name)}`;
}

/** `name` is null for one's own. @param {number} luck @param {string | null} name */
function luckText(luck, name) {
  const values = { name: name ?? "", points: pointsText(luck) };
  if (Math.abs(luck) < 0.05)
    return name === null
      ? gettext("Your hands were worth as much as average hands.")
      : interpolate(gettext("%(name)s’s hands were worth as much as average hands."), values);
  if (luck > 0)
    return name === null
      ? interpolate(gettext("Your hands were worth %(points)s more than average hands."), values)
      : interpolate(gettext("%(name)s’s hands were worth %(points)s more than average hands."), values);
  return name === null
    ? interpolate(gettext("Your hands were worth %(points)s less than average hands."), values)
    : interpolate(gettext("%(name)s’s hands were worth %(points)s less than average hands."), values);
}

/** @param {number} lost @param {string | null} name */
function lostText(lost, name) {
  const values = { name: name ?? "", points: pointsText(lost) };
  if (lost > 0)
    return name === null
      ? interpolate(gettext("Your decisions cost %(points)s compared with the best ones."), values)
      : interpolate(gettext("%(name)s’s decisions cost %(points)s compared with the best ones."), values);
  return name === null
    ? gettext("Your decisions could hardly have been better.")
    : interpolate(gettext("%(name)s’s decisions could hardly have been better."), values);
}

/** "Red is trump, Red 5 was turned up" for a round. */
export function trumpOf({ trump, turned }) {
  const name = trump ? trumpSentence(trump) : gettext("no trump");
  return turned
    ? interpolate(gettext("%(trump)s, %(card)s was turned up"), { trump: name, card: nameOf(turned) })
    : name;
}
