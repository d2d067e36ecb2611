/** The version of this page, and when a newer one may be loaded. Pure. */

/** The version in the address of a static file; empty if it has none.
    @param {string} url */
export const versionOf = (url) => /\/static\/([^/]+)\//.exec(url)?.[1] ?? "";

/** Whether a reload interrupts nothing: nobody has to bid or play before the next round.
    @param {Wire.Sight | null} sight */
export const mayReload = (sight) => !["naming_trump", "bidding", "playing"].includes(sight?.status ?? "");
