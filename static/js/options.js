/** A table's options in plain words, for who is about to sit down. Pure. */
import { CLOCKS, EDITIONS, LEVELS, PRESETS, RESTRICTIONS, REVEALS } from "./choices.js";
import { daysText, paceLines } from "./pace.js";
import { gettext, interpolate, ngettext } from "./text.js";

/** The level of the site's bot on this seat; nothing of anybody else.
    @param {Pick<Wire.Table, "players"> | null | undefined} table
    @param {Wire.Seat} seat */
export const levelAt = (table, seat) => table?.players.find((player) => player.seat === seat)?.level;

/** "bot, Master": what sits there, and the level of one of the site's bots.
    @param {string} kind
    @param {string | null} [level] */
export const kindOf = (kind, level) =>
  kind === "bot" ? [gettext("bot"), LEVELS[level ?? ""]].filter(Boolean).join(", ") : gettext("player");

/** @type {Record<number, number>} */
const FULL_GAME = { 3: 20, 4: 15, 5: 12, 6: 10 };
/** @type {Record<number, string>} */
const TOURNAMENT = {
  get 4() {
    return gettext("Ten rounds of 1, 3, 5, 7, 9, 11, 12, 13, 14 and 15 cards.");
  },
  get 5() {
    return gettext("Ten rounds of 2, 4, 5, 6, 7, 8, 9, 10, 11 and 12 cards.");
  },
};

/** @param {Wire.Options} options @param {number} seats */
function roundsLine(options, seats) {
  if (options.rounds?.length)
    return interpolate(
      ngettext(
        "%(count)d round of %(cards)s cards.",
        "%(count)d rounds of %(cards)s cards.",
        options.rounds.length,
      ),
      {
        count: options.rounds.length,
        cards: options.rounds.map((round) => round.cards).join(", "),
      },
    );
  if (options.preset === "tournament" && TOURNAMENT[seats]) return TOURNAMENT[seats];
  const rounds = FULL_GAME[seats];
  return rounds
    ? interpolate(gettext("%(rounds)d rounds, from one card to %(rounds)d."), { rounds })
    : gettext("All rounds, from one card to the whole deck.");
}

/** What says how each round is bid: the table's own options where all rounds are bid by them.
    @param {Wire.Options} options */
const biddings = (options) =>
  options.preset === "custom" && options.rounds?.length ? options.rounds : [options];

/** @typedef {{ restriction: string, reveal: string }} Bidding */
/** @param {Bidding} first @param {Bidding[]} others */
const areAlike = (first, others) =>
  others.every((round) => round.restriction === first.restriction && round.reveal === first.reveal);

/** "Rounds 2 to 4: never equal; open, in turn.", a line for each run of rounds that are bid alike.
    @param {{ restriction: string, reveal: string }[]} rounds */
function biddingByRound(rounds) {
  /** @type {{ restriction: string, reveal: string, from: number, to: number }[]} */
  const runs = [];
  rounds.forEach(({ restriction, reveal }, index) => {
    const last = runs.at(-1);
    if (last?.restriction === restriction && last.reveal === reveal) last.to = index + 1;
    else runs.push({ restriction, reveal, from: index + 1, to: index + 1 });
  });
  return runs.map(({ restriction, reveal, from, to }) => {
    const text =
      from === to
        ? gettext("Round %(from)d: %(restriction)s; %(reveal)s.")
        : gettext("Rounds %(from)d to %(to)d: %(restriction)s; %(reveal)s.");
    return interpolate(text, {
      from,
      to,
      restriction: RESTRICTIONS[restriction].inLine,
      reveal: REVEALS[reveal].inLine,
    });
  });
}

/** @param {Wire.Options} options */
function biddingLines(options) {
  if (options.preset === "dm2008")
    return [
      gettext(
        "Secret bids in rounds 1 to 6 and in the last; open bids that must not add up to the tricks in between.",
      ),
    ];
  const [first, ...others] = biddings(options);
  if (!areAlike(first, others))
    return [gettext("The bidding differs from round to round."), ...biddingByRound([first, ...others])];
  const restriction = RESTRICTIONS[first.restriction];
  const reveal = REVEALS[first.reveal];
  return [
    restriction && `${restriction.label}: ${restriction.help}`,
    reveal && `${reveal.label}: ${reveal.help}`,
  ].filter(Boolean);
}

/** Each line is one thing that a player should know; cheating is said first.
    @param {Wire.Options} options
    @param {number} seats */
export function describe(options, seats) {
  /** @type {{ text: string, warn?: boolean }[]} */
  const lines = [];
  if (options.cheating)
    lines.push({
      warn: true,
      text: gettext(
        "A cheating table: any card can be played at any time, and anyone may accuse. " +
          "Being caught costs 10 points, and so does a wrong accusation.",
      ),
    });
  if (options.edition) {
    // A page from before an update may not know an edition or a clock that came with it.
    const edition = EDITIONS[options.edition];
    lines.push({ text: edition ? `${edition.label}: ${edition.help}` : options.edition });
  }
  lines.push({ text: roundsLine(options, seats) });
  lines.push(...biddingLines(options).map((text) => ({ text })));
  if (options.spare_one_card) lines.push({ text: gettext("One-card rounds have no restriction.") });
  if (options.coach)
    lines.push({
      text: gettext(
        "A coach: on your turn you can ask how good your bids and cards are. Games with a coach are never rated.",
      ),
    });
  if (options.undo)
    lines.push({ text: gettext("Undo: a card or bid can be taken back if all people at the table agree.") });
  if (options.random_seats) lines.push({ text: gettext("The seats are drawn when the game starts.") });
  if (options.spectators === false)
    lines.push({ text: gettext("No spectators: only the players see the running game.") });
  if (typeof options.pause === "number")
    lines.push({
      text: options.pause
        ? interpolate(
            gettext("A break of %(count)d seconds after each round, shorter if everyone is ready."),
            { count: options.pause },
          )
        : gettext("No break between the rounds."),
    });
  lines.push(...paceLines(options).map((text) => ({ text })));
  if (options.clock)
    lines.push({
      text: [
        `${CLOCKS[options.clock]?.label ?? options.clock}.`,
        CLOCKS[options.clock]?.help,
        gettext("When both are used up, a move is made for you."),
      ]
        .filter(Boolean)
        .join(" "),
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
  if (options.edition) parts.push(EDITIONS[options.edition]?.label ?? options.edition);
  const rounds = roundCount(options, seats);
  if (rounds)
    parts.push(interpolate(ngettext("%(count)d round", "%(count)d rounds", rounds), { count: rounds }));
  const usual = options.preset === "tournament" ? "notequal" : "american";
  const [first, ...others] = biddings(options);
  if (!areAlike(first, others)) parts.push(gettext("bidding by round"));
  else if (options.preset !== "dm2008") {
    if (first.restriction && first.restriction !== usual) parts.push(RESTRICTIONS[first.restriction]?.inLine);
    if (first.reveal && first.reveal !== "open") parts.push(gettext("secret bids"));
  }
  if (options.clock)
    parts.push(interpolate(gettext("%(count)d\u00a0s per decision"), { count: options.clock }));
  if (options.pace === "slow") parts.push(daysText(options.days ?? 0));
  if (options.cheating) parts.push(gettext("cheating"));
  if (options.coach) parts.push(gettext("coach"));
  if (options.spectators === false) parts.push(gettext("no spectators"));
  return parts.filter(Boolean).join(" · ");
}
