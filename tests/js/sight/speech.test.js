import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createSpeech } from "../../../static/js/sight/speech.js";

/** A clock that a test moves on, and what was spoken by then. */
function createClock() {
  const clock = { now: 0, spoken: [], timers: [] };
  clock.pass = (ms) => {
    const until = clock.now + ms;
    for (;;) {
      const next = clock.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      clock.timers.splice(clock.timers.indexOf(next), 1);
      clock.now = next.at;
      next.then();
    }
    clock.now = until;
  };
  clock.say = createSpeech({
    speak: (text) => clock.spoken.push(text),
    now: () => clock.now,
    wait: (then, ms) => clock.timers.push({ at: clock.now + ms, then }),
  });
  return clock;
}

describe("what a screen reader is given to read", () => {
  let clock;
  beforeEach(() => {
    clock = createClock();
    clock.say(["Bea played Red 7."]);
  });

  it("is spoken at once after a silence", () => assert.deepEqual(clock.spoken, ["Bea played Red 7."]));

  it("waits until the last text can have been read, and is then one text", () => {
    clock.say(["Cid played Red 8."]);
    clock.pass(500);
    clock.say(["Dora played Red 9."]);
    assert.equal(clock.spoken.length, 1);
    clock.pass(600);
    assert.deepEqual(clock.spoken.slice(1), ["Cid played Red 8. Dora played Red 9."]);
    clock.pass(60_000);
    assert.equal(clock.spoken.length, 2);
  });

  it("is spoken at once if it is urgent, with what waits, and never twice", () => {
    clock.say(["Cid played Red 8."]);
    clock.say(["Your turn."], true);
    assert.deepEqual(clock.spoken.slice(1), ["Cid played Red 8. Your turn."]);
    clock.pass(60_000);
    assert.equal(clock.spoken.length, 2);
  });

  it("waits longer for a long text", () => {
    clock.pass(60_000);
    clock.say(["x".repeat(100)]);
    clock.say(["Next."]);
    clock.pass(5_900);
    assert.equal(clock.spoken.length, 2);
    clock.pass(200);
    assert.equal(clock.spoken.at(-1), "Next.");
  });

  it("is nothing where nothing has happened", () => {
    clock.say([], true);
    clock.pass(60_000);
    assert.equal(clock.spoken.length, 1);
  });
});
