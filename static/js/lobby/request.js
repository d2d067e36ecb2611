/** From the form's values to the request that opens a table, and what the form must ask for. Pure.
    @typedef {typeof DEFAULTS} Values
    @typedef {{
      id: number, name: string, seats: number, options: Wire.Options, bots: number, bot_level: string,
      visibility: string, visiting_bots: boolean, errors: Record<string, string[]>,
    }} Favourite */
import { PRESETS } from "../choices.js";
import { daysOf, timeOfDays } from "../pace.js";

/** @typedef {{ restriction: string, reveal: string }} Bidding */

export const DEFAULTS = {
  preset: "standard",
  edition: "base",
  seats: 4,
  restriction: "",
  reveal: "",
  spare_one_card: false,
  cheating: false,
  coach: false,
  /** Seconds of a clock such as "30", days of a slow table such as "days-3", or nothing. */
  clock: "",
  on_timeout: "stand_in",
  stand_in_minutes: "",
  pause: "8",
  rounds: "1 2 3 4 5 6 7 8",
  by_round: false,
  /** Of each custom round, where `by_round` is set; rounds that are missing are bid as all others.
      @type {Bidding[]} */
  bidding: [],
  bots: 0,
  bot_level: "journeyman",
  visibility: "public",
  visiting_bots: true,
  random_seats: false,
  spectators: true,
  undo: true,
};

const UNSET = {
  restriction: null,
  reveal: null,
  rounds: null,
  clock: null,
  pace: null,
  days: null,
  on_timeout: null,
  stand_in_minutes: null,
  edition: null,
  coach: false,
  spare_one_card: false,
  random_seats: false,
  spectators: true,
  undo: false,
};

/** @param {string} preset */
export const seatsFor = (preset) => PRESETS[preset].seats;

/** Whether the bidding can be chosen: the championship fixes it. @param {string} preset */
export const asksForBidding = (preset) => preset !== "dm2008";

/** The rounds that were typed, as words. @param {string} text */
const wordsOf = (text) => text.split(/[\s,;]+/).filter(Boolean);

/** Whether each round has a bidding of its own. @param {Values} values */
const isBidByRound = ({ preset, by_round }) => preset === "custom" && by_round;

/** The rounds of the table in which each round's bidding is chosen.
    @param {Values} values
    @returns {(Bidding & { cards: string })[]} */
export const plannedRounds = (values) =>
  wordsOf(values.rounds).map((cards, index) => ({ cards, ...biddingOf(values, index) }));

/** @param {Values} values @param {number} index @returns {Bidding} */
const biddingOf = ({ bidding, restriction, reveal }, index) =>
  bidding[index] ?? { restriction: restriction || "american", reveal: reveal || "open" };

/** The biddings after one round's has changed. Bids shown at the end can't be restricted, so the older choice
    gives way.
    @param {Values} values
    @param {number} index
    @param {keyof Bidding} field
    @param {string} value
    @returns {Bidding[]} */
export function changedBidding(values, index, field, value) {
  const changed = { ...biddingOf(values, index), [field]: value };
  if (changed.reveal === "delayed" && changed.restriction !== "american") {
    if (field === "reveal") changed.restriction = "american";
    else changed.reveal = "open";
  }
  return wordsOf(values.rounds).map((_, each) => (each === index ? changed : biddingOf(values, each)));
}

/** The restriction of all rounds. @param {Pick<Values, "preset" | "restriction">} values */
const restrictionOf = ({ preset, restriction }) =>
  restriction || (preset === "tournament" ? "notequal" : "american");

/** Whether a round can be restricted with these values: only then is sparing rounds of one card a question.
    @param {Values} values */
export function canBeRestricted(values) {
  if (isBidByRound(values)) return plannedRounds(values).some((round) => round.restriction !== "american");
  return values.preset === "dm2008" || restrictionOf(values) !== "american";
}

/** Bids shown at the end can't be restricted. @param {Values} values */
export const delayedAllowed = (values) => restrictionOf(values) === "american";

/** The values after one has changed, made to fit each other.
    @param {Values} values
    @param {string} name
    @param {string | number | boolean} value */
export function afterChange(values, name, value) {
  const next = { ...values, [name]: value };
  const seats = seatsFor(next.preset);
  if (!seats.includes(Number(next.seats))) next.seats = seats.includes(4) ? 4 : seats[0];
  next.bots = Math.min(Number(next.bots), Number(next.seats) - 1);
  if (next.reveal === "delayed" && !delayedAllowed(next)) next.reveal = "open";
  // What is chosen for all rounds replaces what was chosen for single ones.
  if (["restriction", "reveal", "by_round"].includes(name)) next.bidding = [];
  return next;
}

