import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mayAnswerUndo, undoAskedText, undoLine, undoText } from "../../../static/js/sight/undo.js";
import { heldAfter } from "../../../static/js/table/store.js";
import { sight } from "../sights.js";

const asked = (fields = {}) =>
  sight({
    undo: { seat: 1, kind: "card", card: "R7", allowed: [], waits_for: [0, 2], ends_at: "", ...fields },
  });

describe("a question to take something back", () => {
  it("says who asks, and for what", () => {
    assert.equal(undoLine(sight()), "");
    assert.equal(undoLine(asked()), "Bea wants to take back Red 7.");
    assert.equal(undoLine(asked({ kind: "bid", card: null })), "Bea wants to take back a bid.");
    assert.equal(undoLine(asked({ seat: 0, waits_for: [1] })), "You ask to take that back. Waiting for Bea.");
  });

  it("is answered by those whose answer is missing", () => {
    assert.ok(mayAnswerUndo(asked()));
    assert.ok(!mayAnswerUndo(asked({ waits_for: [2] })));
    assert.ok(!mayAnswerUndo(sight()));
  });

  it("is in the past once it is answered", () => {
    const event = { type: "undo_asked", seat: 0, kind: "trump" };
    assert.equal(undoAskedText(sight(), event, true), "You asked to take back the trump suit.");
    assert.equal(undoAskedText(asked(), event, false), "You asked to take back the trump suit.");
    assert.equal(undoAskedText(asked(), { ...event, seat: 1 }, true), "Bea wants to take back Red 7.");
  });

  it("has an end that everybody reads", () => {
    const undone = { type: "decision_undone", seat: 1, kind: "card", card: "R7" };
    assert.equal(undoText(sight(), undone), "Bea took back Red 7.");
    assert.equal(undoText(sight(), { ...undone, seat: 0 }), "You took back Red 7.");
    const refused = { type: "undo_answered", seat: 2, allow: false };
    assert.equal(undoText(sight(), refused), "Cid refused. Nothing is taken back.");
    assert.equal(undoText(sight(), { ...refused, allow: true }), "");
  });

  it("takes a trick away that is still shown", () => {
    const held = { number: 1, leader: 0, plays: [], winner: 1 };
    assert.equal(heldAfter({ sight: sight(), held }, sight(), [{ type: "decision_undone" }]), null);
  });
});
