/** From the form's values to the request that opens a table, and what the form must ask for. Pure.
    @typedef {typeof DEFAULTS} Values */
import { PRESETS } from "../options.js";

export const DEFAULTS = {
  preset: "standard",
  edition: "base",
  seats: 4,
  restriction: "",
  reveal: "",
  spare_one_card: false,
  cheating: false,
  coach: false,
  clock: "",
  pause: "8",
  rounds: "1 2 3 4 5 6 7 8",
  bots: 0,
  bot_level: "journeyman",
  visibility: "public",
  visiting_bots: true,
};

/** @param {string} preset */
export const seatsFor = (preset) => PRESETS[preset].seats;

/** Whether the bidding can be chosen: the championship fixes it. @param {string} preset */
export const asksForBidding = (preset) => preset !== "dm2008";

/** Whether a round can be restricted with these values: only then is sparing rounds of one card a question.
    @param {Pick<Values, "preset" | "restriction">} values */
export const canBeRestricted = ({ preset, restriction }) =>
  preset === "dm2008" || (restriction || (preset === "tournament" ? "notequal" : "american")) !== "american";

/** Bids shown at the end can't be restricted. @param {Values} values */
export const delayedAllowed = (values) => !canBeRestricted(values);

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
  return next;
}

/** "1 3, 5" becomes [{cards: 1}, {cards: 3}, {cards: 5}]. Words that are not numbers are sent as they are,
    for the server to refuse.
    @param {string} text
    @param {Partial<Values>} bidding */
export function roundsOf(text, { restriction, reveal }) {
  const fields = { ...(restriction && { restriction }), ...(reveal && { reveal }) };
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => ({ cards: /^\d+$/.test(word) ? Number(word) : word, ...fields }));
}

/** @param {Values} values */
export function requestOf(values) {
  const { preset } = values;
  /** @type {Record<string, unknown>} */
  const options = { preset, cheating: values.cheating };
  if (values.pause !== "") options.pause = Number(values.pause);
  if (values.edition !== DEFAULTS.edition) options.edition = values.edition;
  if (values.coach) options.coach = true;
  if (values.clock) options.clock = Number(values.clock);
  if (preset === "custom") options.rounds = roundsOf(values.rounds, values);
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
