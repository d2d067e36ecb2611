import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { announcements } from "../../../static/js/sight/announcements.js";
import { player, round, sight } from "../sights.js";

describe("what a screen reader hears", () => {
  it("are the moves of the others, not one's own", () => {
    const events = [
      { type: "card_played", seat: 1, card: "R7" },
      { type: "card_played", seat: 0, card: "W1" },
      { type: "bid_made", seat: 2, bid: 0 },
      { type: "bid_made", seat: 2, bid: null },
      { type: "trump_named", seat: 1, suit: "B" },
    ];
    const lines = announcements(sight(), sight(), events);
    assert.deepEqual(lines, ["Bea played Red 7.", "Cid bid 0.", "Blue is trump."]);
  });

  it("are a trick's winner, then that it is the viewer's turn", () => {
    const last_trick = { number: 1, leader: 1, plays: [], suit: "R", winner: 0 };
    const after = sight({ number: 41, last_trick, turn: [0] });
    const lines = announcements(sight(), after, [{ type: "trick_taken", trick: 1, winner: 0 }]);
    assert.deepEqual(lines, ["You took the trick.", "Your turn."]);
  });

  it("are claims, and the viewer's own as such", () => {
    const claims = [
      { type: "tricks_claimed", seat: 1, tricks: "all" },
      { type: "tricks_claimed", seat: 2, tricks: "none" },
      { type: "tricks_claimed", seat: 0, tricks: "none" },
    ];
    assert.deepEqual(announcements(sight(), sight(), claims), [
      "Bea claimed all remaining tricks.",
      "Cid claimed none of the remaining tricks.",
      "You claimed none of the remaining tricks. Your cards play themselves.",
    ]);
  });

  it("is the new round", () => {
    const after = sight({
      number: 41,
      status: "bidding",
      round: round({ number: 4, cards: 1, trump: null }),
    });
    assert.deepEqual(announcements(sight(), after, []), ["Round 4 of 15: 1 card each. No trump."]);
  });

  const scored = {
    round: 3,
    cells: [
      { seat: 0, bid: 1, tricks: 1, points: 30, adjustment: 0, total: 50 },
      { seat: 1, bid: 1, tricks: 2, points: -10, adjustment: -10, total: -20 },
    ],
  };

  it("are what a round has brought everybody", () => {
    const event = { type: "round_scored", round: 3, points: [30, -10] };
    const after = sight({ status: "pause", turn: [], sheet: [scored] });
    assert.deepEqual(announcements(sight(), after, [event]), [
      "Bid met: +30.",
      "You +30, total 50; Bea −20, total −20.",
    ]);
    const bea = announcements(sight(), { ...after, viewer: 1 }, [event]);
    assert.equal(bea[0], "Bid missed: −10.");
    assert.equal(announcements(sight(), { ...after, viewer: null }, [event])[0], "Round 3 is over.");
    assert.deepEqual(announcements(sight(), { ...after, sheet: undefined }, [event]), []);
  });

  it("are the winner and the final ranking", () => {
    const result = [
      { seat: 1, score: 50, correct_bids: 2, rank: 2 },
      { seat: 0, score: 80, correct_bids: 3, rank: 1 },
      { seat: 2, score: 50, correct_bids: 2, rank: 3 },
    ];
    const after = sight({ status: "finished", turn: [], result });
    const over = [{ type: "game_finished", result, tie_break: null }];
    assert.deepEqual(announcements(sight(), after, over), [
      "The game is over. You have won.",
      "Final ranking: 1. You, 80; 2. Bea, 50, ahead by lot; 3. Cid, 50.",
    ]);
    assert.equal(announcements(sight(), { ...after, viewer: 1 }, over)[0], "The game is over. Ada wins.");
    assert.equal(announcements(null, after, [])[0], "The game is over. You have won.");
    const annulled = announcements(sight(), { ...after, result: [] }, over);
    assert.deepEqual(annulled, ["The game is over. Nobody wins."]);
  });

  it("is nothing when the same sight comes again", () => {
    const mine = sight({ turn: [0] });
    assert.deepEqual(announcements(mine, mine, []), []);
    assert.deepEqual(announcements(null, mine, []), [
      "Round 3 of 15: 3 cards each. Red is trump.",
      "Your turn.",
    ]);
  });

  it("are pauses", () => {
    const agreed = [{ type: "table_halted", by: "players" }];
    const own = sight({ halted: true, own_pause: true });
    assert.deepEqual(announcements(sight(), own, agreed), ["Everyone agreed: the table is paused."]);
    const ordered = [{ type: "table_halted", by: "organisers" }];
    assert.deepEqual(announcements(sight(), sight({ halted: true }), ordered), [
      "The organisers have paused this table.",
    ]);
  });

  it("are not the past, on a page that is opened later, but what is still true of it", () => {
    const round = "Round 3 of 15: 3 cards each. Red is trump.";
    const events = [
      { type: "card_played", seat: 1, card: "R7" },
      { type: "trick_taken", winner: 1 },
      { type: "undo_asked", seat: 1, kind: "card" },
      { type: "undo_answered", seat: 2, allow: false },
      { type: "table_halted", by: "organisers" },
      { type: "table_resumed" },
    ];
    assert.deepEqual(announcements(null, sight(), events), [round]);
    // A server need not have the events any more.
    for (const past of [events, []]) {
      const opened = (fields) => announcements(null, sight(fields), past);
      assert.deepEqual(opened({ halted: true, own_pause: true }), [
        "Everyone agreed: the table is paused.",
        round,
      ]);
      assert.deepEqual(opened({ halted: true }), ["The organisers have paused this table.", round]);
      const [asked, ...rest] = opened({
        undo: { seat: 2, kind: "card", card: "R7", allowed: [], waits_for: [0] },
      });
      assert.match(asked, /^Cid wants to take back/);
      assert.deepEqual(rest, [round]);
      const over = { status: "abandoned", turn: [], round: null };
      assert.deepEqual(opened(over), ["This game was abandoned. It does not count."]);
    }
  });

  it("are pauses by those who began them, whoever has paused the table since", () => {
    const events = [
      { type: "table_halted", by: "organisers" },
      { type: "table_resumed" },
      { type: "table_halted", by: "players" },
    ];
    const own = sight({ halted: true, own_pause: true });
    assert.deepEqual(announcements(sight(), own, events), [
      "The organisers have paused this table.",
      "The game continues.",
      "Everyone agreed: the table is paused.",
    ]);
  });

  it("are questions to take something back, answered ones and the one that is open", () => {
    const events = [
      { type: "undo_asked", seat: 1, kind: "bid" },
      { type: "undo_answered", seat: 2, allow: false },
      { type: "undo_asked", seat: 2, kind: "card" },
    ];
    const undo = { seat: 2, kind: "card", card: "R7", allowed: [], waits_for: [0, 1] };
    const answered = ["Bea asked to take back a bid.", "Cid refused. Nothing is taken back."];
    assert.deepEqual(announcements(sight(), sight({ undo }), events), [
      ...answered,
      "Cid wants to take back Red 7.",
    ]);
    assert.deepEqual(announcements(sight(), sight(), events.slice(0, 2)), answered);
  });

  const bidden = (fields) =>
    sight({ players: [0, 1, 2].map((seat) => player(seat, { bid: seat, has_bid: true })), ...fields });

  it("is how the bids add up, and all of them where they have become known together", () => {
    const before = sight({ status: "bidding" });
    const last = [{ type: "bid_made", seat: 2, bid: 2 }];
    assert.deepEqual(announcements(before, bidden(), last), ["Cid bid 2.", "3 bid for 3 tricks."]);
    const revealed = [{ type: "bids_revealed", bids: [] }];
    assert.deepEqual(announcements(before, bidden(), revealed), [
      "Bids: You 0, Bea 1, Cid 2.",
      "3 bid for 3 tricks.",
    ]);
  });

  it("leaves single moves out where it is to be brief, but says what one's own move needs", () => {
    const before = sight({ status: "bidding" });
    const bids = [{ type: "bid_made", seat: 2, bid: 2 }];
    assert.equal(announcements(before, bidden(), bids, true)[0], "Bids: You 0, Bea 1, Cid 2.");
    const plays = [
      { seat: 1, card: "B7" },
      { seat: 2, card: "B8" },
    ];
    const trick = { number: 1, leader: 1, plays, suit: "B" };
    const events = [{ type: "card_played", seat: 2, card: "B8" }];
    const mine = announcements(sight(), sight({ trick, turn: [0], number: 41 }), events, true);
    assert.deepEqual(mine, ["Bea: Blue 7, Cid: Blue 8.", "Your turn."]);
  });

  it("is a summary for a page that has slept", () => {
    const events = Array.from({ length: 9 }, () => ({ type: "card_played", seat: 1, card: "R7" }));
    assert.deepEqual(announcements(sight(), sight(), events), []);
  });

  it("are those who come to a waiting room, and go", () => {
    const open = sight({ status: "open", round: null, trick: null, turn: [] });
    const events = [
      { type: "seat_taken", seat: 1, name: "Bea" },
      { type: "seat_left", seat: 2, name: "Cid" },
      { type: "seat_left", seat: 2, name: "Dora", removed: true },
      { type: "options_changed", seat: 1 },
    ];
    assert.deepEqual(announcements(open, open, events), [
      "Bea has sat down.",
      "Cid has left the table.",
      "Dora was removed from the table.",
      "The host has changed the game.",
    ]);
  });
});
