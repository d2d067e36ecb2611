import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  chatLabel,
  commandIn,
  isNews,
  lastOrder,
  onlyMessages,
  withMessages,
  withNote,
  wordsOf,
} from "../../../static/js/table/chat/log.js";

/** @param {number} id @param {Partial<Wire.ChatMessage>} more @returns {Wire.ChatMessage} */
const message = (id, more = {}) => ({
  id,
  channel: "table",
  name: "ada",
  kind: "human",
  seat: 0,
  text: `text ${id}`,
  phrase: null,
  at: "2026-01-01T12:00:00Z",
  hidden: false,
  ...more,
});
const keys = (lines) => lines.map(({ key }) => key);

describe("the lines of a chat", () => {
  it("has each message once and in order, however they come", () => {
    const lines = withMessages(withMessages([], [message(3), message(1)]), [message(2), message(3)]);
    assert.deepEqual(keys(lines), ["m1", "m2", "m3"]);
  });
  it("replaces a message that a moderator has hidden", () => {
    const lines = withMessages(withMessages([], [message(1)]), [message(1, { hidden: true, text: "" })]);
    assert.equal(lines.length, 1);
    assert.equal(wordsOf(lines[0].message, []), "A moderator has hidden this message.");
  });
  it("keeps a note between the messages before and after it", () => {
    const lines = withMessages(withNote(withNote(withMessages([], [message(1)]), "one"), "two"), [
      message(2),
    ]);
    assert.deepEqual(
      lines.map((line) => line.text ?? line.message.text),
      ["text 1", "one", "two", "text 2"],
    );
    assert.equal(new Set(keys(lines)).size, 4);
  });
  it("keeps with an answer what was typed", () => {
    assert.deepEqual(
      withNote(withNote([], "Seat 1: ada (here)", false, "/who"), "You have muted bob here.").map(
        ({ typed }) => typed,
      ),
      ["/who", ""],
    );
  });
  it("drops what a muted player said, and keeps the notes", () => {
    const lines = withNote(
      withMessages([], [message(1), message(2, { name: "bob" })]),
      "You have muted bob here.",
    );
    assert.deepEqual(keys(onlyMessages(lines, [message(1)], 2)).length, 2);
  });
  it("keeps what the socket has brought since messages were asked for", () => {
    const asked = lastOrder(withMessages([], [message(1), message(2)]));
    const lines = withMessages([], [message(1), message(2), message(3)]);
    assert.deepEqual(keys(onlyMessages(lines, [message(1)], asked)), ["m1", "m3"]);
    assert.deepEqual(keys(onlyMessages(withMessages([], [message(1)]), [], lastOrder([]))), ["m1"]);
  });
  it("keeps the newest of very many", () => {
    const many = Array.from({ length: 400 }, (_, n) => message(n + 1));
    assert.equal(withMessages([], many).at(-1)?.order, 400);
    assert.equal(withMessages([], many).length, 300);
  });
});

describe("a command", () => {
  it("begins with one slash, a message with none or two", () => {
    const typed = [" /bid 2 ", "Hello /bid", "//bid", "", undefined].map(commandIn);
    assert.deepEqual(typed, ["/bid 2", "", "", "", ""]);
  });
});

describe("what counts as unread", () => {
  it("is what others say, once", () => {
    const lines = withMessages([], [message(1)]);
    assert.equal(isNews(lines, message(2), "bob"), true);
    assert.equal(isNews(lines, message(2), "ada"), false);
    assert.equal(isNews(lines, message(1), "bob"), false);
    assert.equal(isNews(lines, message(2, { hidden: true }), "bob"), false);
  });
  it("is said by the button's name", () => {
    assert.deepEqual([0, 1, 12].map(chatLabel), [
      "Chat (T)",
      "Chat (T): 1 new message",
      "Chat (T): 12 new messages",
    ]);
  });
});

describe("a quick phrase", () => {
  it("is shown in the reader's words, or in the sender's where its code is unknown", () => {
    const phrase = message(1, { phrase: "hello", text: "Hello!" });
    assert.equal(wordsOf(phrase, [{ code: "hello", text: "Hallo!" }]), "Hallo!");
    assert.equal(wordsOf(phrase, []), "Hello!");
  });
});
