/** A table's options in plain words, for who is about to sit down. Pure. */
/** @type {Record<string, { label: string, seats: number[], help: string }>} */
export const PRESETS = {
  standard: { label: "Standard", seats: [3, 4, 5, 6], help: "The full game: every round one card more." },
  dm2008: {
    label: "Championship 2008",
    seats: [4],
    help: "The preliminary round of the German championship: fifteen rounds, bidding fixed by its rules.",
  },
  tournament: {
    label: "Tournament",
    seats: [4, 5],
    help: "Ten rounds of a tournament's length; bids may not add up unless you choose otherwise.",
  },
  custom: { label: "Your own rounds", seats: [3, 4, 5, 6], help: "You say how many cards each round has." },
};
/** @type {Record<string, { label: string, help: string }>} */
export const RESTRICTIONS = {
  american: { label: "Free bidding", help: "Any bid is allowed, the base game." },
  notequal: {
    label: "Never equal",
    help: "The bids may never add up to the tricks: the dealer, who bids last, has one number less.",
  },
  german: { label: "Never equal after round three", help: "The first three rounds are free." },
  canadian: { label: "Leading dealer pays", help: "Restricted only when the dealer is alone in the lead." },
};
/** @type {Record<string, { label: string, help: string }>} */
export const REVEALS = {
  open: { label: "Open, in turn", help: "Each bid is seen at once." },
  hiddentip: {
    label: "Secret, shown together",
    help: "All bid at the same time; the bids are shown when the last is in.",
  },
  delayed: {
    label: "Secret until the end",
    help: "Bids are shown when the round has been played. Can't be combined with a restriction.",
  },
};
/** The bank of a game is four decisions long. @type {Record<string, { label: string, help: string }>} */
export const CLOCKS = {
  "": { label: "No clock", help: "Everyone takes the time they need." },
  15: { label: "15 seconds a decision", help: "And a minute for the whole game in reserve." },
  30: { label: "30 seconds a decision", help: "And two minutes for the whole game in reserve." },
  60: { label: "A minute a decision", help: "And four minutes for the whole game in reserve." },
};
/** @type {Record<string, string>} */
export const LEVELS = { apprentice: "Apprentice", journeyman: "Journeyman", master: "Master" };

/** How well the bot of the house plays that sits there; nothing of anybody else.
    @param {Pick<Wire.Table, "players"> | null | undefined} table
    @param {Wire.Seat} seat */
export const levelAt = (table, seat) => table?.players.find((player) => player.seat === seat)?.level;

/** "bot, Master": what sits there, and how well a bot of the house plays.
    @param {string} kind
    @param {string | null} [level] */
export const kindOf = (kind, level) =>
  kind === "bot" ? ["bot", LEVELS[level ?? ""]].filter(Boolean).join(", ") : "player";

/** @type {Record<number, number>} */
const FULL_GAME = { 3: 20, 4: 15, 5: 12, 6: 10 };
/** @type {Record<number, string>} */
const TOURNAMENT = {
  4: "1, 3, 5, 7, 9, 11, 12, 13, 14 and 15 cards",
  5: "2, 4, 5, 6, 7, 8, 9, 10, 11 and 12 cards",
};

/** @param {Wire.Options} options @param {number} seats */
function roundsLine(options, seats) {
  if (options.rounds?.length)
    return `${options.rounds.length} rounds of ${options.rounds.map((round) => round.cards).join(", ")} cards.`;
  if (options.preset === "tournament" && TOURNAMENT[seats]) return `Ten rounds of ${TOURNAMENT[seats]}.`;
  return `${FULL_GAME[seats] ?? "All"} rounds, from one card to ${FULL_GAME[seats] ?? "the whole deck"}.`;
}

/** @param {Wire.Options} options */
function biddingLines(options) {
  if (options.preset === "dm2008")
    return ["Secret bids in rounds 1 to 6 and in the last; open and never equal in between."];
  const [first, ...others] = options.preset === "custom" && options.rounds ? options.rounds : [options];
  const alike = others.every(
    (round) => round.restriction === first.restriction && round.reveal === first.reveal,
  );
  if (!alike) return ["Bidding as set for each round."];
  const restriction = RESTRICTIONS[first.restriction];
  const reveal = REVEALS[first.reveal];
  return [
    restriction && `${restriction.label}: ${restriction.help}`,
    reveal && `${reveal.label}: ${reveal.help}`,
  ].filter(Boolean);
}

const CHEATING =
  "A cheating table: any card can be played at any time, and anyone may accuse. " +
  "A cheat called costs 10 points, and so does a wrong call.";
const CLOCK_ENDS = "When all that is used up, the house moves for you.";

/** Each line is one thing that a player should know; cheating is said first.
    @param {Wire.Options} options
    @param {number} seats */
export function describe(options, seats) {
  /** @type {{ text: string, warn?: boolean }[]} */
  const lines = [];
  if (options.cheating)
    lines.push({
      warn: true,
      text: CHEATING,
    });
  lines.push({ text: roundsLine(options, seats) });
  lines.push(...biddingLines(options).map((text) => ({ text })));
  if (options.spare_one_card) lines.push({ text: "Rounds of one card are never restricted." });
  if (options.coach)
    lines.push({
      text: "A coach: on your turn you may ask what your bids and cards promise. Games with a coach are never rated.",
    });
  if (typeof options.pause === "number")
    lines.push({ text: `A pause of ${options.pause} seconds after each round, shorter when all are ready.` });
  if (options.clock)
    lines.push({
      text: `${CLOCKS[options.clock].label}. ${CLOCKS[options.clock].help} ${CLOCK_ENDS}`,
    });
  return lines;
}

/** "Standard · never equal · cheating", for a line in a list. @param {Wire.Options} options */
export function shortly(options) {
  const parts = [PRESETS[options.preset]?.label ?? options.preset];
  if (options.restriction && !["american"].includes(options.restriction) && options.preset !== "dm2008")
    parts.push(RESTRICTIONS[options.restriction]?.label.toLowerCase());
  if (options.reveal && options.reveal !== "open" && options.preset !== "dm2008") parts.push("secret bids");
  if (options.clock) parts.push(`${options.clock}\u00a0s a decision`);
  if (options.cheating) parts.push("cheating");
  if (options.coach) parts.push("coach");
  return parts.filter(Boolean).join(" · ");
}
