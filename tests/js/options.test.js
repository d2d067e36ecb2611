import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PRESETS } from "../../static/js/choices.js";
import { describe as described, kindOf, levelAt, shortly } from "../../static/js/options.js";

const options = (fields = {}) => ({
  preset: "standard",
  restriction: "american",
  reveal: "open",
  spare_one_card: false,
  cheating: false,
  coach: false,
  pause: 8,
  clock: null,
  rounds: null,
  ...fields,
});
const lines = (fields, seats = 4) => described(options(fields), seats).map((line) => line.text);

describe("a table is described", () => {
  it("in one line each for the rounds, the bidding and the break", () => {
    assert.deepEqual(lines(), [
      "15 rounds, from one card to 15.",
      "Free bidding: Any bid is allowed, as in the basic game.",
      "Open, in turn: Everyone sees each bid as it is made.",
      "A break of 8 seconds after each round, shorter if everyone is ready.",
    ]);
  });

  it("with as many rounds as its seats allow", () => {
    assert.deepEqual(
      [3, 4, 5, 6].map((seats) => lines({}, seats)[0].split(" ")[0]),
      ["20", "15", "12", "10"],
    );
    assert.match(lines({ preset: "tournament" }, 5)[0], /^Ten rounds of 2, 4, .* and 12 cards\.$/);
  });

  it("with cheating said first, as a warning", () => {
    const [first, ...others] = described(options({ cheating: true }), 4);
    assert.equal(first.warn, true);
    assert.match(first.text, /^A cheating table/);
    assert.ok(others.every((line) => !line.warn));
  });

  it("with its own rounds, whose bidding may differ", () => {
    const rounds = [1, 3].map((cards) => ({ cards, restriction: "notequal", reveal: "open" }));
    const own = { preset: "custom", restriction: null, reveal: null };
    assert.equal(lines({ ...own, rounds })[0], "2 rounds of 1, 3 cards.");
    assert.equal(lines({ ...own, rounds: rounds.slice(1) })[0], "1 round of 3 cards.");
    assert.match(lines({ ...own, rounds })[1], /^Never equal: /);
    const mixed = [rounds[0], { ...rounds[1], reveal: "hiddentip" }];
    assert.deepEqual(lines({ ...own, rounds: [...mixed, mixed[1]] }).slice(1, 4), [
      "The bidding differs from round to round.",
      "Round 1: never equal; open, in turn.",
      "Rounds 2 to 3: never equal; secret, shown together.",
    ]);
    assert.match(shortly(options({ ...own, rounds: mixed }), 4), / · 2 rounds · bidding by round$/);
    assert.match(shortly(options({ ...own, rounds }), 4), / · 2 rounds · never equal$/);
  });

  it("with the championship's bidding, which nobody chooses", () => {
    assert.match(lines({ preset: "dm2008" })[1], /^Secret bids in rounds 1 to 6/);
  });

  it("with its edition, before its rounds", () => {
    assert.match(
      lines({ edition: "magic" })[0],
      /^Wizard Magic: A 1 played where its suit must be followed beats/,
    );
    assert.match(shortly(options({ edition: "magic" }), 4), /^Standard · Wizard Magic · 15 rounds$/);
  });

  it("with all that is special about it", () => {
    const text = lines({ coach: true, clock: 30, spare_one_card: true, pause: 0 }).join("\n");
    assert.match(text, /One-card rounds have no restriction\./);
    assert.match(text, /A coach: /);
    assert.match(text, /No break between the rounds/);
    assert.match(text, /30 seconds per decision\. Plus a reserve of two minutes .* a move is made for you\./);
  });
});

it("in a list a table is told by what differs from the base game", () => {
  assert.equal(shortly(options(), 4), "Standard · 15 rounds");
  const tournament = (restriction) => shortly(options({ preset: "tournament", restriction }), 5);
  assert.equal(tournament("notequal"), "Tournament · 10 rounds");
  assert.equal(tournament("american"), "Tournament · 10 rounds · free bidding");
  const rounds = [{ cards: 1 }, { cards: 3 }];
  assert.match(shortly(options({ preset: "custom", rounds }), 4), / · 2 rounds$/);
  assert.match(shortly(options({ preset: "custom", rounds: rounds.slice(1) }), 4), / · 1 round$/);
  assert.equal(
    shortly(options({ restriction: "notequal", cheating: true }), 3),
    "Standard · 20 rounds · never equal · cheating",
  );
  assert.equal(
    shortly(options({ preset: "dm2008", restriction: "notequal", reveal: "hiddentip" }), 4),
    "Championship 2008 · 15 rounds",
  );
  assert.equal(
    shortly(options({ reveal: "delayed", clock: 15, coach: true }), 4),
    "Standard · 15 rounds · secret bids · 15\u00a0s per decision · coach",
  );
});

it("a bot of the house is marked with its level, other bots without, people not at all", () => {
  const table = { players: [{ seat: 1, name: "Bot", kind: "bot", level: "master" }] };
  assert.equal(levelAt(table, 1), "master");
  assert.equal(levelAt(table, 0), undefined);
  assert.equal(levelAt(null, 0), undefined);
  assert.equal(kindOf("bot", "master"), "bot, Master");
  assert.equal(kindOf("bot"), "bot");
  assert.equal(kindOf("guest"), "player");
});

it("every preset can be sat down to", () => {
  for (const [name, { seats }] of Object.entries(PRESETS)) assert.ok(seats.length > 0, name);
});
