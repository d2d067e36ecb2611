/** Moments in the event's time and in the reader's own, and spans in words. Pure but for `localise`. */
import { gettext, interpolate, ngettext, pageLanguage } from "../text.js";

/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "numeric", minute: "2-digit" };

/** "Sat, 21 Nov, 11:00" in the reader's own time zone. */
export const localText = (iso, locale = pageLanguage()) =>
  new Intl.DateTimeFormat(locale, SHORT).format(new Date(iso));

/**
 * The same in the event's time zone, which is named where the reader's clock shows another time.
 * @param {string} iso
 * @param {string} timeZone
 * @param {string} [locale]
 * @param {string} [own] the reader's time zone
 */
export function eventText(iso, timeZone, locale = pageLanguage(), own = undefined) {
  const at = new Date(iso);
  try {
    const differs = wallTime(at, timeZone) !== wallTime(at, own);
    /** @type {Intl.DateTimeFormatOptions} */
    const options = { ...SHORT, timeZone, ...(differs ? { timeZoneName: "short" } : {}) };
    return new Intl.DateTimeFormat(locale, options).format(at);
  } catch {
    // A browser older than the time zone.
    return localText(iso, locale);
  }
}

/** "2026-11-21 11:00", by the clocks of a time zone or by the reader's own. */
const wallTime = (at, timeZone) =>
  // Swedish writes dates as ISO 8601 does, so that their parts can be compared and split.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone }).format(at);

/**
 * The reader's own time for a moment that is written with the event's offset; empty if their clocks agree. The day
 * is named if it is another one.
 * @param {string} iso
 * @param {string} [locale]
 * @param {string} [own] the reader's time zone
 */
export function ownText(iso, locale = pageLanguage(), own = undefined) {
  const at = new Date(iso);
  const [day, time] = wallTime(at, own).split(" ");
  const [eventDay, eventTime] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (day === eventDay && time === eventTime) return "";
  const options = day === eventDay ? CLOCK : SHORT;
  return interpolate(gettext("%(time)s your time"), {
    time: new Intl.DateTimeFormat(locale, { ...options, timeZone: own }).format(at),
  });
}

/** Adds the reader's own time to all moments of a part of the page where it differs. */
export function localise(root) {
  for (const one of root.querySelectorAll("time[data-when]")) {
    const own = ownText(one.dateTime);
    if (own) one.append(Object.assign(document.createElement("small"), { textContent: ` (${own})` }));
  }
}

/** "4:05", "1:02:03" or "3 days" for so many milliseconds; never below zero. */
export function spanText(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const days = Math.floor(seconds / 86400);
  if (days > 1) return interpolate(ngettext("%(days)s day", "%(days)s days", days), { days });
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
