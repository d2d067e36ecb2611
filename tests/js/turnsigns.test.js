import assert from "node:assert/strict";
import { it } from "node:test";
import { nextTurnText } from "../../static/js/nextturn.js";

it("the link to another table says at how many it is one's turn", () => {
  assert.equal(nextTurnText(1), "Your turn at another table");
  assert.equal(nextTurnText(3), "Your turn at 3 other tables");
});
