import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { panelsOf } from "../../static/js/tournaments/hall/panels.js";

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
