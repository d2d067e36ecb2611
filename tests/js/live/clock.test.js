import assert from "node:assert/strict";
import { it } from "node:test";
import { millisLeft, offsetOf } from "../../../static/js/live/clock.js";

const NOON = Date.parse("2026-03-01T12:00:00Z");

it("a client's clock that is wrong by an hour counts down like the server's", () => {
  const slow = NOON - 3_600_000;
  const offset = offsetOf("2026-03-01T12:00:00Z", slow);
  assert.equal(offset, 3_600_000);
  assert.equal(millisLeft("2026-03-01T12:00:30Z", offset, slow), 30_000);
  assert.equal(millisLeft("2026-03-01T12:00:30Z", offset, slow + 10_000), 20_000);
});

it("a deadline that has passed, or that does not exist, leaves nothing", () => {
  assert.equal(millisLeft("2026-03-01T11:59:59Z", 0, NOON), 0);
  assert.equal(millisLeft(null, 0, NOON), 0);
});

it("without a server's stamp the client's own clock is used", () => {
  assert.equal(offsetOf(null, NOON), 0);
});
