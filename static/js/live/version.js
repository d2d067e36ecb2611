/** The version of this page, and when a newer one may be loaded. Pure. */
import { isSlow } from "../sight/slow.js";

/** The version in the address of a static file; empty if it has none.
    @param {string} url */
export const versionOf = (url) => /\/static\/([^/]+)\//.exec(url)?.[1] ?? "";

/** Whether a reload interrupts nothing: nobody has to bid or play before the next round. At a slow table, where a
    round takes days, only the viewer must not have to.
    @param {Wire.Sight | null} sight */
export function mayReload(sight) {
  if (!sight || !["naming_trump", "bidding", "playing"].includes(sight.status)) return true;
  return isSlow(sight) && !sight.turn.some((seat) => seat === sight.viewer);
}
