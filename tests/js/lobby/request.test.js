import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  afterChange,
  canBeRestricted,
  changedBidding,
  changesOf,
  DEFAULTS,
  plannedRounds,
  requestOf,
  roundsOf,
  valuesOf,
  valuesOfFavourite,
  valuesOfPreset,
} from "../../../static/js/lobby/request.js";

const request = (fields) => requestOf({ ...DEFAULTS, ...fields });

describe("the request that opens a table", () => {
  it("says what was chosen and leaves the rest to the server", () => {
    assert.deepEqual(request({}), {
      options: { preset: "standard", cheating: false, pause: 8, undo: true },
      seats: 4,
      visibility: "public",
    });
  });

  it("carries bots with their level, a clock, a coach, and that other bots stay out", () => {
    assert.deepEqual(
      request({ bots: "2", bot_level: "master", clock: "30", coach: true, visiting_bots: false }),
      {
        options: { preset: "standard", cheating: false, pause: 8, coach: true, undo: true, clock: 30 },
        seats: 4,
        visibility: "public",
        visiting_bots: false,
        bots: 2,
        bot_level: "master",
      },
    );
  });

  it("names the edition where it is not the basic game", () => {
    assert.equal(request({ edition: "magic" }).options.edition, "magic");
    assert.equal("edition" in request({ edition: "base" }).options, false);
  });

  it("says nothing of the bidding where the championship fixes it", () => {
    const { options } = request({ preset: "dm2008", restriction: "german", reveal: "hiddentip" });
    assert.deepEqual(options, { preset: "dm2008", cheating: false, pause: 8, undo: true });
  });

  it("offers undo, but not where cheating is possible", () => {
    assert.equal("undo" in request({ cheating: true }).options, false);
    assert.equal("undo" in request({ undo: false }).options, false);
  });

  it("gives each of one's own rounds the bidding", () => {
    const { options } = request({ preset: "custom", rounds: "1 3", reveal: "hiddentip" });
    assert.deepEqual(options.rounds, [
      { cards: 1, reveal: "hiddentip" },
      { cards: 3, reveal: "hiddentip" },
    ]);
  });

  it("spares rounds of one card only where rounds can be restricted", () => {
    assert.equal(request({ spare_one_card: true }).options.spare_one_card, undefined);
    assert.equal(request({ spare_one_card: true, restriction: "german" }).options.spare_one_card, true);
    assert.equal(canBeRestricted({ ...DEFAULTS, preset: "tournament" }), true);
  });
});

it("rounds are numbers; other words are left for the server to refuse", () => {
  const cards = (text) => roundsOf(text, {}).map((round) => round.cards);
  assert.deepEqual(cards(" 1 3,5;7 "), [1, 3, 5, 7]);
  assert.deepEqual(cards("2 two -1"), [2, "two", "-1"]);
});

describe("what is chosen fits together", () => {
  it("when a preset has fewer seats", () => {
    const values = afterChange({ ...DEFAULTS, seats: 6, bots: 5 }, "preset", "dm2008");
    assert.deepEqual([values.seats, values.bots], [4, 3]);
  });

  it("when bids that are shown at the end become restricted", () => {
    const values = afterChange({ ...DEFAULTS, reveal: "delayed" }, "restriction", "notequal");
    assert.equal(values.reveal, "open");
  });
});

describe("the form that changes a table", () => {
  const options = {
    preset: "custom",
    restriction: "german",
    spare_one_card: true,
    reveal: "hiddentip",
    cheating: true,
    pause: 9,
    clock: 30,
    rounds: [1, 3].map((cards) => ({ cards, restriction: "german", reveal: "hiddentip" })),
    edition: "magic",
    random_seats: true,
    spectators: false,
  };

  it("begins with the table's options", () => {
    const values = valuesOf(options, 5);
    assert.deepEqual(
      [values.rounds, values.seats, values.restriction, values.clock, values.spectators],
      ["1 3", 5, "german", "30", false],
    );
    const same = changesOf(values);
    assert.deepEqual([same.rounds, same.random_seats, same.spectators], [options.rounds, true, false]);
  });

  it("lets cards be taken back in a well-known game, which says nothing of that", () => {
    const { undo, ...official } = requestOf(DEFAULTS).options;
    assert.equal(undo, true);
    assert.deepEqual(requestOf(valuesOfPreset({ options: official, seats: 4 })).options.undo, true);
    assert.equal(requestOf(valuesOf(official, 4)).options.undo, undefined);
  });

  it("takes back what is no longer chosen", () => {
    const changes = changesOf({ ...valuesOf(options, 5), preset: "standard", clock: "", spectators: true });
    assert.deepEqual([changes.rounds, changes.clock, changes.spectators], [null, null, true]);
  });
});

describe("a bidding for each round", () => {
  const custom = { ...DEFAULTS, preset: "custom", rounds: "1 2 3", by_round: true, restriction: "german" };
  const usual = { restriction: "german", reveal: "open" };

  it("begins with what was chosen for all rounds", () => {
    assert.deepEqual(plannedRounds(custom), [
      { cards: "1", ...usual },
      { cards: "2", ...usual },
      { cards: "3", ...usual },
    ]);
  });

  it("is sent with each round, and read back from a table", () => {
    const bidding = changedBidding(custom, 1, "reveal", "hiddentip");
    const { options } = requestOf({ ...custom, bidding });
    assert.deepEqual(options.rounds, [
      { cards: 1, ...usual },
      { cards: 2, restriction: "german", reveal: "hiddentip" },
      { cards: 3, ...usual },
    ]);
    const again = valuesOf({ ...options, restriction: "american", reveal: "open" }, 4);
    assert.equal(again.by_round, true);
    assert.deepEqual(requestOf(again).options.rounds, options.rounds);
  });

  it("never restricts bids that are shown at the end", () => {
    const late = changedBidding(custom, 0, "reveal", "delayed");
    assert.deepEqual(late[0], { restriction: "american", reveal: "delayed" });
    const restricted = changedBidding({ ...custom, bidding: late }, 0, "restriction", "notequal");
    assert.deepEqual(restricted[0], { restriction: "notequal", reveal: "open" });
  });

  it("gives way to a later choice for all rounds, and to another game", () => {
    const bidding = changedBidding(custom, 1, "reveal", "hiddentip");
    const changed = afterChange({ ...custom, bidding }, "restriction", "");
    assert.equal(
      plannedRounds(changed).every(
        ({ restriction, reveal }) => restriction === "american" && reveal === "open",
      ),
      true,
    );
    assert.equal(canBeRestricted({ ...custom, restriction: "", bidding }), true);
    assert.equal(canBeRestricted({ ...custom, preset: "standard", restriction: "", bidding }), false);
  });
});

it("a favourite fills in all of the form", () => {
  const options = { preset: "standard", restriction: "american", reveal: "open", pause: 8, rounds: null };
  const saved = { bots: 2, bot_level: "master", visibility: "private", visiting_bots: false };
  const values = valuesOfFavourite({ id: 1, name: "Friday", seats: 5, options, errors: {}, ...saved });
  assert.deepEqual(requestOf({ ...values, cheating: false }), {
    options: { preset: "standard", cheating: false, pause: 8 },
    seats: 5,
    ...saved,
  });
});
