/** A WebSocket that reconnects with back-off, pings, and resends actions under their own ids until they are answered.
    @import { Reason } from "./farewell.js" */
import { delayAfter } from "./backoff.js";
import { reasonOf } from "./farewell.js";
import { versionOf } from "./version.js";

const VERSION = versionOf(import.meta.url);

const PING_MS = 2500;
/** A little more than a ping's interval: an answer that is late already shows that the line is bad. */
const STALE_MS = 2900;
const DEAD_MS = 9000;
/** How long an old connection may take to answer after the page was asleep. */
const PROBE_MS = 1500;
const WATCH_MS = 100;
const TOO_SLOW = 4008;
const TOO_MANY = 4029;
/** Seconds to wait after a `bye` that names none, by its code. */
/** @type {Record<number, number>} */
const REST_S = { [TOO_SLOW]: 1, [TOO_MANY]: 3 };
const ENDED = 4001;
const DENIED = new Set([ENDED, 4003, 4004]);

export class LiveSocket {
  /**
   * `path()` returns the address for each try, and `onFrame` gets every frame.
   * `onState` gets online, connecting, reconnecting or closed, with the reason.
   * `onOpened` is called at each new connection, when unanswered actions have been sent again.
   * `onEnded` is called when the session that opened the socket has ended.
   * @param {{
   *   path: () => string,
   *   onFrame: (frame: Wire.FromServer) => void,
   *   onState?: (state: string, reason: Reason | null) => void,
   *   onOpened?: () => void,
   *   onEnded?: () => void,
   * }} calls
   */
  constructor({ path, onFrame, onState = () => {}, onOpened = () => {}, onEnded = () => {} }) {
    this.path = path;
    this.onFrame = onFrame;
    this.onState = onState;
    this.onOpened = onOpened;
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
    // Also fired when the page returns from the back/forward cache, in which its timers stood still.
    addEventListener("pageshow", this.wake);
    document.addEventListener("resume", this.wake);
    addEventListener("offline", () => this.tell("reconnecting"));
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.tell("connecting");
    this.connect();
    this.watcher = setInterval(() => this.watch(), WATCH_MS);
  }

  /** Sends an action, and again after each reconnect until `settle` is called: the id makes that safe. */
  act(/** @type {Wire.Action} */ action, id = newId()) {
    this.pending.set(id, action);
    this.send({ type: "action", id, action });
    return id;
  }

  /** Stops resending an action that was answered. */
  settle(id) {
    this.pending.delete(id);
  }

  /** Sends a frame and returns whether that was possible; nothing is queued while there is no connection. */
  send(/** @type {Wire.FromClient} */ frame) {
    const isOpen = this.ws?.readyState === WebSocket.OPEN;
    if (isOpen) this.ws?.send(JSON.stringify(frame));
    return isOpen;
  }

  /** Opens a new connection at once, and cancels a planned try. */
  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const url = new URL(`${scheme}//${location.host}${this.path()}`);
    // The server answers with `new_version` if it serves another one.
    url.searchParams.set("version", VERSION);
    const ws = new WebSocket(url);
    this.ws = ws;
    this.seenAt = this.pingedAt = Date.now();
    this.probing = 0;
    // An abandoned socket may still report events; only the current one counts.
    ws.onopen = () => this.ws === ws && this.opened();
    ws.onmessage = (message) => this.ws === ws && this.received(message.data);
    ws.onclose = (event) => this.ws === ws && this.lost(event.code);
  }

  /** Resends all unanswered actions: any of them may have been lost with the old connection. */
  opened() {
    this.everOpen = true;
    this.seenAt = Date.now();
    for (const [id, action] of this.pending) this.send({ type: "action", id, action });
    this.onOpened();
  }

  /** Handles a frame. Only a frame resets the back-off: a connection that opens and closes at once has failed. */
  received(text) {
    this.seenAt = Date.now();
    this.failures = 0;
    this.probing = 0;
    const frame = JSON.parse(text);
    // Each frame replaces it, so that an old refusal is not taken for why the connection ended later.
    this.reason = reasonOf(frame);
    this.tell("online");
    if (frame.type === "bye") this.farewell(frame);
    this.onFrame(frame);
  }

  /** Notes from a `bye` how long to wait before the next try, or that there is none. */
  farewell(frame) {
    this.holdOff = (frame.retry_after ?? REST_S[frame.code] ?? 0) * 1000;
    if (DENIED.has(frame.code)) this.denied(frame.code);
  }

  /** Stops for good, because the server will refuse each further try; no-op if stopped. */
  denied(code) {
    if (this.stopped) return;
    this.reason ??= { code };
    this.stop();
    if (code === ENDED) this.onEnded();
  }

  /** Plans the next try, unless the connection ended for good. */
  lost(code) {
    if (this.stopped || DENIED.has(code)) return this.denied(code);
    this.ws = null;
    this.tell(this.everOpen ? "reconnecting" : "connecting");
    // Random, so that after a restart not all clients come back in the same moment.
    const wait = this.holdOff ? this.holdOff * (1 + Math.random() / 4) : delayAfter(this.failures);
    this.holdOff = 0;
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Drops a connection that may be half dead; its close event could take minutes, so it is not awaited. */
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

  /** Checks the connection: drops it after a long silence, shows a shorter one, and sends pings. */
  watch() {
    if (this.stopped || !this.ws) return;
    const now = Date.now();
    const silent = now - this.seenAt;
    if (silent > DEAD_MS || (this.probing && now - this.probing > PROBE_MS)) return this.abandon();
    // Browsers slow down the timers of hidden pages, which looks like silence.
    if (silent > STALE_MS && !document.hidden) this.tell(this.everOpen ? "reconnecting" : "connecting");
    if (now - this.pingedAt >= PING_MS) this.ping();
  }

  ping() {
    this.pingedAt = Date.now();
    this.send({ type: "ping" });
  }

  /** Reconnects at once when the page or the network is back, or pings the old connection to see whether it lives. */
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
      // It was still connecting when the page fell asleep, and may never get an answer.
      this.failures = 0;
      this.abandon();
    }
  }

  /** Reconnects, so that a new log-in takes effect. */
  renew() {
    this.failures = 0;
    this.abandon();
  }

  /** Closes the connection and never reconnects. */
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

  /** Reports a state, if it is a new one. */
  tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state, this.reason);
  }
}

/** A random UUID. Browsers offer `randomUUID` only over TLS, which a game on a local network may lack. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // The bits of version 4 and of the variant, as RFC 9562 sets them.
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
