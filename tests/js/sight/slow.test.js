import assert from "node:assert/strict";
import { it } from "node:test";
import { mayQueue, splitMoves } from "../../../static/js/sight/slow.js";
import { player, sight } from "../sights.js";

const slow = (fields = {}) => sight({ players: [player(0, { vacation_until: null })], ...fields });

it("moves can be queued by players of slow games that run", () => {
  assert.equal(mayQueue(slow()), true);
  assert.equal(mayQueue(slow({ status: "pause" })), true);
  assert.equal(mayQueue(sight()), false);
  assert.equal(mayQueue(slow({ viewer: null })), false);
  assert.equal(mayQueue(slow({ status: "finished" })), false);
  assert.equal(mayQueue(null), false);
});

it("typed moves are separated by commas, semicolons or lines", () => {
  assert.deepEqual(splitMoves(" 2, R7;W \n red, "), ["2", "R7", "W", "red"]);
  assert.deepEqual(splitMoves(" , "), []);
});
