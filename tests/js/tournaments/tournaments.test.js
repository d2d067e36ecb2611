import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countdownText } from "../../../static/js/tournaments/countdowns.js";
import { clockOf, comingAt, stageLine } from "../../../static/js/tournaments/hall/clock.js";
import { justOpened, saidOf, standsFor, titleOf } from "../../../static/js/tournaments/own.js";
import { eventText, localText, ownText, spanText } from "../../../static/js/tournaments/when.js";

const NOON = Date.parse("2026-03-01T12:00:00Z");
const iso = (seconds) => new Date(NOON + seconds * 1000).toISOString();

it("a span is told in seconds, hours or days, and never below zero", () => {
  const spans = [-5000, 0, 61_000, 3_723_000, 172_800_000].map(spanText);
  assert.deepEqual(spans, ["0:00", "0:00", "1:01", "1:02:03", "2 days"]);
  assert.equal(spanText(60_001), "1:01");
});

it("a moment is told in the reader's language", () => {
  assert.match(localText("2026-03-01T12:00:00Z", "en-GB"), /^\w{3},? \d+ \w+,? \d\d:\d\d$/);
});

it("the reader's own time stands beside the event's where their clocks differ", () => {
  const at = "2026-11-21T20:00:00+01:00";
  const own = (zone) => ownText(at, "en-GB", zone);
  assert.equal(own("Europe/Berlin"), "");
  assert.equal(own("Europe/London"), "19:00 your time");
  assert.match(own("Asia/Tokyo"), /^Sun,? 22 Nov, 0?4:00 your time$/);
});

it("the hall shows the event's time, and names its zone on a screen that has another one", () => {
  const text = (own, zone = "Europe/Vienna") => eventText("2026-11-21T19:00:00Z", zone, "en-GB", own);
  assert.match(text("Europe/Berlin"), /21 Nov, 20:00$/);
  assert.match(text("Asia/Tokyo"), /21 Nov, 20:00 (CET|GMT\+1)$/);
  assert.equal(text("Asia/Tokyo", "Moon/Tycho"), localText("2026-11-21T19:00:00Z", "en-GB"));
});

it("a countdown has words for before, after and never", () => {
  const words = { before: "in ", past: "now", none: "some day" };
  assert.equal(countdownText({ ...words, until: iso(90) }, 0, NOON), "in 1:30");
  assert.equal(countdownText({ ...words, until: iso(90) }, 60_000, NOON), "in 0:30");
  assert.equal(countdownText({ ...words, until: iso(-1) }, 0, NOON), "now");
  assert.equal(countdownText({ ...words, until: "" }, 0, NOON), "some day");
});

describe("the hall's clock", () => {
  const running = (clock) => ({ status: "running", clock, stage: null });

  it("shows what is left of the stage, warns, and says when it is over", () => {
    const clock = { halted: false, closes_at: iso(600), warn_seconds: 300 };
    assert.deepEqual(clockOf(running(clock), NOON), { text: "10:00", tone: "" });
    assert.deepEqual(clockOf(running(clock), NOON + 300_000), { text: "5:00", tone: "warn" });
    assert.deepEqual(clockOf(running(clock), NOON + 600_000), { text: "Time!", tone: "over" });
  });

  it("stands while the stage is paused", () => {
    assert.deepEqual(clockOf(running({ halted: true, left: 90 }), NOON), {
      text: "Paused 1:30",
      tone: "paused",
    });
  });

  it("counts to the beginning before there is a stage", () => {
    const entry = { status: "entry", clock: null, starts_at: iso(90) };
    assert.deepEqual(clockOf(entry, NOON), { text: "1:30", tone: "" });
    assert.deepEqual(clockOf(entry, NOON + 40_000), { text: "0:50", tone: "warn" });
    assert.deepEqual(clockOf({ status: "finished", clock: null }, NOON), { text: "", tone: "" });
  });

  it("waits for the check-in's end, else for the beginning", () => {
    const check_in = { status: "check_in", check_in_closes_at: iso(30), starts_at: iso(60) };
    assert.equal(comingAt(check_in), iso(30));
    assert.equal(comingAt({ ...check_in, check_in_closes_at: null }), iso(60));
  });

  it("says beside it what is going on", () => {
    const stage = { title: "Round 1", status: "playing", finished: 2, tables: 5 };
    const over = { ...stage, status: "done" };
    assert.equal(stageLine({ status: "running", stage }, NOON), "Round 1 · 2 of 5 tables finished");
    assert.equal(stageLine({ status: "running", stage: over }, NOON), "Round 1 is over");
    const next = { status: "running", stage: over, next_title: "Final", next_opens_at: iso(60) };
    assert.equal(stageLine(next, NOON), "Final begins in");
    assert.equal(stageLine(next, NOON + 60_000), "Final begins soon");
    assert.equal(stageLine({ status: "cancelled", stage: null }, NOON), "Cancelled");
  });
});

describe("the visitor's own block", () => {
  const table = { id: "t1", number: 4, seat: 0, stage: 1, title: "Round 1" };
  const playing = { step: "play", own: { table } };
  const waiting = { step: "seat", own: { table: { ...table, id: null } } };

  it("goes to a table that opens, not to one that was open before", () => {
    assert.equal(justOpened(waiting, playing), "t1");
    assert.equal(justOpened(playing, playing), null);
    assert.equal(justOpened(playing, waiting), null);
  });

  it("says what has changed, once", () => {
    assert.equal(saidOf(waiting, playing), "Table 4 is open. Taking you there.");
    assert.equal(saidOf({ step: "wait", own: null }, waiting), "Round 1: table 4, seat 1.");
    assert.equal(saidOf(waiting, waiting), "");
    assert.equal(saidOf(playing, { step: "done", own: { table } }), "Your game is over.");
  });

  it("has the place to go in the page's title", () => {
    assert.equal(titleOf("Cup", playing), "▶ Table 4 is open · Cup");
    assert.equal(titleOf("Cup", waiting), "Table 4, seat 1 · Cup");
    assert.equal(titleOf("Cup", { step: "over", own: null }), "Cup · Wizard");
  });

  it("stands for each of its steps by its whole name", () => {
    assert.equal(standsFor("seat play", "play"), true);
    assert.equal(standsFor("seat replay", "play"), false);
  });
});
