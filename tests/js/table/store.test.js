import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  afterFrame,
  createStore,
  EMPTY,
  heldAfter,
  pendingOf,
  without,
  withPending,
  withToast,
} from "../../../static/js/table/store.js";
import { player, round, sight } from "../sights.js";

const NOON = Date.parse("2026-03-01T12:00:00Z");
const update = (number, fields = {}, events = []) => ({
  type: "update",
  number,
  sight: sight({ number, ...fields }),
  events,
});
const at = (number, fields = {}) => afterFrame(EMPTY, update(number, fields), NOON);

describe("an update", () => {
  it("replaces the sight, and tells how wrong this device's clock is", () => {
    const state = afterFrame(EMPTY, update(40, {}, [{ type: "trick_taken" }]), NOON - 5000);
    assert.deepEqual([state.number, state.sight.number, state.offset], [40, 40, 5000]);
    assert.deepEqual(state.events, [{ type: "trick_taken" }]);
  });

  it("of an older number changes nothing", () => {
    const state = at(40);
    assert.equal(afterFrame(state, update(39, { status: "bidding" }), NOON), state);
  });

  it("of the same number counts: a sight can change without an entry", () => {
    const state = afterFrame(at(40), update(40, { ready: [1] }), NOON);
    assert.deepEqual(state.sight.ready, [1]);
  });

  it("without a sheet keeps the last one", () => {
    const sheet = [{ round: 1, cells: [] }];
    const state = afterFrame(at(40, { sheet }), update(41), NOON);
    assert.deepEqual(state.sheet, sheet);
    assert.deepEqual(afterFrame(state, update(42, { sheet: [] }), NOON).sheet, []);
  });

  it("without a sight, and any frame of another type, changes nothing", () => {
    const state = at(40);
    assert.equal(afterFrame(state, { type: "update", number: 41 }, NOON), state);
    assert.equal(afterFrame(state, { type: "pong" }, NOON), state);
  });
});

describe("an action", () => {
  const play = { type: "play", card: "R1" };
  const pending = withPending(at(40), "a", play);

  it("is pending until its answer", () => {
    assert.equal(pendingOf(pending, "play"), play);
    assert.equal(pendingOf(pending, "bid"), null);
    assert.equal(pendingOf(at(40), "play"), null);
  });

  it("stays pending after its ack until the sight that shows it has come", () => {
    const acked = afterFrame(pending, { type: "ack", id: "a", number: 42 }, NOON);
    assert.equal(pendingOf(acked, "play"), play);
    const before = afterFrame(acked, update(41), NOON);
    assert.equal(pendingOf(before, "play"), play);
    assert.equal(pendingOf(afterFrame(before, update(42), NOON), "play"), null);
  });

  it("is settled by an ack that comes after its sight", () => {
    const ahead = afterFrame(pending, update(42), NOON);
    assert.equal(pendingOf(ahead, "play"), play);
    assert.equal(pendingOf(afterFrame(ahead, { type: "ack", id: "a", number: 42 }, NOON), "play"), null);
  });

  it("that is refused is not pending any more, and the others still are", () => {
    const two = withPending(pending, "b", { type: "ready" });
    const state = afterFrame(two, { type: "refused", id: "a", detail: "No." }, NOON);
    assert.equal(pendingOf(state, "play"), null);
    assert.deepEqual(pendingOf(state, "ready"), { type: "ready" });
    assert.deepEqual(Object.keys(without(state, "b").pending), []);
  });

  it("of another page is none of ours", () => {
    assert.deepEqual(
      afterFrame(pending, { type: "ack", id: "z", number: 42 }, NOON).pending,
      pending.pending,
    );
  });
});

