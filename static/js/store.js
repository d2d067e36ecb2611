/** What this page knows of its table: the last sight, what is unanswered, what to say. Draws nothing.
    @import { Reason } from "./farewell.js"
    @typedef {Pick<Wire.LastTrick, "number" | "leader" | "plays" | "winner">} HeldTrick
    @typedef {{
      sight: Wire.Sight | null,
      sheet: Wire.SheetRow[],
      number: number,
      offset: number,
      connection: string,
      reason: Reason | null,
      pending: Record<string, { action: Wire.Action, acked?: number }>,
      toasts: { id: number, text: string, kind: string }[],
      events: Wire.Event[],
      held: HeldTrick | null,
      marks: Record<Wire.Seat, { text: string, good: boolean }>,
    }} State */
/** @template {Wire.FromServer["type"]} T @typedef {Extract<Wire.FromServer, { type: T }>} FrameOf */
import { offsetOf } from "./clock.js";

/** @type {State} */
export const EMPTY = {
  sight: null,
  sheet: [],
  number: -1,
  offset: 0,
  connection: "connecting",
  reason: null,
  pending: {},
  toasts: [],
  events: [],
  held: null,
  marks: {},
};

/** The next state after a frame; the same state when the frame is old news. Pure.
    @param {State} state
    @param {Wire.FromServer} frame
    @returns {State} */
export function afterFrame(state, frame, now = Date.now()) {
  if (frame.type === "update") return afterUpdate(state, frame, now);
  if (frame.type === "ack") return settled(markAcked(state, frame));
  if (frame.type === "refused") return without(state, frame.id);
  if (frame.type === "presence") return afterPresence(state, frame);
  return state;
}

/** A sight replaces the last one whole, unless its number is lower: numbers never go back.
    @param {State} state
    @param {FrameOf<"update">} frame
    @param {number} now
    @returns {State} */
function afterUpdate(state, { sight, number, events = [] }, now) {
  if (!sight || number < state.number) return state;
  const sheet = sight.sheet ?? state.sheet;
  const held = heldAfter(state, sight, events);
  return settled({ ...state, sight, sheet, number, events, held, offset: offsetOf(sight.server_time, now) });
}

/** @param {Wire.Sight} sight */
const trickId = (sight) => (sight?.last_trick ? `${sight.round?.number}:${sight.last_trick.number}` : "");

/** The trick that is shown a moment longer: the one just taken, until the next one is well under way.
    @param {Pick<State, "sight" | "held">} state
    @param {Wire.Sight} sight
    @param {Wire.Event[]} [events]
    @returns {HeldTrick | null} */
export function heldAfter({ sight: before, held }, sight, events = []) {
  if (!before) return null;
  if (sight.round?.number !== before.round?.number) return sight.last_trick ?? lastTaken(before, events);
  if (trickId(sight) && trickId(sight) !== trickId(before)) return sight.last_trick;
  return (sight.trick?.plays.length ?? 0) > 1 ? null : held;
}

/** A round's last trick where the next deal came with it, without a pause: put together from what happened.
    @param {Wire.Sight} before
    @param {Wire.Event[]} events
    @returns {HeldTrick | null} */
function lastTaken(before, events) {
  let plays = before.trick?.plays ?? [];
  /** @type {HeldTrick | null} */
  let taken = null;
  for (const event of events) {
    if (event.type === "card_played") plays = [...plays, { seat: event.seat, card: event.card }];
    if (event.type !== "trick_taken") continue;
    taken = { number: event.trick, leader: plays[0]?.seat, plays, winner: event.winner };
    plays = [];
  }
  return taken?.plays.length === before.players.length ? taken : null;
}

/** Who is there changes between two numbers: it makes no log entry.
    @param {State} state
    @param {FrameOf<"presence">} frame
    @returns {State} */
function afterPresence(state, { seat, connected, away_at = null }) {
  if (!state.sight) return state;
  const players = state.sight.players.map((player) =>
    player.seat === seat ? { ...player, connected, away_at } : player,
  );
  return { ...state, sight: { ...state.sight, players } };
}

/** @param {State} state @param {FrameOf<"ack">} frame @returns {State} */
const markAcked = (state, { id, number }) =>
  state.pending[id]
    ? { ...state, pending: { ...state.pending, [id]: { ...state.pending[id], acked: number } } }
    : state;

/** An action stops looking pending when the sight has reached the number that its ack named.
    @param {State} state
    @returns {State} */
function settled(state) {
  const open = Object.entries(state.pending).filter(
    ([, one]) => one.acked === undefined || one.acked > state.number,
  );
  return open.length === Object.keys(state.pending).length
    ? state
    : { ...state, pending: Object.fromEntries(open) };
}

/** @param {State} state @param {string} id @param {Wire.Action} action @returns {State} */
export function withPending(state, id, action) {
  return { ...state, pending: { ...state.pending, [id]: { action } } };
}

/** @param {State} state @param {string | null} id @returns {State} */
export function without(state, id) {
  const { [id ?? ""]: _gone, ...pending } = state.pending;
  return { ...state, pending };
}

/** The action of a type that waits for its answer, or null.
    @template {Wire.Action["type"]} T
    @param {State} state
    @param {T} type
    @returns {Extract<Wire.Action, { type: T }> | null} */
export const pendingOf = (state, type) =>
  /** @type {any} */ (Object.values(state.pending).find((one) => one.action.type === type)?.action ?? null);

/** A state that can be watched. @param {State} [initial] */
export function createStore(initial = EMPTY) {
  let state = initial;
  /** @type {Set<(state: State, before: State) => void>} */
  const watchers = new Set();
  return {
    get: () => state,
    set(/** @type {State} */ next) {
      if (next === state) return;
      const before = state;
      state = next;
      for (const watcher of watchers) watcher(state, before);
    },
    watch(/** @type {(state: State, before: State) => void} */ watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
