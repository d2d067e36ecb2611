/** Readings of a light sensor in, covers by a hand out; knows no sensor, no clock and no game. Pure.
    The same logic under the same names as docs/examples/cover.py; docs/examples/readings.json tests both.
    Times are milliseconds of any monotonic clock. */

/** Tells a hand on the sensor from flicker, clouds and sunsets; one event `{at, lux, room}` per cover. */
export class CoverDetector {
  static DARK = 0.3; // of the room's light: below this it may be a cover,
  static LIGHT = 0.6; // and it is one until there is more than this again (hysteresis).
  static LEAST = 5; // lux: in a darker room nothing can be told.
  static HOLD = 150; // ms that it must stay dark: lamps flicker quicker.
  static SETTLE = 1000; // ms after the first reading in which the sensor only learns the room.
  static FOLLOW = 3000; // ms in which the idea of the room goes two thirds of the way to a new light.
  static ADAPT = 10_000; // ms of darkness after which the room is dark.

  /** When the first reading came; null before. @type {number | null} */
  since = null;
  /** The reading that may be a cover's first. @type {{ at: number, lux: number, room: number } | null} */
  dark = null;
  at = 0;
  lux = 0;
  room = 0;
  told = false;

  constructor() {
    this.on = true;
    this.#forget();
  }

  /** The screen went on or off: nothing is sensed while it is off, and nothing remembered. */
  screen(/** @type {boolean} */ on) {
    this.on = on;
    this.#forget();
  }

  /** A reading; sensors may send changes alone. The cover that it completes, or null. */
  read(/** @type {number} */ at, /** @type {number} */ lux) {
    const { DARK, LIGHT, LEAST, SETTLE } = CoverDetector;
    if (!this.on || !Number.isFinite(lux) || lux < 0) return null;
    const cover = this.look(at);
    if (this.since === null) this.since = this.at = at;
    this.lux = lux;
    if (at - this.since < SETTLE) {
      this.room = lux;
    } else if (this.dark === null && this.room >= LEAST && lux < DARK * this.room) {
      this.dark = { at, lux, room: this.room };
      this.told = false;
    } else if (this.dark !== null && lux > LIGHT * this.room) {
      this.dark = null;
    }
    return cover;
  }

  /** Time has passed without a reading (ask by a timer): the cover that has been held by now, once. */
  look(/** @type {number} */ at) {
    const { HOLD, FOLLOW, ADAPT } = CoverDetector;
    if (this.since === null) return null;
    const elapsed = at - this.at;
    this.at = at;
    if (this.dark === null) {
      this.room += (this.lux - this.room) * (1 - Math.exp(-elapsed / FOLLOW));
      return null;
    }
    const held = at - this.dark.at;
    if (held >= HOLD && !this.told) {
      this.told = true;
      return this.dark;
    }
    if (held > ADAPT) {
      this.room = this.lux;
      this.dark = null;
    }
    return null;
  }

  /** One line of a timeline: lux, the screen "on" or "off", or null where time just passes. */
  sense(/** @type {number} */ at, /** @type {number | string | null} */ what) {
    if (typeof what === "string") {
      this.screen(what === "on");
      return null;
    }
    return what === null ? this.look(at) : this.read(at, what);
  }

  #forget() {
    this.since = this.dark = null;
    this.at = this.lux = this.room = 0;
    this.told = false;
  }
}
