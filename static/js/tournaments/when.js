/** Moments in the reader's own time, and spans in words. Pure but for `localise`, which writes into the page. */
/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };

/** "Sat, 21 Nov, 11:00" in the reader's own time zone. */
export const localText = (iso, locale) => new Intl.DateTimeFormat(locale, SHORT).format(new Date(iso));

/** Writes all moments of a part of the page in the reader's own time. */
export function localise(root) {
  for (const one of root.querySelectorAll("time[data-when]")) one.textContent = localText(one.dateTime);
}

/** "4:05", "1:02:03" or "3 days" for so many milliseconds; never below zero. */
export function spanText(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const days = Math.floor(seconds / 86400);
  if (days > 1) return `${days} days`;
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
