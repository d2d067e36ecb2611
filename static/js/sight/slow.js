/** Slow tables, as a sight shows them. Pure. */

/** Whether nobody has to be at this table between two moves.
    @param {Wire.Sight} sight */
export const isSlow = (sight) => sight.players.some((player) => player.vacation_until !== undefined);

/** Whether the viewer can queue moves here: a player of a slow game that runs.
    @param {Wire.Sight | null | undefined} sight */
export function mayQueue(sight) {
  if (!sight || sight.viewer === null) return false;
  return !["open", "finished", "abandoned"].includes(sight.status) && isSlow(sight);
}

/** The moves that somebody typed, one after the other: `2, R7` or one in each line.
    @param {string} text */
export const splitMoves = (text) =>
  text
    .split(/[,;\n]/)
    .map((move) => move.trim())
    .filter(Boolean);
