/** The chat of this page: what was read and written, whom one mutes, and whether the panel is open. */
import { call, get, post } from "../../api.js";
import { newId } from "../../live/socket.js";
import { gettext, interpolate } from "../../text.js";
import { commandIn, isNews, lastOrder, onlyMessages, spokenText, withMessages, withNote } from "./log.js";

const NOTHING = { phrases: [], channel: null, closed: "", notice: null, muted: [], is_muted: false };

/** Nothing to read aloud. */
export const SILENCE = { text: "", count: 0, isAnswer: false };

/** `send(frame)` puts a frame on the socket and says whether it could; `changed()` draws the page anew. */
export function createChat({ page, send, changed }) {
  const url = `${page.api}tables/${page.table_id}/chat`;
  const query = page.invite ? `?invite=${encodeURIComponent(page.invite)}` : "";
  const chat = { lines: [], unread: 0, open: false, view: NOTHING, draft: "", spoken: SILENCE };
  /** What was written and not answered, by the frames' ids. @type {Map<string, { text?: string, phrase?: string }>} */
  const sent = new Map();

  const set = (changes) => {
    Object.assign(chat, changes);
    changed();
  };
  /** What a screen reader reads: an answer to this reader, or a message of somebody else. */
  const spoken = (text, isAnswer) => ({ text, isAnswer, count: chat.spoken.count + 1 });
  const note = (text, error = false, typed = "") =>
    set({ lines: withNote(chat.lines, text, error, typed), spoken: spoken(text, true) });

  /** Reads everything anew, as when somebody was muted or may write again. */
  async function refresh() {
    const asked = lastOrder(chat.lines);
    try {
      const { messages, ...view } = await get(url + query);
      set({ view, lines: onlyMessages(chat.lines, messages, asked) });
    } catch {
      // The socket's next frames, or the next look, bring it.
    }
  }

  async function change(method, path, text) {
    try {
      await call(method, path);
      note(text);
      await refresh();
    } catch (problem) {
      note(/** @type {Error} */ (problem).message, true);
    }
  }

  function say(content) {
    const id = newId();
    if (send({ type: "chat", id, ...content })) sent.set(id, content);
    else note(gettext("You are not connected. Try again in a moment."), true);
    return sent.has(id);
  }

  /** Takes a frame of the chat; false for any other. */
  function take(frame) {
    if (frame.type === "chat") {
      const news = isNews(chat.lines, frame, page.user?.name);
      if (news) set({ spoken: spoken(spokenText(frame, chat.view.phrases), false) });
      const unread = chat.unread + Number(news && !chat.open);
      set({ lines: withMessages(chat.lines, [frame]), unread });
    } else if (frame.type === "chat_history") set({ lines: withMessages(chat.lines, frame.messages) });
    else if (frame.type === "reply") {
      // The second answer to a command that was sent again tells nothing new.
      if (!sent.has(frame.id)) return true;
      const typed = commandIn(sent.get(frame.id)?.text);
      sent.delete(frame.id);
      note(frame.text, false, typed);
    } else if (frame.type === "chat_ack") sent.delete(frame.id);
    else if (frame.type === "refused" && sent.has(frame.id)) {
      // What was refused comes back into the field, unless something else is being written.
      const content = sent.get(frame.id)?.text;
      if (!chat.draft) chat.draft = content ?? "";
      sent.delete(frame.id);
      note(frame.detail, true, commandIn(content));
    } else return false;
    return true;
  }

  return {
    state: chat,
    take,
    refresh,
    write: (draft) => set({ draft }),
    submit() {
      if (chat.draft.trim() && say({ text: chat.draft })) set({ draft: "" });
    },
    sayPhrase: (phrase) => say({ phrase }),
    /** Sends what was not answered again, on a new connection: it may have been lost with the old one, and the id
        makes that safe. */
    resend() {
      for (const [id, content] of sent) send({ type: "chat", id, ...content });
    },
    toggle: (open = !chat.open) => set({ open, unread: open ? 0 : chat.unread }),
    mute: (name) =>
      change(
        "PUT",
        `${url}/mutes/${encodeURIComponent(name)}`,
        interpolate(gettext("You have muted %(name)s here."), { name }),
      ),
    unmute: (name) =>
      change(
        "DELETE",
        `${url}/mutes/${encodeURIComponent(name)}`,
        interpolate(gettext("You read %(name)s again."), { name }),
      ),
    muteAll: (muted) =>
      change(
        muted ? "PUT" : "DELETE",
        `${url}/mute`,
        muted ? gettext("You have muted this chat.") : gettext("The chat is back."),
      ),
    block: (name) =>
      change(
        "PUT",
        `${page.api}me/blocks/${encodeURIComponent(name)}`,
        interpolate(
          gettext("You have blocked %(name)s at all tables. Your profile lists whom you have blocked."),
          { name },
        ),
      ),
    async report(message, reason) {
      try {
        await post(`${url}/${message.id}/report${query}`, { reason });
        note(gettext("Thank you. The moderators will look at this message."));
      } catch (problem) {
        note(/** @type {Error} */ (problem).message, true);
      }
    },
  };
}
