/** A table's options in plain words, for who is about to sit down. Pure. */
/** @type {Record<string, { label: string, seats: number[], help: string }>} */
export const PRESETS = {
  standard: { label: "Standard", seats: [3, 4, 5, 6], help: "The full game: one more card in every round." },
  dm2008: {
    label: "Championship 2008",
    seats: [4],
    help: "The preliminary round of the German championship: fifteen rounds, bidding fixed by its rules.",
  },
  tournament: {
    label: "Tournament",
    seats: [4, 5],
    help: "Ten rounds, as in tournaments; the bids must not add up to the tricks unless you choose otherwise.",
  },
  custom: { label: "Custom rounds", seats: [3, 4, 5, 6], help: "You choose how many cards each round has." },
};
/** @type {Record<string, { label: string, help: string }>} */
export const EDITIONS = {
  base: { label: "Classic", help: "The basic game: nothing beats the first Wizard." },
  magic: {
    label: "Wizard Magic",
    help: "A 1 played where its suit must be followed beats everything, even Wizards. Any other 1 is ordinary.",
  },
};
/** @type {Record<string, { label: string, help: string }>} */
export const RESTRICTIONS = {
  american: { label: "Free bidding", help: "Any bid is allowed, as in the basic game." },
  notequal: {
    label: "Never equal",
    help: "The bids must never add up to the tricks, so the dealer, who bids last, has one bid fewer to choose from.",
  },
  german: { label: "Never equal after round three", help: "The first three rounds are free." },
  canadian: {
    label: "Never equal for a leading dealer",
    help: "Only while the dealer alone has the most points.",
  },
};
/** @type {Record<string, { label: string, help: string }>} */
export const REVEALS = {
  open: { label: "Open, in turn", help: "Everyone sees each bid as it is made." },
  hiddentip: {
    label: "Secret, shown together",
    help: "Everyone bids at the same time; the bids are shown once all are in.",
  },
  delayed: {
    label: "Secret until the end",
    help: "Bids are shown after the round. Can't be combined with a restriction.",
  },
};
/** The bank of a game is four decisions long. @type {Record<string, { label: string, help: string }>} */
export const CLOCKS = {
  "": { label: "No clock", help: "Everyone can take as long as they need." },
  15: { label: "15 seconds per decision", help: "Plus a reserve of one minute for the whole game." },
  30: { label: "30 seconds per decision", help: "Plus a reserve of two minutes for the whole game." },
  60: { label: "A minute per decision", help: "Plus a reserve of four minutes for the whole game." },
};
/** @type {Record<string, string>} */
export const LEVELS = { apprentice: "Apprentice", journeyman: "Journeyman", master: "Master" };

/** The level of the site's bot on this seat; nothing of anybody else.
    @param {Pick<Wire.Table, "players"> | null | undefined} table
    @param {Wire.Seat} seat */
export const levelAt = (table, seat) => table?.players.find((player) => player.seat === seat)?.level;

/** "bot, Master": what sits there, and the level of one of the site's bots.
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
    return [
      "Secret bids in rounds 1 to 6 and in the last; open bids that must not add up to the tricks in between.",
    ];
  const [first, ...others] = options.preset === "custom" && options.rounds ? options.rounds : [options];
  const alike = others.every(
    (round) => round.restriction === first.restriction && round.reveal === first.reveal,
  );
  if (!alike) return ["The bidding differs from round to round."];
  const restriction = RESTRICTIONS[first.restriction];
  const reveal = REVEALS[first.reveal];
  return [
    restriction && `${restriction.label}: ${restriction.help}`,
    reveal && `${reveal.label}: ${reveal.help}`,
  ].filter(Boolean);
}

const CHEATING =
  "A cheating table: any card can be played at any time, and anyone may accuse. " +
  "Being caught costs 10 points, and so does a wrong accusation.";
const CLOCK_ENDS = "When both are used up, a move is made for you.";

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
  if (options.edition) {
    const { label, help } = EDITIONS[options.edition];
    lines.push({ text: `${label}: ${help}` });
  }
  lines.push({ text: roundsLine(options, seats) });
  lines.push(...biddingLines(options).map((text) => ({ text })));
  if (options.spare_one_card) lines.push({ text: "One-card rounds have no restriction." });
  if (options.coach)
    lines.push({
      text: "A coach: on your turn you can ask how good your bids and cards are. Games with a coach are never rated.",
    });
  if (typeof options.pause === "number")
    lines.push({
      text: `A break of ${options.pause} seconds after each round, shorter if everyone is ready.`,
    });
  if (options.clock)
    lines.push({
      text: `${CLOCKS[options.clock].label}. ${CLOCKS[options.clock].help} ${CLOCK_ENDS}`,
    });
  return lines;
}

/** How many rounds a game has; 0 where the options don't say.
    @param {Wire.Options} options
    @param {number} seats */
export function roundCount({ preset, rounds }, seats) {
  if (rounds?.length) return rounds.length;
  if (preset === "tournament") return 10;
  return preset === "dm2008" ? 15 : (FULL_GAME[seats] ?? 0);
}

/** "Standard · 15 rounds · never equal · cheating", for a line in a list.
    @param {Wire.Options} options
    @param {number} seats */
export function shortly(options, seats) {
  const parts = [PRESETS[options.preset]?.label ?? options.preset];
  if (options.edition) parts.push(EDITIONS[options.edition].label);
  const rounds = roundCount(options, seats);
  if (rounds) parts.push(`${rounds} ${rounds === 1 ? "round" : "rounds"}`);
  const usual = options.preset === "tournament" ? "notequal" : "american";
  if (options.restriction && options.restriction !== usual && options.preset !== "dm2008")
    parts.push(RESTRICTIONS[options.restriction]?.label.toLowerCase());
  if (options.reveal && options.reveal !== "open" && options.preset !== "dm2008") parts.push("secret bids");
  if (options.clock) parts.push(`${options.clock}\u00a0s per decision`);
  if (options.cheating) parts.push("cheating");
  if (options.coach) parts.push("coach");
  return parts.filter(Boolean).join(" · ");
}
