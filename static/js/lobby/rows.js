/** What a line of the lobby says of a table. Pure: a table and the time in, words out. */
import { LEVELS, shortly } from "../options.js";
import { plural } from "../words.js";

const MINUTE_MS = 60_000;

/** The site's bots are many and alike; other people's have a name that somebody may look for. */
const isHouseBot = ({ kind, level }) => kind === "bot" && Boolean(level);

/** "Ada, Robby (bot)": everybody but the site's bots; an empty text where nobody else sits. */
export const peopleText = ({ players }) =>
  players
    .filter((player) => !isHouseBot(player))
    .map(({ name, kind }) => (kind === "bot" ? `${name} (bot)` : name))
    .join(", ");

/** "2 bots (Master)"; an empty text where there is none. */
export function botsText({ players }) {
  const levels = players.filter(isHouseBot).map(({ level }) => LEVELS[level]);
  return levels.length ? `${plural(levels.length, "bot")} (${[...new Set(levels)].join(", ")})` : "";
}

/** All who sit there, in one line. */
export const namesText = (table) =>
  [peopleText(table), botsText(table)].filter(Boolean).join(" and ") || "nobody yet";

/** What is played: "Standard · 15 rounds · rated". */
export const gameText = (table) =>
  [shortly(table.options, table.seats), table.rated && "rated"].filter(Boolean).join(" · ");

/** How many sit there: "3 of 4 seats". */
export const seatsText = ({ players, seats }) => `${players.length} of ${seats} seats`;

/** "opened 5 min ago"; clocks that differ a little make nothing younger than now. */
export function ageText({ opened_at: opened }, now) {
  const minutes = Math.floor((now - Date.parse(opened)) / MINUTE_MS);
  if (minutes < 1) return "opened just now";
  if (minutes < 60) return `opened ${minutes}\u00a0min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `opened ${hours}\u00a0h ago` : `opened ${Math.floor(hours / 24)}\u00a0days ago`;
}
