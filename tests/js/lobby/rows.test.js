import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ageText,
  botsText,
  gameText,
  namesText,
  peopleText,
  seatsText,
} from "../../../static/js/lobby/rows.js";

const person = (name) => ({ name, kind: "human", level: null });
const bot = (level) => ({ name: "Merlin", kind: "bot", level });
const table = (players, fields = {}) => ({
  seats: 4,
  options: { preset: "standard" },
  rated: false,
  players,
  ...fields,
});

describe("a line of the lobby", () => {
  it("names people, and counts the bots of the house by their levels", () => {
    const mixed = table([person("Ada"), bot("master"), person("Bea"), bot("master")]);
    assert.deepEqual([peopleText(mixed), botsText(mixed)], ["Ada, Bea", "2 bots (Master)"]);
    assert.equal(namesText(mixed), "Ada, Bea and 2 bots (Master)");
    assert.equal(botsText(table([bot("master"), bot("apprentice")])), "2 bots (Master, Apprentice)");
    assert.equal(botsText(table([bot("journeyman")])), "1 bot (Journeyman)");
    assert.equal(namesText(table([])), "nobody yet");
  });

  it("names the bots of other people, which have no level", () => {
    const visited = table([person("Ada"), { name: "Robby", kind: "bot", level: null }]);
    assert.deepEqual([peopleText(visited), botsText(visited)], ["Ada, Robby (bot)", ""]);
  });

  it("says what is played, and whether it counts", () => {
    assert.equal(gameText(table([])), "Standard · 15 rounds");
    assert.equal(gameText(table([], { seats: 3, rated: true })), "Standard · 20 rounds · rated");
  });

  it("counts the seats that are taken", () => {
    assert.equal(seatsText(table([person("Ada"), bot("master")])), "2 of 4 seats");
  });

  it("tells its age", () => {
    const now = Date.parse("2026-01-02T12:00:00Z");
    const aged = (minutes) => ageText({ opened_at: new Date(now - minutes * 60_000).toISOString() }, now);
    assert.deepEqual(
      [-1, 0, 1, 59, 60, 47 * 60, 48 * 60].map(aged).map((text) => text.replace("\u00a0", " ")),
      [
        "opened just now",
        "opened just now",
        "opened 1 min ago",
        "opened 59 min ago",
        "opened 1 h ago",
        "opened 47 h ago",
        "opened 2 days ago",
      ],
    );
  });
});
