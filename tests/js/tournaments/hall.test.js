import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clockOf, stageLine } from "../../../static/js/tournaments/hall/clock.js";
import { panelsOf } from "../../../static/js/tournaments/hall/panels.js";

const DATA = {
  name: "Vienna Open",
  status: "running",
  stage: { number: 1, title: "Stage 1", status: "playing", tables: 3, finished: 1 },
  seats: [
    ["Ada", 1, 0],
    ["Bea", 1, 1],
    ["Cid", 1, 2],
    ["Eve", 2, 0],
    ["Dan", 2, 1],
    ["Fay", 2, 2],
    ["Gus", 2, 3],
  ],
  standings: [[1, "Ada", "AT", 45, 1]],
  results: [
    {
      table: 1,
      rows: [
        ["Ada", 90],
        ["Bea", -20],
        ["Cid", -30],
      ],
    },
  ],
  ranking: [{ place: 1, name: "Ada", prize: "A cup" }],
};

describe("the panels of a hall", () => {
  it("name each of their columns", () => {
    assert.deepEqual(
      panelsOf(DATA).map(({ title, head }) => [title, ...head]),
      [
        ["Seats by name", "Name", "Table", "Seat"],
        ["Seats by table", "Table", "Seat 1", "Seat 2", "Seat 3", "Seat 4"],
        ["Standings", "#", "Name", "Points"],
        ["Latest results", "Table", "1st", "2nd", "3rd"],
      ],
    );
    const [ranking] = panelsOf({ ...DATA, status: "finished" });
    assert.deepEqual([ranking.title, ...ranking.head], ["Final ranking", "#", "Name", "Prize"]);
  });

  it("list names in their order, with table and seat from 1", () => {
    assert.deepEqual(panelsOf(DATA)[0].rows[3], ["Dan", "2", "2"]);
  });
});

describe("the line beside a hall's clock", () => {
  const NOW = Date.parse("2026-11-21T10:00:00Z");
  const line = (data) => stageLine({ ...DATA, ...data }, NOW);

  it("says what the clock counts to", () => {
    assert.equal(line({ status: "entry", starts_at: "2026-11-21T10:05:00Z" }), "Begins in");
    assert.equal(line({ status: "entry", starts_at: null }), "Begins soon");
    assert.equal(
      line({ status: "check_in", check_in_closes_at: "2026-11-21T10:05:00Z" }),
      "Check-in ends in",
    );
    assert.equal(line({ stage: null, next_title: "Final", next_opens_at: null }), "Final begins soon");
  });

  it("says how far the stage is", () => {
    assert.equal(line({}), "Stage 1 · 1 of 3 tables finished");
    assert.equal(line({ stage: { title: "Stage 1", status: "closed" } }), "Stage 1 is over");
    assert.equal(clockOf({ clock: { halted: true, left: 61 } }, NOW).text, "Paused 1:01");
  });
});
