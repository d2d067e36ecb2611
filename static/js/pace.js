/** How long a decision may take, and when a stand-in comes: the choices of the form, and their words. Pure. */
import { CLOCKS } from "./choices.js";
import { gettext, interpolate, ngettext, pageLanguage } from "./text.js";

/** The days for a decision that the form offers; a table can have any number from 1 to 14. */
const DAYS = [1, 2, 3, 5, 7, 14];
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** "3 days per decision". @param {number} days */
export const daysText = (days) =>
  interpolate(ngettext("%(count)d day per decision", "%(count)d days per decision", days), { count: days });

/** The days of a choice such as "days-3"; 0 for a clock of seconds or none. @param {string} time */
export const daysOf = (time) => (/^days-\d+$/.test(time) ? Number(time.slice(5)) : 0);

/** The choice for a table's days. @param {number} days */
export const timeOfDays = (days) => `days-${days}`;

/** All choices with their labels; `time` is the one that is chosen, which may be no usual one.
    @param {string} time
    @returns {[string, string][]} */
export function timeChoices(time) {
  const days = [...new Set([...DAYS, daysOf(time)])].filter(Boolean).sort((a, b) => a - b);
  return [
    // None first: keys that are numbers would come before it.
    ...["", "15", "30", "60"].map((key) => /** @type {[string, string]} */ ([key, CLOCKS[key].label])),
    ...days.map((count) => /** @type {[string, string]} */ ([timeOfDays(count), daysText(count)])),
  ];
}

/** What a choice means. @param {string} time */
export const timeHelp = (time) =>
  daysOf(time)
    ? gettext(
        "A slow game: nobody has to be there, and everyone is reminded when a third of their time is left.",
      )
    : (CLOCKS[time]?.help ?? "");

/** @type {Record<string, { label: string, help: string }>} */
export const TIMEOUTS = {
  stand_in: {
    get label() {
      return gettext("A stand-in plays");
    },
    get help() {
      return gettext("When somebody\u2019s time is over, a stand-in plays for them until they are back.");
    },
  },
  end: {
    get label() {
      return gettext("The game ends");
    },
    get help() {
      return gettext(
        "When somebody\u2019s time is over, the game ends and does not count. Such games are not rated.",
      );
    },
  },
};

/** @type {Record<string, { label: string, help: string }>} */
export const STAND_INS = {
  "": {
    get label() {
      return gettext("Soon");
    },
    get help() {
      return gettext(
        "A stand-in takes over after a minute the first time, then sooner; at private tables after three minutes.",
      );
    },
  },
  1: {
    get label() {
      return gettext("After a minute");
    },
    get help() {
      return gettext("A stand-in takes over from somebody who has been away for a minute.");
    },
  },
  3: {
    get label() {
      return gettext("After 3 minutes");
    },
    get help() {
      return gettext("A stand-in takes over from somebody who has been away for three minutes.");
    },
  },
  10: {
    get label() {
      return gettext("After 10 minutes");
    },
    get help() {
      return gettext("A stand-in takes over from somebody who has been away for ten minutes.");
    },
  },
  0: {
    get label() {
      return gettext("When all others ask");
    },
    get help() {
      return gettext(
        "The game waits for somebody who is away until everybody else who is there asks for a stand-in.",
      );
    },
  },
};

/** "2 days", "5 hours" or "12 minutes": the time that is left, rounded down. @param {number} seconds */
export function longTimeText(seconds) {
  const [size, text] =
    seconds >= 2 * DAY_S
      ? [DAY_S, ngettext("%(count)d day", "%(count)d days", Math.floor(seconds / DAY_S))]
      : seconds >= HOUR_S
        ? [HOUR_S, ngettext("%(count)d hour", "%(count)d hours", Math.floor(seconds / HOUR_S))]
        : [MINUTE_S, ngettext("%(count)d minute", "%(count)d minutes", Math.floor(seconds / MINUTE_S))];
  return interpolate(text, { count: Math.floor(seconds / size) });
}

/** "3 May": the last day of a vacation, which ends with the midnight after it. @param {string} end */
export const lastDayText = (end) =>
  new Intl.DateTimeFormat(pageLanguage(), { day: "numeric", month: "long" }).format(
    new Date(Date.parse(end) - 1),
  );

/** What a table's pace and absent players mean for who sits down, as sentences. @param {Wire.Options} options */
export function paceLines(options) {
  const { pace, days, on_timeout: onTimeout, stand_in_minutes: minutes } = options;
  if (pace === "slow")
    return [
      [`${daysText(days ?? 0)}.`, timeHelp(timeOfDays(days ?? 0)), TIMEOUTS[onTimeout ?? "stand_in"]?.help]
        .filter(Boolean)
        .join(" "),
    ];
  return typeof minutes === "number" ? [STAND_INS[minutes]?.help].filter(Boolean) : [];
}
