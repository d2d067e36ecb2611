import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  aheadText,
  bidBalance,
  bidSum,
  bidText,
  clockText,
  figure,
  forbiddenBid,
  inLastTrick,
  mayAct,
  mayBeReady,
  namesOf,
  runningAdjustment,
  scoreText,
  seatName,
  signed,
  statusLine,
  tieBreakText,
  titleOf,
  tricksCount,
  tricksText,
  trumpText,
  waitingText,
  whyNot,
} from "../../../static/js/sight/words.js";
import { player, round, sight } from "../sights.js";

describe("figures", () => {
  it("have a true minus sign", () => {
    assert.deepEqual([figure(-20), figure(0), figure(7)], ["−20", "0", "7"]);
    assert.deepEqual([signed(-20), signed(0), signed(7)], ["−20", "0", "+7"]);
  });

  it("count in words", () => {
    assert.equal(tricksCount(1), "1 trick");
    assert.equal(tricksCount(0), "0 tricks");
  });

  it("of a clock show hours only when there are any", () => {
    assert.deepEqual([59, 2645, 3729].map(clockText), ["0:59", "44:05", "1:02:09"]);
  });

  it("of a score show what it would be now, where that differs", () => {
    assert.equal(scoreText(player(0, { score: 90, score_now: 90 })), "90");
    assert.equal(scoreText(player(0, { score: 90, score_now: -10 })), "90 (−10)");
  });

  it("of tricks show the bid, that it is secret, or that there is none", () => {
    assert.equal(tricksText(player(0, { tricks: 1, bid: 0 })), "1/0");
    assert.equal(tricksText(player(0, { has_bid: true })), "0/?");
    assert.equal(tricksText(player(0)), "0/–");
  });

  it("of a bid name it while others still bid", () => {
    assert.equal(bidText(player(0, { bid: 2 })), "bid 2");
    assert.equal(bidText(player(0, { has_bid: true })), "bid ?");
    assert.equal(bidText(player(0)), "–");
  });

  it("of what the round brings are foreseen in its last trick alone", () => {
    const last = sight({ trick: { number: 3, leader: 1, plays: [], suit: null } });
    assert.equal(inLastTrick(last), true);
    assert.equal(inLastTrick(sight()), false);
    assert.equal(inLastTrick({ ...last, status: "pause" }), false);
    assert.equal(inLastTrick(sight({ trick: null })), false);
  });
});

describe("names", () => {
  it("are said to the viewer", () => {
    assert.equal(seatName(sight(), 0), "You");
    assert.equal(seatName(sight(), 0, "you"), "you");
    assert.equal(seatName(sight(), 1), "Bea");
    assert.equal(seatName(sight(), 5), "Someone");
    assert.equal(seatName(sight({ viewer: null }), 0), "Ada");
  });

  it("of several seats form a list", () => {
    assert.equal(namesOf(sight(), []), "");
    assert.equal(namesOf(sight(), [1]), "Bea");
    assert.equal(namesOf(sight(), [0, 1, 2]), "You, Bea and Cid");
  });
});

describe("the status line", () => {
  const cases = [
    [{ turn: [0] }, "Your turn"],
    [{ turn: [1] }, "Bea is playing"],
    [{ turn: [] }, ""],
    [{ status: "bidding", turn: [0, 1] }, "Your bid"],
    [{ status: "bidding", turn: [1, 2] }, "Bea and Cid are bidding"],
    [{ status: "naming_trump", turn: [0] }, "Name the trump suit"],
    [{ status: "naming_trump", turn: [2] }, "Cid is naming trump"],
    [{ status: "pause", turn: [] }, "The round is over"],
    [{ status: "finished", turn: [] }, "The game is over"],
    [{ status: "abandoned", turn: [] }, "This game was abandoned"],
    [{ turn: [0], halted: true }, "Paused"],
    [{ turn: [1], viewer: null, deserted: true }, "Everyone has left; the game is waiting"],
    [{ status: "playing", viewer: null, turn: [0] }, "Ada is playing"],
  ];
  for (const [fields, line] of cases) {
    it(`${JSON.stringify(fields)} is “${line}”`, () => assert.equal(statusLine(sight(fields)), line));
  }

  it("asks only the viewer who has to move", () => {
    assert.equal(mayAct(sight({ turn: [0] })), true);
    assert.equal(mayAct(sight({ turn: [1] })), false);
    assert.equal(mayAct(sight({ turn: [0], viewer: null })), false);
  });
});

describe("why a card can't be played", () => {
  it("says nothing of a card that can", () => {
    assert.equal(whyNot(sight({ turn: [0], legal: { suits: [], bids: [], cards: ["G7"] } }), "G7"), "");
  });

  it("names the suit that must be followed", () => {
    const trick = { number: 1, leader: 1, plays: [{ seat: 1, card: "R9" }], suit: "R" };
    const following = sight({ turn: [0], trick, legal: { suits: [], bids: [], cards: ["R1", "W1"] } });
    assert.equal(whyNot(following, "G7"), "You have a red card, so you must follow red");
  });

  it("says whose turn, which phase or which pause it is", () => {
    assert.equal(whyNot(sight(), "G7"), "It is not your turn");
    assert.equal(
      whyNot(sight({ status: "bidding", turn: [0] }), "G7"),
      "You can play cards after the bidding",
    );
    assert.equal(whyNot(sight({ turn: [0] }), "G7"), "This card can't be played now");
    assert.equal(whyNot(sight({ halted: true, own_pause: true }), "G7"), "The table is paused");
    assert.equal(whyNot(sight({ halted: true }), "G7"), "The organisers have paused this table");
  });
});

