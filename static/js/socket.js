/** One connection that mends itself: back-off, pings, and actions resent under their own id until answered.
    @import { Reason } from "./farewell.js" */
import { delayAfter } from "./backoff.js";
import { reasonOf } from "./farewell.js";

const PING_MS = 2500;
const STALE_MS = 2900;
const DEAD_MS = 9000;
const PROBE_MS = 1500;
const WATCH_MS = 100;
const TOO_SLOW = 4008;
const TOO_MANY = 4029;
/** Seconds to wait after a farewell that names none. */
/** @type {Record<number, number>} */
const REST_S = { [TOO_SLOW]: 1, [TOO_MANY]: 3 };
const ENDED = 4001;
const DENIED = new Set([ENDED, 4003, 4004]);

export class LiveSocket {
  /**
   * `path()` gives the address at each try; `onFrame` gets every frame;
   * `onState` gets online | connecting | reconnecting | closed, and why;
   * `onEnded` is called when the session that opened it is over.
   * @param {{
   *   path: () => string,
   *   onFrame: (frame: Wire.FromServer) => void,
   *   onState?: (state: string, reason: Reason | null) => void,
   *   onEnded?: () => void,
   * }} calls
   */
  constructor({ path, onFrame, onState = () => {}, onEnded = () => {} }) {
    this.path = path;
    this.onFrame = onFrame;
    this.onState = onState;
    this.onEnded = onEnded;
    /** @type {Map<string, Wire.Action>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.ws = null;
    this.seenAt = 0;
    this.pingedAt = 0;
    this.failures = 0;
    this.everOpen = false;
    this.stopped = false;
    this.holdOff = 0;
    this.probing = 0;
    this.state = "";
    /** @type {Reason | null} */
    this.reason = null;
    this.wake = this.wake.bind(this);
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("resume", this.wake);
    addEventListener("offline", () => this.tell("reconnecting"));
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.tell("connecting");
    this.connect();
    this.watcher = setInterval(() => this.watch(), WATCH_MS);
  }

  /** Sends an action; it is kept and sent again after every reconnect until the server has answered its id. */
  act(/** @type {Wire.Action} */ action) {
    const id = newId();
    this.pending.set(id, action);
    this.send({ type: "action", id, action });
    return id;
  }

  settle(id) {
    this.pending.delete(id);
  }

  send(/** @type {Wire.FromClient} */ frame) {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(frame));
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const ws = new WebSocket(`${scheme}//${location.host}${this.path()}`);
    this.ws = ws;
    this.seenAt = this.pingedAt = Date.now();
    this.probing = 0;
    ws.onopen = () => this.ws === ws && this.opened();
    ws.onmessage = (message) => this.ws === ws && this.received(message.data);
    ws.onclose = (event) => this.ws === ws && this.lost(event.code);
  }

  opened() {
    this.everOpen = true;
    this.seenAt = Date.now();
    for (const [id, action] of this.pending) this.send({ type: "action", id, action });
  }

  received(text) {
    this.seenAt = Date.now();
    this.failures = 0;
    this.probing = 0;
    const frame = JSON.parse(text);
    this.reason = reasonOf(frame);
    this.tell("online");
    if (frame.type === "bye") this.farewell(frame);
    this.onFrame(frame);
  }

  /** The server says why it closes: come back later, or not at all. */
  farewell(frame) {
    this.holdOff = (frame.retry_after ?? REST_S[frame.code] ?? 0) * 1000;
    if (DENIED.has(frame.code)) this.denied(frame.code);
  }

  denied(code) {
    if (this.stopped) return;
    this.reason ??= { code };
    this.stop();
    if (code === ENDED) this.onEnded();
  }

  lost(code) {
    if (this.stopped || DENIED.has(code)) return this.denied(code);
    this.ws = null;
    this.tell(this.everOpen ? "reconnecting" : "connecting");
    const wait = this.holdOff ? this.holdOff * (1 + Math.random() / 4) : delayAfter(this.failures);
    this.holdOff = 0;
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Gives up a connection that may be half dead, without waiting for its close. */
  abandon() {
    const ws = this.ws;
    this.ws = null;
    try {
      ws?.close();
    } catch {
      /* it was closed already */
    }
    this.lost(1006);
  }

  watch() {
    if (this.stopped || !this.ws) return;
    const now = Date.now();
    const silent = now - this.seenAt;
    if (silent > DEAD_MS || (this.probing && now - this.probing > PROBE_MS)) return this.abandon();
    if (silent > STALE_MS && !document.hidden) this.tell(this.everOpen ? "reconnecting" : "connecting");
    if (now - this.pingedAt >= PING_MS) this.ping();
  }

  ping() {
    this.pingedAt = Date.now();
    this.send({ type: "ping" });
  }

  /** The page is seen again or the network is back: try now, or ask the old connection whether it lives. */
  wake() {
    if (this.stopped) return;
    if (!this.ws) {
      this.failures = 0;
      return this.connect();
    }
    if (this.ws.readyState === WebSocket.OPEN) {
      this.probing = Date.now();
      this.ping();
    } else if (Date.now() - this.seenAt > PROBE_MS) {
      // It was being made when the page fell asleep: whoever should answer may be gone.
      this.failures = 0;
      this.abandon();
    }
  }

  /** Connects afresh, as after logging in. */
  renew() {
    this.failures = 0;
    this.abandon();
  }

  stop() {
    this.stopped = true;
    clearInterval(this.watcher);
    clearTimeout(this.timer);
    this.tell("closed");
    const ws = this.ws;
    this.ws = null;
    try {
      ws?.close();
    } catch {
      /* it was closed already */
    }
  }

  tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state, this.reason);
  }
}

/** A UUID, also where the page is not served over TLS and `randomUUID` is missing. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
