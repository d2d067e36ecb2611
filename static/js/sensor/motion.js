/** The browser's motion sensor, from a person's click to a shake; knows no table and draws nothing. */
import { ShakeDetector } from "./shake.js";

/** Milliseconds after which a sensor that has sent no reading is taken for missing: browsers don't say. */
const FIRST_READING_MS = 3000;

/** Whether this browser can report motion at all; many without a sensor can. */
export const hasMotion = () => "DeviceMotionEvent" in globalThis;

/** Watches for shakes from `start()` to `stop()`; browsers send no motion to hidden pages.
    `onState` gets off | asking | on | denied | failed; `onShake` is called once per shake. */
export class ShakeWatch {
  /** @param {{ onShake: () => void, onState?: (state: string) => void }} calls */
  constructor({ onShake, onState = () => {} }) {
    this.onShake = onShake;
    this.onState = onState;
    this.state = "off";
    this.wanted = false;
    this.detector = new ShakeDetector();
    this.moved = this.moved.bind(this);
  }

  /** Call it upon a click alone: iOS asks the person, and only then. */
  async start() {
    if (this.wanted) return;
    this.wanted = true;
    this.tell("asking");
    const allowed = await isAllowed();
    if (!this.wanted) return;
    if (!allowed) return this.end("denied");
    addEventListener("devicemotion", this.moved);
    this.timer = setTimeout(() => this.end("failed"), FIRST_READING_MS);
  }

  stop() {
    this.end("off");
  }

  end(state) {
    this.wanted = false;
    clearTimeout(this.timer);
    removeEventListener("devicemotion", this.moved);
    this.tell(state);
  }

  moved({ accelerationIncludingGravity: acceleration }) {
    // A browser without a sensor may send one event without readings.
    if (!Number.isFinite(acceleration?.x)) return;
    clearTimeout(this.timer);
    this.tell("on");
    if (this.detector.read(performance.now(), acceleration)) this.onShake();
  }

  tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}

/** Asks for permission where the browser has such a question (iOS); elsewhere motion is allowed. */
async function isAllowed() {
  const { requestPermission } = /** @type {any} */ (DeviceMotionEvent);
  if (!requestPermission) return true;
  try {
    return (await requestPermission.call(DeviceMotionEvent)) === "granted";
  } catch {
    return false;
  }
}
