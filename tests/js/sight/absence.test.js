import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  absenceLines,
  absenceText,
  mayAgree,
  pauseLine,
  standInRequests,
} from "../../../static/js/sight/absence.js";
import { player, sight } from "../sights.js";

const told = (event) => absenceText(sight(), event);

describe("people who go and come", () => {
  it("are told to the others", () => {
    assert.equal(told({ type: "player_away", seat: 1 }), "Bea is away: a stand-in takes over.");
    assert.equal(told({ type: "player_away", seat: 1, left: true }), "Bea has left: a stand-in takes over.");
    assert.equal(told({ type: "player_back", seat: 1 }), "Bea is back.");
  });

  it("are told what happened to their own seat", () => {
    assert.equal(told({ type: "player_away", seat: 0 }), "You were away, so a stand-in played for you.");
    assert.equal(told({ type: "player_back", seat: 0 }), "Welcome back: you are playing again.");
  });
});

it("what the clock did is told to its player alone", () => {
  const by = "clock";
  assert.equal(
    told({ type: "card_played", by, seat: 0, card: "R1" }),
    "Your time ran out: Red 1 was played for you.",
  );
  assert.equal(told({ type: "bid_made", by, seat: 0, bid: 0 }), "Your time ran out: 0 was bid for you.");
  assert.equal(told({ type: "bid_made", by, seat: 0 }), "Your time ran out: a bid was made for you.");
  assert.equal(
    told({ type: "trump_named", by, seat: 0, suit: "B" }),
    "Your time ran out: Blue was named for you.",
  );
  assert.equal(told({ type: "card_played", by, seat: 1, card: "R1" }), "");
});

describe("a pause", () => {
  it("is asked for by some, and needs the others who are people and there", () => {
    const players = [player(0), player(1), player(2, { kind: "bot" }), player(3, { away: true })];
    assert.equal(
      pauseLine(sight({ players, pause_asked: [0] })),
      "You asked for a pause. Waiting for Bea to agree.",
    );
    assert.equal(pauseLine(sight({ players, pause_asked: [1] })), "Bea asks for a pause.");
    assert.equal(pauseLine(sight({ players, pause_asked: [1, 2] })), "Bea and Cid ask for a pause.");
  });

  it("is asked for by the first, and agreed to by the others", () => {
    const heard = (before, events) => absenceLines(sight(before), sight(), events);
    const both = [1, 2].map((seat) => ({ type: "pause_asked", seat }));
    assert.deepEqual(heard({}, both), ["Bea asks for a pause.", "Cid agrees to a pause."]);
    assert.deepEqual(heard({ pause_asked: [0] }, both.slice(0, 1)), ["Bea agrees to a pause."]);
    assert.deepEqual(heard({}, [{ type: "pause_asked", seat: 0 }, both[0]]), ["Bea agrees to a pause."]);
  });

  it("is asked for anew once nobody asks any more", () => {
    const heard = (...events) => absenceLines(sight({ pause_asked: [0] }), sight(), events);
    const asks = { type: "pause_asked", seat: 1 };
    assert.deepEqual(heard({ type: "table_halted", by: "players" }, asks), ["Bea asks for a pause."]);
    assert.equal(heard({ type: "player_away", seat: 0 }, asks).at(-1), "Bea asks for a pause.");
  });

  it("is no question any more once it has begun, or if nobody asked", () => {
    assert.equal(pauseLine(sight({ pause_asked: [1], halted: true })), "");
    assert.equal(pauseLine(sight()), "");
  });

  it("can be agreed to by who sits there and has not yet", () => {
    assert.equal(mayAgree(sight({ pause_asked: [1] })), true);
    assert.equal(mayAgree(sight({ pause_asked: [0, 1] })), false);
    assert.equal(mayAgree(sight({ pause_asked: [1], viewer: null })), false);
    assert.equal(mayAgree(sight()), false);
  });
});

describe("a stand-in that comes on request", () => {
  const players = [player(0), player(1, { connected: false }), player(2, { kind: "bot", connected: false })];
  const options = { stand_in_minutes: 0 };

  it("can be asked for where somebody is not there", () => {
    assert.deepEqual(standInRequests(sight({ players }), options), [
      { seat: 1, line: "Bea is not there. The game waits.", mayAsk: true },
    ]);
  });

  it("says who has asked, and asks nobody twice", () => {
    const asked = sight({ players, stand_in_asked: [{ seat: 0, absent: 1 }] });
    assert.deepEqual(standInRequests(asked, options), [
      {
        seat: 1,
        line: "You asked for a stand-in for Bea. It comes when all others ask, too.",
        mayAsk: false,
      },
    ]);
    const asks = sight({ players: [...players, player(3)], stand_in_asked: [{ seat: 3, absent: 1 }] });
    assert.equal(standInRequests(asks, options)[0].line, "Dora asks for a stand-in for Bea.");
  });

  it("is no question elsewhere, for spectators, or once it is there", () => {
    assert.deepEqual(standInRequests(sight({ players }), {}), []);
    assert.deepEqual(standInRequests(sight({ players, viewer: null }), options), []);
    assert.deepEqual(standInRequests(sight({ players, status: "finished" }), options), []);
    const away = [player(0), player(1, { connected: false, away: true })];
    assert.deepEqual(standInRequests(sight({ players: away }), options), []);
  });
});

it("a game that ended because somebody was out of time says so", () => {
  assert.match(told({ type: "game_out_of_time", seat: 1 }), /^Bea’s time was over/);
  assert.match(told({ type: "game_out_of_time", seat: 0 }), /^Your time was over/);
});
