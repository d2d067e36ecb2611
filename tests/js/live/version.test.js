import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mayReload, versionOf } from "../../../static/js/live/version.js";
import { afterFrame, EMPTY } from "../../../static/js/table/store.js";
import { sight } from "../sights.js";

describe("the version of a page", () => {
  it("is in the addresses of its files", () => {
    assert.equal(versionOf("https://wizard.example/static/0123456789ab/js/live/socket.js"), "0123456789ab");
    assert.equal(versionOf("file:///srv/js/live/socket.js"), "");
  });

  it("is outdated once the server says so", () => {
    assert.equal(EMPTY.outdated, false);
    assert.equal(afterFrame(EMPTY, { type: "new_version", version: "1" }).outdated, true);
  });
});

describe("a reload is offered", () => {
  for (const status of ["naming_trump", "bidding", "playing"])
    it(`not while ${status}`, () => assert.equal(mayReload(sight({ status })), false));
  for (const status of ["open", "pause", "finished", "abandoned"])
    it(`when the table is ${status}`, () => assert.equal(mayReload(sight({ status })), true));

  it("at a slow table while others have to act", () => {
    const slow = sight({ status: "playing", turn: [1], viewer: 0 });
    slow.players = slow.players.map((player) => ({ ...player, vacation_until: null }));
    assert.equal(mayReload(slow), true);
    assert.equal(mayReload({ ...slow, turn: [0] }), false);
    assert.equal(mayReload({ ...slow, viewer: null }), true);
  });
});