describe("bids", () => {
  const bids = (...made) => made.map((bid, seat) => player(seat, { bid, has_bid: bid !== null }));

  it("leave out the one that would make them add up", () => {
    const restricted = {
      round: round({ restricted: true }),
      legal: { suits: [], cards: [], bids: [0, 1, 3] },
    };
    assert.equal(forbiddenBid(sight(restricted)), 2);
    assert.equal(
      forbiddenBid(sight({ ...restricted, legal: { suits: [], cards: [], bids: [0, 1, 2, 3] } })),
      null,
    );
    assert.equal(forbiddenBid(sight({ ...restricted, legal: { suits: [], cards: [], bids: [] } })), null);
    assert.equal(forbiddenBid(sight({ legal: { suits: [], cards: [], bids: [0] } })), null);
  });

  it("are added up against the tricks", () => {
    const two = sight({ players: bids(2, 1, null) });
    assert.equal(bidSum(two), 3);
    assert.equal(bidBalance(two), "3 bid so far for 3 tricks");
    assert.equal(
      bidBalance(sight({ players: bids(0, 0, 1), round: round({ cards: 1 }) })),
      "1 bid for 1 trick",
    );
  });

  it("are not added up while some are secret, or there are none", () => {
    const secret = round({ reveal: "hiddentip" });
    assert.equal(bidBalance(sight({ players: bids(2, null, null), round: secret })), "");
    assert.equal(bidBalance(sight({ players: bids(2, 0, 0), round: secret })), "2 bid for 3 tricks");
    assert.equal(bidBalance(sight()), "");
    assert.equal(bidBalance(sight({ round: null, players: bids(1, 1, 1) })), "");
  });
});

it("trump is named, or that there is none", () => {
  assert.equal(trumpText(round()), "Red is trump");
  assert.equal(trumpText(round({ trump: null })), "No trump");
  assert.equal(trumpText(null), "No trump");
});

it("a tie is explained, whatever the order of the places", () => {
  const place = (rank, score, correct_bids) => ({ seat: rank, rank, score, correct_bids });
  assert.equal(tieBreakText([place(2, 80, 3), place(1, 90, 2)]), "");
  assert.equal(
    tieBreakText([place(2, 90, 3), place(1, 90, 4)]),
    "Equal points: decided by the number of bids met.",
  );
  assert.equal(
    tieBreakText([place(1, 90, 4), place(2, 90, 4)]),
    "Equal points and equally many bids met: decided by lot.",
  );
  assert.equal(tieBreakText([place(1, 90, 4)]), "");
});

it("each place that equal points do not explain says why it is ahead", () => {
  const place = (rank, score, correct_bids) => ({ seat: rank, rank, score, correct_bids });
  const result = [place(4, 20, 2), place(3, 20, 2), place(1, 60, 3), place(2, 20, 3)];
  const reasons = [...result].sort((a, b) => a.rank - b.rank).map((one) => aheadText(result, one));
  assert.deepEqual(reasons, ["", "ahead by bids met", "ahead by lot", ""]);
  assert.equal(tieBreakText(result), "");
});

it("what accusations have moved in this round is what the sheet doesn't say yet", () => {
  const sheet = [{ round: 1, cells: [{ seat: 0, bid: 0, tricks: 0, points: 20, adjustment: 0, total: 20 }] }];
  assert.equal(runningAdjustment(player(0, { score: 10 }), sheet), -10);
  assert.equal(runningAdjustment(player(0, { score: 0 }), []), 0);
});

describe("the title of the page", () => {
  it("says when it is the viewer's turn", () => {
    assert.equal(titleOf(null), "Table · Wizard");
    assert.equal(titleOf(sight({ turn: [0] })), "Your turn · Wizard");
    assert.equal(titleOf(sight({ status: "bidding", turn: [0] })), "Your bid · Wizard");
    assert.equal(titleOf(sight({ turn: [0], halted: true })), "Round 3 of 15 · Wizard");
    assert.equal(titleOf(sight()), "Round 3 of 15 · Wizard");
    assert.equal(titleOf(sight({ status: "finished" })), "The game is over · Wizard");
    assert.equal(titleOf(sight({ status: "open", round: null })), "Waiting for players · Wizard");
  });
});

describe("readiness", () => {
  it("can be said once in each pause, by who sits there", () => {
    const pause = sight({ status: "pause" });
    assert.equal(mayBeReady(pause), true);
    assert.equal(mayBeReady({ ...pause, ready: [0] }), false);
    assert.equal(mayBeReady({ ...pause, halted: true }), false);
    assert.equal(mayBeReady({ ...pause, viewer: null }), false);
    assert.equal(mayBeReady(sight()), false);
  });
});

describe("the next game", () => {
  it("names those who wait there", () => {
    const open = (...players) => waitingText(sight({ status: "finished" }), { status: "open", players });
    assert.equal(open("Bea"), "Bea wants to play again.");
    assert.equal(open("Bea", "Cid"), "Bea and Cid want to play again.");
    assert.equal(open("Ada"), "");
    assert.equal(waitingText(sight(), { status: "playing", players: ["Bea"] }), "");
    assert.equal(waitingText(sight(), null), "");
  });
});