describe("a message over the table", () => {
  const toast = (id, text, kind = "error") => ({ id, text, kind });
  const shown = (...toasts) => toasts.reduce(withToast, EMPTY).toasts.map(({ id }) => id);

  it("that is said again is shown once, as the newest", () => {
    assert.deepEqual(shown(toast(1, "No."), toast(2, "Later."), toast(3, "No.")), [2, 3]);
  });

  it("stands beside others, and beside the same words of another kind", () => {
    assert.deepEqual(shown(toast(1, "No."), toast(2, "No.", "hint"), toast(3, "Why?")), [1, 2, 3]);
  });

  it("pushes out the oldest of three", () => {
    assert.deepEqual(shown(toast(1, "a"), toast(2, "b"), toast(3, "c"), toast(4, "d")), [2, 3, 4]);
  });
});

describe("presence", () => {
  it("changes one player and no number", () => {
    const state = afterFrame(
      at(40),
      { type: "presence", seat: 1, connected: false, away_at: "2026-03-01T12:01:00Z" },
      NOON,
    );
    const [ada, bea] = state.sight.players;
    assert.deepEqual([bea.connected, bea.away_at], [false, "2026-03-01T12:01:00Z"]);
    assert.deepEqual([ada.connected, state.number], [true, 40]);
  });

  it("forgets when a player would have been away, once they are back", () => {
    const gone = afterFrame(at(40), { type: "presence", seat: 1, connected: false, away_at: "x" }, NOON);
    const back = afterFrame(gone, { type: "presence", seat: 1, connected: true }, NOON);
    assert.equal(back.sight.players[1].away_at, null);
  });

  it("before any sight is ignored", () => {
    assert.equal(afterFrame(EMPTY, { type: "presence", seat: 1, connected: true }, NOON), EMPTY);
  });
});

describe("the trick that is held", () => {
  const trick = (number, winner = 0) => ({ number, leader: 0, plays: [], suit: "R", winner });
  const open = (plays) => ({ number: 2, leader: 0, plays, suit: null });
  const play = { seat: 0, card: "R1" };

  it("is the one just taken", () => {
    const before = { sight: sight(), held: null };
    const taken = trick(1);
    assert.equal(heldAfter(before, sight({ last_trick: taken })), taken);
  });

  it("is held while one card lies in the next, and let go with the second", () => {
    const taken = trick(1);
    const before = { sight: sight({ last_trick: taken }), held: taken };
    assert.equal(heldAfter(before, sight({ last_trick: taken, trick: open([play]) })), taken);
    assert.equal(heldAfter(before, sight({ last_trick: taken, trick: open([play, play]) })), null);
  });

  it("is none on the first sight", () => {
    assert.equal(heldAfter({ sight: null, held: null }, sight({ last_trick: trick(1) })), null);
  });

  it("is put together from the events where the next deal came at once", () => {
    const plays = [
      { seat: 1, card: "R2" },
      { seat: 2, card: "R3" },
    ];
    const before = { sight: sight({ trick: { number: 3, leader: 1, plays, suit: "R" } }), held: null };
    const events = [
      { type: "card_played", seat: 0, card: "R9" },
      { type: "trick_taken", trick: 3, winner: 0 },
    ];
    const held = heldAfter(before, sight({ round: round({ number: 4 }), last_trick: null }), events);
    assert.deepEqual(held, { number: 3, leader: 1, plays: [...plays, { seat: 0, card: "R9" }], winner: 0 });
  });

  it("is none if not all of its cards are known", () => {
    const before = { sight: sight({ players: [player(0), player(1), player(2)], trick: null }), held: null };
    const events = [{ type: "trick_taken", trick: 3, winner: 0 }];
    assert.equal(heldAfter(before, sight({ round: round({ number: 4 }) }), events), null);
  });
});

describe("a store", () => {
  it("tells its watchers what was and what is, until they stop watching", () => {
    const store = createStore(EMPTY);
    const seen = [];
    const stop = store.watch((state, before) => seen.push([state.number, before.number]));
    store.set(at(40));
    stop();
    store.set(at(41));
    assert.deepEqual(seen, [[40, -1]]);
    assert.equal(store.get().number, 41);
  });

  it("is silent when nothing has changed", () => {
    const store = createStore();
    store.watch(() => assert.fail("nothing has changed"));
    store.set(store.get());
  });
});
