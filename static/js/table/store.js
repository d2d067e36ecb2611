/** The state of the table's page: the last sight, unanswered actions, messages. Draws nothing.
    @import { Reason } from "../live/farewell.js"
    @typedef {Pick<Wire.LastTrick, "number" | "leader" | "plays" | "winner">} HeldTrick
    @typedef {{
      sight: Wire.Sight | null,
      preferences: Wire.Preferences,
      sheet: Wire.SheetRow[],
      number: number,
      offset: number,
      connection: string,
      reason: Reason | null,
      outdated: boolean,
      pending: Record<string, { action: Wire.Action, acked?: number }>,
      toasts: { id: number, text: string, kind: string }[],
      events: Wire.Event[],
      held: HeldTrick | null,
      marks: Record<Wire.Seat, { text: string, good: boolean }>,
    }} State */
/** @template {Wire.FromServer["type"]} T @typedef {Extract<Wire.FromServer, { type: T }>} FrameOf */
import { offsetOf } from "../live/clock.js";

/** As a stranger has them. @type {Wire.Preferences} */
const DEFAULTS = {
  wings: true,
  confirm_card: false,
  play_forced: false,
  hand_order: "suit",
  card_size: "normal",
  animation: "normal",
  sounds: false,
  vibration: false,
  deck: "modern",
  palette: "standard",
  theme: "system",
  shortcuts: true,
  announcements: "all",
  announce_chat: true,
  show_status: true,
  language: "auto",
  notify_turn: true,
  notify_challenge: true,
  notify_tournament: true,
  mail_turns: "each",
  mail_digest_hour: 7,
  mail_results: true,
  mail_challenges: true,
  mail_messages: true,
};

/** @type {State} */
export const EMPTY = {
  sight: null,
  preferences: DEFAULTS,
  sheet: [],
  number: -1,
  offset: 0,
  connection: "connecting",
  reason: null,
  outdated: false,
  pending: {},
  toasts: [],
  events: [],
  held: null,
  marks: {},
};

/** Returns the state after a frame; the same state if the frame is outdated. Pure.
    @param {State} state
    @param {Wire.FromServer} frame
    @returns {State} */
export function afterFrame(state, frame, now = Date.now()) {
  if (frame.type === "update") return afterUpdate(state, frame, now);
  if (frame.type === "ack") return settled(markAcked(state, frame));
  if (frame.type === "refused") return without(state, frame.id);
  if (frame.type === "preferences") return { ...state, preferences: frame.preferences };
  if (frame.type === "new_version") return { ...state, outdated: true };
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
  // Updates leave the sheet out while it is unchanged.
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
  // A card that was taken back may have completed the trick that is shown.
  if (!before || events.some(({ type }) => type === "decision_undone")) return null;
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

const MAX_TOASTS = 3;

/** The state with one more message over the table. The same message replaces itself, so that a refusal that is
    repeated covers no more of the table than the first one.
    @param {State} state
    @param {State["toasts"][number]} toast
    @returns {State} */
export function withToast(state, toast) {
  const others = state.toasts.filter(({ text, kind }) => text !== toast.text || kind !== toast.kind);
  return { ...state, toasts: [...others, toast].slice(-MAX_TOASTS) };
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
