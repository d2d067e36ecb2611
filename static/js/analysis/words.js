/** Sentences and figures about an analysis. Pure: its parts in, words out. */
import { SUIT_NAMES, nameOf } from "../cards.js";
import { figure } from "../words.js";

/** One decimal, with a true minus sign; nothing judged is a dash. */
export const points = (number) => (number === null ? "–" : figure(Number(number.toFixed(1))));

export const signedPoints = (number) => (number > 0 ? `+${points(number)}` : points(number));

export const percent = (chance) => (chance === null ? "–" : `${Math.round(chance * 100)} %`);

/** "a bid of 2", "Red 7", "Red as trump". */
export function whatText(kind, what) {
  if (kind === "bid") return `a bid of ${what}`;
  return kind === "name_trump" ? `${SUIT_NAMES[what]} as trump` : nameOf(what);
}

/** Who moved, where it was not the player. */
export const byText = ({ by }) => ({ bot: " (the house moved)", clock: " (the clock moved)", wing: " (laid aside before)" })[by] ?? "";

/** All decisions of a game in order, each with its round. */
export const decisionsOf = (analysis) => analysis.rounds.flatMap((round) => round.decisions.map((decision) => ({ ...decision, round })));
