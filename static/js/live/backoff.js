/** How long to wait before the next try to connect. Pure: the random generator is an argument. */
export const FIRST_MS = 100;
export const LONGEST_MS = 3500;

/** Doubles from 0.1 s to at most 3.5 s; up to a third less by jitter, so that a crowd doesn't come back at once.
    @param {number} failures */
export function delayAfter(failures, random = Math.random) {
  const full = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
  return Math.round(full - ((full - FIRST_MS) * random()) / 3);
}
