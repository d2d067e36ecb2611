import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { handReading, nowReading, scoresReading, trickReading } from "../../../static/js/sight/readings.js";
import { player, round, sight } from "../sights.js";

const PREFERENCES = { wings: true };
const legal = (fields) => ({ suits: [], bids: [], cards: [], ...fields });

describe("what is read aloud when a player asks for it", () => {
  it("is the hand in its order, and what of it can be played", () => {
    assert.equal(handReading(sight(), "suit"), "Your hand, 3 cards: Green 7, Red 1, Wizard.");
    const mine = sight({ turn: [0], legal: legal({ cards: ["R1", "W1"] }) });
    assert.equal(
      handReading(mine, "rank"),
      "Your hand, 3 cards: Red 1, Green 7, Wizard. You can play: Red 1, Wizard.",
    );
    assert.match(
      handReading(sight({ wing: "G7" }), "suit"),
      /Green 7 will be played when it is your turn\.$/,
    );
    assert.equal(handReading(sight({ hand: [] }), "suit"), "Your hand is empty.");
    assert.equal(handReading(sight({ hand: null }), "suit"), "You have no hand: you are watching.");
  });

  it("is the trick, what has to be followed, and what is trump", () => {
    const trick = { number: 2, leader: 1, plays: [{ seat: 1, card: "B7" }], suit: "B" };
    assert.equal(trickReading(sight({ trick })), "Trick 2 of 3. Bea: Blue 7. To follow: blue. Red is trump.");
    const last = { number: 1, leader: 1, plays: [{ seat: 1, card: "B7" }], suit: "B", winner: 0 };
    const none = sight({ trick: { ...trick, plays: [], suit: null }, last_trick: last });
    assert.equal(
      trickReading(none),
      "Trick 2 of 3: no card has been played yet. Last trick: Bea: Blue 7. You took it. Red is trump.",
    );
    assert.equal(trickReading(sight({ status: "bidding" })), "No card has been played yet. Red is trump.");
    assert.equal(trickReading(sight({ round: null })), "No round has begun.");
  });

  it("is the score of everybody, with bids and tricks while a round runs", () => {
    const players = [player(0, { bid: 1, tricks: 2, score: -20 }), player(1, { has_bid: true }), player(2)];
    assert.equal(
      scoresReading(sight({ players })),
      "You: −20 points, bid 1, took 2; Bea: 0 points, has bid, took 0; Cid: 0 points, no bid yet.",
    );
    const over = sight({ status: "finished", players });
    assert.equal(scoresReading(over), "You: −20 points; Bea: 0 points; Cid: 0 points.");
  });

  it("is whose turn it is, and what is to be done", () => {
    const bids = [player(0), player(1, { bid: 2, has_bid: true }), player(2, { bid: 0, has_bid: true })];
    const bidding = sight({
      status: "bidding",
      turn: [0],
      players: bids,
      round: round({ restricted: true }),
      legal: legal({ bids: [0, 2, 3] }),
    });
    assert.equal(
      nowReading(bidding, PREFERENCES),
      "Your bid. Round 3 of 15, 3 cards. Red is trump. Bids: Bea 2, Cid 0. 2 bid so far for 3 tricks. " +
        "You cannot bid 1. Type a number from 0 to 3 to bid.",
    );
    assert.match(
      nowReading({ ...bidding, turn: [2] }, PREFERENCES),
      /You can prepare your bid: type a number\.$/,
    );
    const pause = sight({ status: "pause", turn: [] });
    assert.match(nowReading(pause, PREFERENCES), /^The round is over\. .* Press R when you are ready\.$/);
    const plays = [{ seat: 1, card: "B7" }];
    const trick = { number: 2, leader: 1, plays, suit: "B" };
    assert.match(nowReading(sight({ trick, turn: [0] }), PREFERENCES), /^Your turn\. .* Bea: Blue 7\.$/);
  });
});
