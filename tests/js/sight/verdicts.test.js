import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  cheatsText,
  cheatText,
  fateText,
  rulingText,
  verdictMarks,
  verdictText,
} from "../../../static/js/sight/verdicts.js";
import { sight } from "../sights.js";

describe("a verdict", () => {
  const accused = (fields) => ({ type: "accused", accuser: 1, accused: 2, accuser_points: -10, ...fields });

  it("is told with its points", () => {
    const caught = accused({ verdict: "caught", accuser: 0, accuser_points: 10, accused_points: -10 });
    assert.equal(verdictText(sight(), caught), "You accused Cid and caught them cheating. You +10, Cid −10.");
    const wrong = accused({ verdict: "wrong" });
    assert.equal(verdictText(sight(), wrong), "Bea accused Cid, but there was no cheat to call. Bea −10.");
    const late = accused({ verdict: "late", accused: 0, accuser_points: 0 });
    assert.equal(
      verdictText(sight(), late),
      "Bea accused you, but that cheat had already been called. Bea 0.",
    );
  });

  it("marks the seats it moved, the last one winning", () => {
    const events = [
      accused({ verdict: "caught", accuser_points: 10, accused_points: -10 }),
      { type: "card_played", seat: 0 },
      accused({ verdict: "late", accuser: 2, accused: 1, accuser_points: 0 }),
    ];
    assert.deepEqual(verdictMarks(events), {
      1: { text: "right +10", good: true },
      2: { text: "late 0", good: false },
    });
    assert.equal(verdictMarks(events.slice(0, 1))[2].text, "caught −10");
  });
});

it("cheats are told when the game is over", () => {
  const cheat = { trick: 2, seat: 1, card: "G5", owed: "R", called_by: null };
  assert.equal(cheatText(sight(), cheat), "Bea played Green 5 in trick 2 but had to follow red");
  assert.equal(fateText(sight(), cheat), "got away");
  assert.equal(fateText(sight(), { ...cheat, called_by: 0 }), "caught by you");
  const rows = [
    { round: 1, cells: [], cheats: [cheat, { ...cheat, called_by: 2 }] },
    { round: 2, cells: [] },
  ];
  assert.equal(cheatsText(rows), "1 cheat caught, 1 got away. See the scores for details.");
  assert.equal(cheatsText([{ round: 1, cells: [] }]), "");
});

describe("what the organisers do", () => {
  const told = (event, before = {}, after = {}) => rulingText(sight(before), sight(after), event);

  it("is told to all", () => {
    assert.equal(
      told({ type: "game_stopped", round: 3 }),
      "The organisers have ended this game. Round 3 does not count.",
    );
    assert.equal(told({ type: "game_stopped" }), "The organisers have ended this game.");
    assert.equal(
      told({ type: "game_annulled" }),
      "The organisers have annulled this game. It does not count.",
    );
    assert.equal(told({ type: "table_resumed" }), "The game continues.");
    assert.equal(told({ type: "card_played" }), "");
  });

  it("is told to the two that change places, and to the others, by the right names", () => {
    const event = { type: "player_replaced", seat: 1, name: "Zoe" };
    assert.equal(told(event), "Zoe has taken over Bea’s seat.");
    assert.equal(
      told(event, { viewer: 1 }, { viewer: null }),
      "Zoe has taken over your seat. You are watching now.",
    );
    assert.equal(told(event, { viewer: null }, { viewer: 1 }), "You have taken over Bea’s seat.");
  });
});
