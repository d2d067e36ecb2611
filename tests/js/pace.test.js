import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changesOf, DEFAULTS, requestOf, valuesOf } from "../../static/js/lobby/request.js";
import {
  daysOf,
  longTimeText,
  paceLines,
  STAND_INS,
  TIMEOUTS,
  timeChoices,
  timeHelp,
} from "../../static/js/pace.js";

describe("the time to think", () => {
  it("is none, seconds or days", () => {
    const choices = timeChoices("");
    assert.deepEqual(
      choices.map(([key]) => key),
      ["", "15", "30", "60", "days-1", "days-2", "days-3", "days-5", "days-7", "days-14"],
    );
    assert.equal(choices[4][1], "1 day per decision");
    assert.deepEqual([daysOf("days-3"), daysOf("30"), daysOf("")], [3, 0, 0]);
  });

  it("can be any days that a table has", () => {
    assert.ok(timeChoices("days-11").some(([key]) => key === "days-11"));
    assert.match(timeHelp("days-11"), /^A slow game/);
    assert.equal(timeHelp("30"), "Plus a reserve of two minutes for the whole game.");
  });

  it("is asked for with what belongs to it, and nothing else", () => {
    const slow = requestOf({
      ...DEFAULTS,
      clock: "days-3",
      on_timeout: "end",
      stand_in_minutes: "10",
    }).options;
    assert.deepEqual(slow, {
      preset: "standard",
      cheating: false,
      pause: 8,
      pace: "slow",
      days: 3,
      on_timeout: "end",
    });
    assert.equal(requestOf({ ...DEFAULTS, stand_in_minutes: "0" }).options.stand_in_minutes, 0);
    assert.equal(
      requestOf({ ...DEFAULTS, clock: "30", stand_in_minutes: "3" }).options.stand_in_minutes,
      undefined,
    );
  });

  it("comes back into the form as it was", () => {
    const options = { preset: "standard", restriction: "american", reveal: "open", pause: 8, clock: null };
    const slow = valuesOf({ ...options, pace: "slow", days: 5, on_timeout: "end" }, 4);
    assert.deepEqual([slow.clock, slow.on_timeout], ["days-5", "end"]);
    assert.equal(valuesOf({ ...options, stand_in_minutes: 0 }, 4).stand_in_minutes, "0");
    const live = changesOf({ ...slow, clock: "30" });
    assert.deepEqual([live.pace, live.days, live.clock], [null, null, 30]);
  });
});

it("each choice says what it means", () => {
  for (const choices of [TIMEOUTS, STAND_INS])
    for (const { label, help } of Object.values(choices)) assert.ok(label && help);
});

it("who sits down reads what the pace is", () => {
  const [slow] = paceLines({ pace: "slow", days: 1, on_timeout: "end" });
  assert.match(
    slow,
    /^1 day per decision\. A slow game.* the game ends and does not count\. Such games are not rated\.$/,
  );
  assert.deepEqual(paceLines({ stand_in_minutes: 0 }), [STAND_INS[0].help]);
  assert.deepEqual(paceLines({}), []);
});

it("time that is left is said in its largest unit", () => {
  const hour = 3600;
  assert.deepEqual([3 * 24 * hour, 47 * hour, hour, 59 * 60 + 59, 30].map(longTimeText), [
    "3 days",
    "47 hours",
    "1 hour",
    "59 minutes",
    "0 minutes",
  ]);
});
