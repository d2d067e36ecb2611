/** The browser's light sensor, from a person's click to a cover; knows no table and draws nothing. */
import { CoverDetector } from "./cover.js";

const READINGS_A_SECOND = 10;
const LOOK_MS = 50;
/** A permission that TypeScript does not know. */
const SENSOR = /** @type {any} */ ({ name: "ambient-light-sensor" });

/** Whether this browser has a light sensor to ask for; most have none. */
export const hasLightSensor = () => "AmbientLightSensor" in globalThis;

/** Watches the light from `start()` to `stop()`, and never while the page is hidden.
    `onState` gets off | asking | on | denied | failed; `onCover` gets `{lux, sensed_at}`, once per cover. */
export class LightWatch {
  /** @param {{
        onCover: (cover: { lux: number, sensed_at: string }) => void,
        onState?: (state: string) => void,
      }} calls */
  constructor({ onCover, onState = () => {} }) {
    this.onCover = onCover;
    this.onState = onState;
    this.state = "off";
    this.wanted = false;
    /** @type {AmbientLightSensor | null} */
    this.sensor = null;
    this.detector = new CoverDetector();
    this.turn = this.turn.bind(this);
  }

  /** Call it upon a click alone: the browser may ask the person. */
  async start() {
    if (this.wanted) return;
    this.wanted = true;
    this.tell("asking");
    const denied = await isDenied();
    if (!this.wanted) return;
    if (denied) return this.end("denied");
    document.addEventListener("visibilitychange", this.turn);
    this.turn();
  }

  stop() {
    this.end("off");
  }

  end(state) {
    this.wanted = false;
    document.removeEventListener("visibilitychange", this.turn);
    this.release();
    this.tell(state);
  }

  /** Senses while the page is seen: a hidden page's sensor is off, and so is the detector. */
  turn() {
    if (!this.wanted) return;
    this.release();
    if (!document.hidden) this.hold();
  }

  hold() {
    this.detector.screen(true);
    try {
      this.sensor = new AmbientLightSensor({ frequency: READINGS_A_SECOND });
    } catch (fault) {
      return this.end(stateOf(fault));
    }
    this.sensor.onactivate = () => this.tell("on");
    this.sensor.onreading = ({ target }) =>
      this.heard(this.detector.read(performance.now(), target.illuminance));
    this.sensor.onerror = ({ error }) => this.end(stateOf(error));
    this.sensor.start();
    this.timer = setInterval(() => this.heard(this.detector.look(performance.now())), LOOK_MS);
  }

  release() {
    clearInterval(this.timer);
    this.detector.screen(false);
    if (!this.sensor) return;
    this.sensor.onactivate = this.sensor.onreading = this.sensor.onerror = null;
    this.sensor.stop();
    this.sensor = null;
  }

  heard(cover) {
    if (!cover) return;
    const sensed = new Date(Date.now() - (performance.now() - cover.at));
    this.onCover({ lux: cover.lux, sensed_at: sensed.toISOString() });
  }

  tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}

const stateOf = (fault) => (fault.name === "NotAllowedError" ? "denied" : "failed");

/** Whether the person has said no before: then there is nothing to ask. */
async function isDenied() {
  try {
    return (await navigator.permissions.query(SENSOR)).state === "denied";
  } catch {
    return false; // this browser doesn't tell in advance
  }
}
