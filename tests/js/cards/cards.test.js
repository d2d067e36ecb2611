import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { kindOf, rankOf, rowsOf, sortHand, suitOf } from "../../../static/js/cards/cards.js";

describe("a card's code", () => {
  it("tells kind, suit and rank", () => {
    assert.deepEqual([kindOf("G13"), suitOf("G13"), rankOf("G13")], ["suit", "G", 13]);
    assert.deepEqual([kindOf("W2"), suitOf("W2")], ["wizard", null]);
    assert.deepEqual([kindOf("J4"), suitOf("J4")], ["jester", null]);
  });
});

describe("a hand", () => {
  it("is sorted from Jesters to Wizards, with neighbouring suits that look different", () => {
    const hand = ["W1", "B2", "Y13", "J2", "R9", "G4", "R10", "J1"];
    assert.deepEqual(sortHand(hand), ["J1", "J2", "R9", "R10", "G4", "Y13", "B2", "W1"]);
  });

  it("has trump beside the Wizards", () => {
    assert.deepEqual(sortHand(["R9", "B2", "W1", "G4"], "R"), ["G4", "B2", "R9", "W1"]);
  });

  it("can have trump first, be sorted by rank, or lie as it was dealt", () => {
    const hand = ["R9", "B2", "W1", "G4", "J3", "Y2"];
    assert.deepEqual(sortHand(hand, "R", "trump_first"), ["W1", "R9", "B2", "Y2", "G4", "J3"]);
    assert.deepEqual(sortHand(hand, "R", "rank"), ["J3", "Y2", "B2", "G4", "R9", "W1"]);
    assert.deepEqual(sortHand(hand, "R", "dealt"), hand);
  });

  it("is sorted without changing what it was made from", () => {
    const hand = ["W1", "R1"];
    sortHand(hand);
    assert.deepEqual(hand, ["W1", "R1"]);
  });

  it("has two rows on a narrow screen when it is long, the longer one above", () => {
    const eleven = Array.from({ length: 11 }, (_, index) => `R${index + 1}`);
    assert.deepEqual(rowsOf(eleven, true), [eleven.slice(0, 6), eleven.slice(6)]);
    assert.deepEqual(rowsOf(eleven, false), [eleven]);
    assert.deepEqual(rowsOf(eleven.slice(0, 9), true), [eleven.slice(0, 9)]);
  });
});
