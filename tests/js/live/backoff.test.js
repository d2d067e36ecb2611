import assert from "node:assert/strict";
import { it } from "node:test";
import { delayAfter, FIRST_MS, LONGEST_MS } from "../../../static/js/live/backoff.js";

const never = () => 0;
const almostOne = () => 0.999_999;

it("waits twice as long after each failure, up to a limit", () => {
  const delays = [0, 1, 2, 3, 4, 5, 6].map((failures) => delayAfter(failures, never));
  assert.deepEqual(delays, [100, 200, 400, 800, 1600, 3200, LONGEST_MS]);
  assert.equal(delayAfter(1000, never), LONGEST_MS);
});

it("takes off up to a third by chance, and never tries sooner than the first time", () => {
  for (let failures = 0; failures < 12; failures += 1) {
    const [longest, shortest] = [delayAfter(failures, never), delayAfter(failures, almostOne)];
    assert.ok(shortest >= FIRST_MS && shortest <= longest);
    assert.ok(shortest >= (longest * 2) / 3);
  }
});
