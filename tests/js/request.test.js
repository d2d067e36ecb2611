import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  afterChange,
  canBeRestricted,
  DEFAULTS,
  requestOf,
  roundsOf,
} from "../../static/js/lobby/request.js";

const request = (fields) => requestOf({ ...DEFAULTS, ...fields });

describe("the request that opens a table", () => {
  it("says what was chosen and leaves the rest to the server", () => {
    assert.deepEqual(request({}), {
      options: { preset: "standard", cheating: false, pause: 8 },
      seats: 4,
      visibility: "public",
    });
  });

  it("carries bots with their level, a clock, a coach, and that other bots stay out", () => {
    assert.deepEqual(
      request({ bots: "2", bot_level: "master", clock: "30", coach: true, visiting_bots: false }),
      {
        options: { preset: "standard", cheating: false, pause: 8, coach: true, clock: 30 },
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
    assert.deepEqual(options, { preset: "dm2008", cheating: false, pause: 8 });
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
