/** Sentences and figures about an analysis. Pure: its parts in, words out. */
import { nameOf, SUIT_NAMES } from "../cards.js";
import { figure, plural } from "../words.js";

/** One decimal, with a true minus sign; nothing judged is a dash. */
export const points = (number) => (number === null ? "–" : figure(Number(number.toFixed(1))));

export const signedPoints = (number) => (number > 0 ? `+${points(number)}` : points(number));

export const percent = (chance) => (chance === null ? "–" : `${Math.round(chance * 100)}%`);

/** "Bid 2", "Red 7", "Red as trump". */
export function whatText(kind, what) {
  if (kind === "bid") return `Bid ${what}`;
  return kind === "name_trump" ? `${SUIT_NAMES[what]} as trump` : nameOf(what);
}

/** Who moved, where it was not the player. */
export const byText = ({ by }) =>
  ({ bot: " (played by a stand-in)", clock: " (time ran out)", wing: " (set aside beforehand)" })[by] ?? "";

/** All decisions of a game in order, each with its round. */
export const decisionsOf = (analysis) =>
  analysis.rounds.flatMap((round) => round.decisions.map((decision) => ({ ...decision, round })));

/** What a decision was worth beside the best one. */
export function verdictText({ kind, best, cost }) {
  if (cost === null) return "This broke the rules, so it is not judged.";
  return cost > 0
    ? `${whatText(kind, best)} was expected to bring ${pointsText(cost)} more.`
    : "No other choice was clearly better.";
}

const pointsText = (number) => plural(Math.abs(Number(number.toFixed(1))), "point");

/** The whole game in two sentences: the luck of the deal, and the price of the decisions. */
export function summaryText({ luck, lost }, whose) {
  const hands =
    Math.abs(luck) < 0.05
      ? "were worth as much as average hands"
      : `were worth ${pointsText(luck)} ${luck > 0 ? "more" : "less"} than average hands`;
  const decisions =
    lost > 0 ? `cost ${pointsText(lost)} compared with the best ones` : "could hardly have been better";
  return `${whose} hands ${hands}. ${whose} decisions ${decisions}.`;
}

/** "Red is trump, Red 5 was turned up" for a round. */
export function trumpOf({ trump, turned }) {
  const shown = turned ? `, ${nameOf(turned)} was turned up` : "";
  return `${trump ? `${SUIT_NAMES[trump]} is trump` : "no trump"}${shown}`;
}
