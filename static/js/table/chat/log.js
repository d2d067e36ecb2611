/** The lines of a table's chat: messages as the server sends them, and notes for this reader alone. Pure. */
import { gettext, interpolate, ngettext } from "../../text.js";

/** @typedef {{ kind: "message", key: string, order: number, message: Wire.ChatMessage }} MessageLine */
/** @typedef {{ kind: "note", key: string, order: number, text: string, error: boolean, typed: string }} NoteLine */
/** @typedef {MessageLine | NoteLine} ChatLine */

const MAX_LINES = 300;

/** @param {Wire.ChatMessage} message @returns {MessageLine} */
const lineOf = (message) => ({ kind: "message", key: `m${message.id}`, order: message.id, message });

/** The lines with these messages, each once and in its place; a newer version replaces an older one.
    @param {ChatLine[]} lines
    @param {Wire.ChatMessage[]} messages */
export function withMessages(lines, messages) {
  const newer = new Map(messages.map((message) => [`m${message.id}`, lineOf(message)]));
  const kept = lines.filter((line) => !newer.has(line.key));
  return [...kept, ...newer.values()].sort((a, b) => a.order - b.order).slice(-MAX_LINES);
}

/** What was typed if it was a command, else an empty text; `//` begins a message with a slash.
    @param {string | undefined} content */
export const commandIn = (content = "") => (/^\s*\/(?!\/)/.test(content) ? content.trim() : "");

/** The lines with a note below all others: the answer to the command that was typed, or why something was refused.
    @param {ChatLine[]} lines
    @param {string} text
    @returns {ChatLine[]} */
export function withNote(lines, text, error = false, typed = "") {
  // Between the newest message and the next one, whose id is higher by one at least.
  const order = lastOrder(lines) + 0.001;
  return [
    ...lines,
    /** @type {NoteLine} */ ({ kind: "note", key: `n${lines.length}-${order}`, order, text, error, typed }),
  ].slice(-MAX_LINES);
}

/** Where the last line stands, or 0: what comes later stands behind it. @param {ChatLine[]} lines */
export const lastOrder = (lines) => lines.at(-1)?.order ?? 0;

/** What this viewer reads, without what was said by people whom they have just muted or blocked.
    The socket may bring newer messages while `messages` are on their way: those after `asked`, the last order
    when they were asked for, stay.
    @param {ChatLine[]} lines
    @param {Wire.ChatMessage[]} messages
    @param {number} asked */
export function onlyMessages(lines, messages, asked) {
  return withMessages(
    lines.filter((line) => line.kind === "note" || line.order > asked),
    messages,
  );
}

/** Whether a message counts as unread for a reader with this name.
    @param {ChatLine[]} lines
    @param {Wire.ChatMessage} message
    @param {string | undefined} own */
export function isNews(lines, message, own) {
  return !message.hidden && message.name !== own && !lines.some((line) => line.key === `m${message.id}`);
}

/** The words of a message in the reader's language.
    @param {Wire.ChatMessage} message
    @param {{ code: string, text: string }[]} phrases */
export function wordsOf(message, phrases) {
  if (message.hidden) return gettext("A moderator has hidden this message.");
  return phrases.find(({ code }) => code === message.phrase)?.text ?? message.text;
}

/** A message as a screen reader reads it: "Bea: Good luck!".
    @param {Wire.ChatMessage} message
    @param {{ code: string, text: string }[]} phrases */
export const spokenText = (message, phrases) => `${message.name}: ${wordsOf(message, phrases)}`;

/** What the button that opens the chat is called. @param {number} unread */
export function chatLabel(unread) {
  if (!unread) return gettext("Chat (T)");
  return interpolate(
    ngettext("Chat (T): %(count)d new message", "Chat (T): %(count)d new messages", unread),
    { count: unread },
  );
}
