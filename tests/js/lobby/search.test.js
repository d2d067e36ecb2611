import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { searchOf, WISHES, waitText, wishText } from "../../../static/js/lobby/search.js";

const match = (fields) => ({
  size: 4,
  pace: "normal",
  fill_with_bots: true,
  bot_level: "journeyman",
  requested_at: "2026-01-01T12:00:00Z",
  fill_at: "2026-01-01T12:00:20Z",
  table: null,
  ...fields,
});
const after = (seconds) => Date.parse("2026-01-01T12:00:00Z") + seconds * 1000;

describe("a search for a quick match", () => {
  it("asks for any number of players by null", () => {
    assert.equal(searchOf(WISHES).size, null);
    assert.deepEqual(searchOf({ ...WISHES, size: "5" }), { ...WISHES, size: 5 });
  });

  it("says what is looked for", () => {
    assert.equal(wishText(match()), "4 players · normal pace");
    assert.equal(wishText(match({ size: null, pace: "fast" })), "Any number of players · fast pace");
  });

  it("counts down to the bots", () => {
    const shown = [0, 19, 19.5, 20, 30].map((seconds) => waitText(match(), after(seconds)));
    assert.deepEqual(shown, [
      "Bots take the free seats in 20 seconds.",
      "Bots take the free seats in 1 second.",
      "Bots take the free seats in 1 second.",
      "Bots are sitting down.",
      "Bots are sitting down.",
    ]);
  });

  it("promises no bots to those who refuse them", () => {
    const text = waitText(match({ fill_at: null }), after(60));
    assert.equal(text, "The game starts as soon as enough people are here.");
    assert.equal(waitText(match({ table: "abc" }), after(60)), "Your table is ready.");
  });
});