/** @param {string} word */
const numberIn = (word) => (/^\d+$/.test(word) ? Number(word) : word);

/** "1 3, 5" becomes [{cards: 1}, {cards: 3}, {cards: 5}]. Words that are not numbers are sent as they are,
    for the server to refuse.
    @param {string} text
    @param {Partial<Values>} bidding */
export function roundsOf(text, { restriction, reveal }) {
  const fields = { ...(restriction && { restriction }), ...(reveal && { reveal }) };
  return wordsOf(text).map((word) => ({ cards: numberIn(word), ...fields }));
}

/** @param {Values} values */
export function requestOf(values) {
  const { preset } = values;
  /** @type {Record<string, unknown>} */
  const options = { preset, cheating: values.cheating };
  if (values.pause !== "") options.pause = Number(values.pause);
  if (values.edition !== DEFAULTS.edition) options.edition = values.edition;
  if (values.coach) options.coach = true;
  if (values.random_seats) options.random_seats = true;
  if (!values.spectators) options.spectators = false;
  const days = daysOf(values.clock);
  if (values.undo && !values.cheating && !days) options.undo = true;
  if (days) Object.assign(options, { pace: "slow", days, on_timeout: values.on_timeout });
  else if (values.clock) options.clock = Number(values.clock);
  else if (values.stand_in_minutes) options.stand_in_minutes = Number(values.stand_in_minutes);
  if (isBidByRound(values))
    options.rounds = plannedRounds(values).map((round) => ({ ...round, cards: numberIn(round.cards) }));
  else if (preset === "custom") options.rounds = roundsOf(values.rounds, values);
  else if (asksForBidding(preset)) {
    if (values.restriction) options.restriction = values.restriction;
    if (values.reveal) options.reveal = values.reveal;
  }
  if (values.spare_one_card && canBeRestricted(values)) options.spare_one_card = true;
  const bots = Number(values.bots);
  return {
    options,
    seats: Number(values.seats),
    visibility: values.visibility,
    ...(!values.visiting_bots && { visiting_bots: false }),
    ...(bots > 0 && { bots, bot_level: values.bot_level }),
  };
}

/** What changes the options of a table that waits for players: all of them, so that none stays as it was.
    @param {Values} values */
export const changesOf = (values) => ({ ...UNSET, ...requestOf(values).options });

/** The form's values for a table's options; the opposite of `requestOf`.
    @param {Wire.Options} options
    @param {number} seats
    @returns {Values} */
export function valuesOf(options, seats) {
  const [first, ...others] = options.rounds ?? [options];
  const byRound = others.some((one) => one.restriction !== first.restriction || one.reveal !== first.reveal);
  const usual = options.preset === "tournament" ? "notequal" : "american";
  return {
    ...DEFAULTS,
    preset: options.preset,
    edition: options.edition ?? DEFAULTS.edition,
    seats,
    restriction: byRound || first.restriction === usual ? "" : first.restriction,
    reveal: byRound || first.reveal === "open" ? "" : first.reveal,
    by_round: byRound,
    bidding: byRound
      ? (options.rounds ?? []).map(({ restriction, reveal }) => ({ restriction, reveal }))
      : [],
    spare_one_card: options.spare_one_card,
    cheating: options.cheating,
    coach: Boolean(options.coach),
    clock: options.days ? timeOfDays(options.days) : String(options.clock ?? ""),
    on_timeout: options.on_timeout ?? DEFAULTS.on_timeout,
    stand_in_minutes: String(options.stand_in_minutes ?? ""),
    pause: String(options.pause),
    rounds: options.rounds ? options.rounds.map(({ cards }) => cards).join(" ") : DEFAULTS.rounds,
    random_seats: Boolean(options.random_seats),
    spectators: options.spectators ?? true,
    undo: Boolean(options.undo),
  };
}

/** The form's values for a well-known game, which says nothing of taking cards back.
    @param {{ options: Wire.Options, seats: number }} preset
    @returns {Values} */
export const valuesOfPreset = ({ options, seats }) => ({ ...valuesOf(options, seats), undo: DEFAULTS.undo });

/** The form's values for a saved game. @param {Favourite} favourite @returns {Values} */
export const valuesOfFavourite = ({ options, seats, ...others }) => ({
  ...valuesOf(options, seats),
  bots: others.bots,
  bot_level: others.bot_level,
  visibility: others.visibility,
  visiting_bots: others.visiting_bots,
});
