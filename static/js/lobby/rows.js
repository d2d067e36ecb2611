/** What a line of the lobby says of a table. Pure: a table and the time in, words out. */
import { LEVELS } from "../choices.js";
import { shortly } from "../options.js";
import { joinNames } from "../sight/words.js";
import { gettext, interpolate, ngettext } from "../text.js";

const MINUTE_MS = 60_000;

/** The site's bots are many and alike; other people's have a name that somebody may look for. */
const isHouseBot = ({ kind, level }) => kind === "bot" && Boolean(level);

/** "Ada, Robby (bot)": everybody but the site's bots; an empty text where nobody else sits. */
export const peopleText = ({ players }) =>
  players
    .filter((player) => !isHouseBot(player))
    .map(({ name, kind }) => (kind === "bot" ? interpolate(gettext("%(name)s (bot)"), { name }) : name))
    .join(", ");

const botsCount = (count) => interpolate(ngettext("%(count)s bot", "%(count)s bots", count), { count });

/** "2 bots (Master)"; an empty text where there is none. */
export function botsText({ players }) {
  const levels = players.filter(isHouseBot).map(({ level }) => LEVELS[level]);
  return levels.length ? `${botsCount(levels.length)} (${[...new Set(levels)].join(", ")})` : "";
}

/** All who sit there, in one line. */
export const namesText = (table) =>
  joinNames([peopleText(table), botsText(table)].filter(Boolean)) || gettext("nobody yet");

/** What is played: "Standard · 15 rounds · rated". */
export const gameText = (table) =>
  [shortly(table.options, table.seats), table.rated && gettext("rated")].filter(Boolean).join(" · ");

/** How many sit there: "3 of 4 seats". */
export const seatsText = ({ players, seats }) =>
  interpolate(gettext("%(taken)s of %(seats)s seats"), { taken: players.length, seats });

/** "opened 5 min ago"; clocks that differ a little make nothing younger than now. */
export function ageText({ opened_at: opened }, now) {
  const minutes = Math.floor((now - Date.parse(opened)) / MINUTE_MS);
  if (minutes < 1) return gettext("opened just now");
  if (minutes < 60) return interpolate(gettext("opened %(minutes)s\u00a0min ago"), { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? interpolate(gettext("opened %(hours)s\u00a0h ago"), { hours })
    : interpolate(gettext("opened %(days)s\u00a0days ago"), { days: Math.floor(hours / 24) });
}
