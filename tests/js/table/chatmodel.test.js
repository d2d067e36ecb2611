import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createChat } from "../../../static/js/table/chat/model.js";

/** @type {any[]} */
let sent = [];
let isOpen = true;
const send = (frame) => isOpen && sent.push(frame) > 0;
const newChat = () => createChat({ page: { api: "/api/v1/", table_id: "t" }, send, changed: () => {} });

describe("what was written", () => {
  beforeEach(() => {
    sent = [];
    isOpen = true;
  });

  it("is sent again on a new connection, under its own id, until it is answered", () => {
    const chat = newChat();
    chat.write("Hello");
    chat.submit();
    chat.sayPhrase("good_luck");
    const lost = sent.splice(0);
    chat.resend();
    assert.deepEqual(sent, lost);
    chat.take({ type: "chat_ack", id: lost[0].id, message: 1 });
    chat.take({ type: "refused", id: lost[1].id, code: "chat_closed", detail: "No chat." });
    sent = [];
    chat.resend();
    assert.deepEqual(sent, []);
  });
  it("stays in the field while there is no connection", () => {
    const chat = newChat();
    isOpen = false;
    chat.write("Hello");
    chat.submit();
    assert.equal(chat.state.draft, "Hello");
    isOpen = true;
    chat.resend();
    assert.deepEqual(sent, []);
  });
  it("is answered once, however often it was sent", () => {
    const chat = newChat();
    chat.write("/who");
    chat.submit();
    const answer = { type: "reply", id: sent[0].id, command: "who", text: "Seat 1: ada (here)" };
    chat.resend();
    for (const frame of [answer, answer]) assert.ok(chat.take(frame));
    assert.deepEqual(
      chat.state.lines.map(({ text, typed }) => [typed, text]),
      [["/who", "Seat 1: ada (here)"]],
    );
  });
  it("comes back into the field if it is refused", () => {
    const chat = newChat();
    chat.write("Hello");
    chat.submit();
    assert.equal(chat.state.draft, "");
    chat.take({ type: "refused", id: sent[0].id, code: "chat_closed", detail: "No chat." });
    assert.equal(chat.state.draft, "Hello");
  });
});
