/** Readings of a motion sensor in, shakes out; knows no sensor, no clock and no game. Pure.
    Times are milliseconds of any monotonic clock, accelerations m/s² with gravity in them. */

/** Tells a shaken phone from one that is turned, put down or carried; one shake is reported once. */
export class ShakeDetector {
  static GRAVITY = 9.81;
  static JOLT = 11; // m/s² more or less than gravity: walking and turning stay below this.
  static JOLTS = 3; // so many of them make a shake; a phone that is put down or dropped gives one or two.
  static APART = 80; // ms between two jolts that count: one jolt lasts for several readings.
  static WITHIN = 1000; // ms from the first jolt of a shake to its last.
  static REST = 1500; // ms after a shake in which nothing counts.

  /** When the latest jolts came. @type {number[]} */
  jolts = [];
  restUntil = Number.NEGATIVE_INFINITY;

  /** A reading; returns whether it completes a shake.
      @param {number} at
      @param {{ x?: number | null, y?: number | null, z?: number | null } | null} acceleration */
  read(at, acceleration) {
    const { GRAVITY, JOLT, JOLTS, APART, WITHIN, REST } = ShakeDetector;
    const strength = strengthOf(acceleration);
    if (strength === null || at < this.restUntil || Math.abs(strength - GRAVITY) < JOLT) return false;
    this.jolts = this.jolts.filter((earlier) => at - earlier <= WITHIN);
    if (at - (this.jolts.at(-1) ?? Number.NEGATIVE_INFINITY) < APART) return false;
    this.jolts.push(at);
    if (this.jolts.length < JOLTS) return false;
    this.jolts = [];
    this.restUntil = at + REST;
    return true;
  }
}

/** The length of an acceleration, whatever way the phone is held; null without a reading.
    @param {{ x?: number | null, y?: number | null, z?: number | null } | null} acceleration */
function strengthOf(acceleration) {
  const parts = [acceleration?.x, acceleration?.y, acceleration?.z];
  return parts.every((part) => Number.isFinite(part)) ? Math.hypot(.../** @type {number[]} */ (parts)) : null;
}
