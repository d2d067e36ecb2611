/** Random hex that a player adds to the deal, so that the server's seed alone does not decide it. */
const BYTES = 16;

export function salt() {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
