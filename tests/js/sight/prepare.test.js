import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  forcedCard,
  mayMark,
  mayPrepareBid,
  preparedLines,
  unmarkedText,
} from "../../../static/js/sight/prepare.js";
import { soundOf } from "../../../static/js/table/sounds.js";
import { EMPTY } from "../../../static/js/table/store.js";
import { player, sight } from "../sights.js";

const { preferences } = EMPTY;

describe("a card can be marked", () => {
  it("before one's turn, and while others bid or oneself does", () => {
    assert.ok(mayMark(sight(), preferences));
    assert.ok(mayMark(sight({ status: "bidding" }), preferences));
    assert.ok(mayMark(sight({ status: "bidding", turn: [0] }), preferences));
  });

  it("not on one's turn, in a pause, by a spectator, or by someone who prefers no wings", () => {
    assert.ok(!mayMark(sight({ turn: [0] }), preferences));
    assert.ok(!mayMark(sight({ status: "pause", turn: [] }), preferences));
    assert.ok(!mayMark(sight({ halted: true, turn: [] }), preferences));
    assert.ok(!mayMark(sight({ viewer: null, hand: null }), preferences));
    assert.ok(!mayMark(sight(), { ...preferences, wings: false }));
  });
});

describe("a bid can be prepared", () => {
  const bidding = (fields = {}) => sight({ status: "bidding", ...fields });

  it("before one's turn, but not twice", () => {
    assert.ok(mayPrepareBid(bidding(), preferences));
    assert.ok(!mayPrepareBid(bidding({ turn: [0] }), preferences));
    assert.ok(!mayPrepareBid(bidding({ players: [player(0, { has_bid: true })] }), preferences));
    assert.ok(!mayPrepareBid(bidding(), { ...preferences, wings: false }));
  });
});

describe("the only legal card", () => {
  const table = { options: { cheating: false } };
  const wants = { ...preferences, play_forced: true };
  const forced = (cards) => sight({ turn: [0], legal: { suits: [], bids: [], cards } });

  it("is played for those who want it", () => {
    assert.equal(forcedCard(forced(["R1"]), wants, table), "R1");
    assert.equal(forcedCard(forced(["R1"]), preferences, table), null);
  });

  it("is not where there is a choice, where cheating is allowed, or before the table is known", () => {
    assert.equal(forcedCard(forced(["R1", "W1"]), wants, table), null);
    assert.equal(forcedCard(forced(["R1"]), wants, { options: { cheating: true } }), null);
    assert.equal(forcedCard(forced(["R1"]), wants, null), null);
    assert.equal(forcedCard({ ...forced(["R1"]), turn: [1] }, wants, table), null);
  });
});

describe("what was prepared is told", () => {
  it("when it is marked and when it is taken back", () => {
    assert.deepEqual(preparedLines(sight(), sight({ wing: "G7" }), []), [
      "Green 7 will be played when it is your turn.",
    ]);
    const hand = ["G7", "R1"];
    assert.deepEqual(preparedLines(sight({ wing: "G7", hand }), sight({ hand }), []), [
      "No card is marked any more.",
    ]);
    assert.deepEqual(preparedLines(sight(), sight({ prepared_bid: 0 }), []), [
      "You will bid 0 when it is your turn.",
    ]);
    assert.deepEqual(preparedLines(sight({ prepared_bid: 0 }), sight({ status: "bidding" }), []), [
      "No bid is prepared any more.",
    ]);
    assert.deepEqual(preparedLines(sight({ wing: "G7" }), sight({ wing: "G7" }), []), []);
  });

  it("also when others do something meanwhile", () => {
    const away = [{ type: "player_away", seat: 1 }];
    const before = sight({ wing: "G7", hand: ["G7", "R1"], number: 4 });
    assert.deepEqual(preparedLines(before, sight({ hand: ["G7", "R1"], number: 5 }), away), [
      "No card is marked any more.",
    ]);
  });

  it("but not once more when the card was played, the round ended or it is not allowed", () => {
    const hand = ["G7", "R1"];
    const before = sight({ wing: "G7", hand });
    const played = [{ type: "card_played", seat: 0, card: "R1", by: "human" }];
    assert.deepEqual(preparedLines(before, sight({ hand: ["G7"] }), played), []);
    assert.deepEqual(preparedLines(before, sight({ hand: [] }), []), []);
    assert.deepEqual(preparedLines(before, sight({ hand, unmarked: { card: "G7", bid: null } }), []), []);
    const bid = sight({ prepared_bid: 1, status: "bidding" });
    assert.deepEqual(preparedLines(bid, sight({ status: "playing" }), []), []);
  });

  it("when it was done, but not what another player's wing has done", () => {
    const played = (seat) => [{ type: "card_played", seat, card: "G7", by: "wing" }];
    assert.deepEqual(preparedLines(sight(), sight(), played(0)), ["Green 7 was played for you."]);
    assert.deepEqual(preparedLines(sight(), sight(), played(1)), []);
    const made = [{ type: "bid_made", seat: 0, bid: 2 }];
    const before = sight({ prepared_bid: 2, number: 4 });
    assert.deepEqual(preparedLines(before, sight({ number: 5 }), made), ["Your bid of 2 was made."]);
  });

  it("when it may not be done", () => {
    assert.equal(unmarkedText(sight()), "");
    assert.equal(
      unmarkedText(sight({ unmarked: { card: "G7", bid: null } })),
      "Green 7 can’t be played now, so it is no longer marked.",
    );
    assert.equal(
      unmarkedText(sight({ unmarked: { card: null, bid: 0 } })),
      "You can’t bid 0 now, so it is no longer prepared.",
    );
  });
});

describe("a sound", () => {
  it("is that of the most important thing that happened", () => {
    const played = { type: "card_played", seat: 1, card: "R7" };
    const taken = { type: "trick_taken", trick: 1, winner: 2 };
    assert.equal(soundOf(sight(), sight({ turn: [2] }), [played]), "card");
    assert.equal(soundOf(sight(), sight({ turn: [2] }), [played, taken]), "trick");
    assert.equal(soundOf(sight(), sight({ turn: [0] }), [played, taken]), "turn");
    assert.equal(soundOf(sight({ turn: [0] }), sight({ turn: [0] }), []), null);
    assert.equal(soundOf(sight(), sight({ status: "pause", turn: [] }), [{ type: "round_scored" }]), "round");
  });

  it("is none when the page has just come", () => {
    assert.equal(soundOf(null, sight({ turn: [0] }), []), null);
  });
});
