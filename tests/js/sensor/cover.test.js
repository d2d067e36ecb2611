/** The light-sensor detector over the same scenes as the phone's detector in Python. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { CoverDetector } from "../../../static/js/sensor/cover.js";

const FILE = new URL("../../../docs/examples/readings.json", import.meta.url);
const { scenes } = JSON.parse(readFileSync(FILE, "utf8"));

/** A timeline with a look every `every` milliseconds between its lines, as the page's timer does. */
function looked(timeline, every) {
  const lines = [];
  timeline.forEach(([at, what], index) => {
    lines.push([at, what]);
    const next = timeline[index + 1]?.[0] ?? at;
    for (let between = at + every; between < next; between += every) lines.push([between, null]);
  });
  return lines;
}

function coversIn(timeline) {
  const detector = new CoverDetector();
  const covers = timeline.map(([at, what]) => detector.sense(at, what)).filter(Boolean);
  return covers.map(({ at, lux }) => ({ at, lux }));
}

describe("in each recorded scene the covers are called, and nothing else", () => {
  assert.ok(scenes.length > 5);
  for (const { name, timeline, covers } of scenes) {
    it(name, () => assert.deepEqual(coversIn(looked(timeline, 50)), covers));
  }
});

/** A detector that knows a room of 100 lux. */
function inARoom() {
  const detector = new CoverDetector();
  detector.read(0, 100);
  detector.read(1500, 100);
  return detector;
}

describe("a cover", () => {
  it("is called once it has been held, and once only", () => {
    const detector = inARoom();
    assert.equal(detector.read(2000, 2), null);
    assert.equal(detector.look(2149), null);
    const { at, lux, room } = detector.look(2150);
    assert.deepEqual([at, lux, Math.round(room)], [2000, 2, 100]);
    assert.equal(detector.look(2300), null);
    assert.equal(detector.read(2500, 3), null);
  });

  it("is called by the reading that ends it if nobody has looked before", () => {
    const detector = inARoom();
    detector.read(2000, 2);
    assert.equal(detector.read(2400, 100)?.at, 2000);
  });

  it("is none if the light comes back at once", () => {
    const detector = inARoom();
    detector.read(2000, 2);
    assert.equal(detector.read(2100, 100), null);
    assert.equal(detector.look(2400), null);
  });

  it("can follow another one", () => {
    const detector = inARoom();
    detector.read(2000, 2);
    detector.look(2200);
    detector.read(2500, 100);
    detector.read(3000, 2);
    assert.equal(detector.look(3200)?.at, 3000);
  });
});

describe("nothing is called", () => {
  it("before the room is known", () => {
    const detector = new CoverDetector();
    detector.read(0, 100);
    detector.read(500, 1);
    assert.equal(detector.look(900), null);
  });

  it("while the screen is off, and nothing is remembered from before", () => {
    const detector = inARoom();
    detector.screen(false);
    assert.equal(detector.read(2000, 1), null);
    detector.screen(true);
    assert.equal(detector.read(2100, 1), null);
    assert.equal(detector.look(2400), null);
  });

  it("for readings that no sensor can mean", () => {
    const detector = inARoom();
    for (const lux of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(detector.read(2000, lux), null);
    assert.equal(detector.look(2400), null);
  });
});

it("a room that stays dark is the new room", () => {
  const detector = inARoom();
  detector.read(2000, 20);
  detector.look(2200);
  detector.look(12_100);
  assert.equal(detector.dark, null);
  detector.read(13_000, 1);
  assert.equal(detector.look(13_200)?.at, 13_000);
});
