/** Shakes are told from everything else that happens to a phone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ShakeDetector } from "../../../static/js/sensor/shake.js";

const STILL = { x: 0, y: 0, z: 9.81 };
const JOLT = { x: 25, y: 0, z: 9.81 };
const FALL = { x: 0, y: 0.1, z: 0.2 };

/** When shakes are reported, for readings as `[milliseconds, acceleration]`. */
function shakesIn(readings) {
  const detector = new ShakeDetector();
  return readings.filter(([at, acceleration]) => detector.read(at, acceleration)).map(([at]) => at);
}

/** Jolts at these times, and a still phone after each. */
const jolts = (...times) =>
  times.flatMap((at) => [
    [at, JOLT],
    [at + 20, STILL],
  ]);

describe("a shake", () => {
  it("is three jolts within a second", () => assert.deepEqual(shakesIn(jolts(0, 200, 400)), [400]));
  it("is one in every direction", () => {
    const turns = [
      { x: -25, y: 0, z: 9.81 },
      { x: 0, y: 25, z: -9.81 },
      { x: 0, y: -9.81, z: -25 },
    ];
    assert.deepEqual(shakesIn(turns.map((turn, index) => [index * 150, turn])), [300]);
  });
  it("is reported once, however long it lasts", () => {
    assert.deepEqual(shakesIn(jolts(0, 200, 400, 600, 800, 1000, 1200, 1400)), [400]);
  });
  it("is reported again after a rest", () => {
    assert.deepEqual(shakesIn(jolts(0, 200, 400, 2000, 2200, 2400)), [400, 2400]);
  });
});

describe("no shake is", () => {
  it("a phone that lies still or is turned", () => {
    const turned = [STILL, { x: 9.81, y: 0, z: 0 }, { x: 0, y: -9.81, z: 0 }, { x: 7, y: 7, z: 1 }];
    assert.deepEqual(shakesIn(turned.map((each, index) => [index * 100, each])), []);
  });
  it("a walk", () => {
    const steps = [0, 1, 2, 3, 4, 5].map((step) => [step * 250, { x: 3, y: 2, z: step % 2 ? 16 : 4 }]);
    assert.deepEqual(shakesIn(steps), []);
  });
  it("a knock, though it lasts for several readings", () => {
    assert.deepEqual(
      shakesIn([
        [0, JOLT],
        [16, JOLT],
        [32, JOLT],
        [48, JOLT],
      ]),
      [],
    );
  });
  it("a phone that falls and lands only once", () => {
    // At 20 ms it is in free fall, which differs from gravity by less than a jolt.
    assert.deepEqual(
      shakesIn([
        [20, FALL],
        [220, FALL],
        [420, FALL],
        [600, JOLT],
        [620, STILL],
      ]),
      [],
    );
  });
  it("three jolts that are far apart", () => assert.deepEqual(shakesIn(jolts(0, 600, 1200)), []));
  it("an event without readings", () => {
    assert.deepEqual(
      shakesIn([
        [0, null],
        [200, { x: null, y: null, z: null }],
        [400, {}],
      ]),
      [],
    );
  });
});
