/** The chat's panel: at the side where there is room, over the lower half of a phone. It takes no focus by itself. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { gettext } from "../../text.js";
import { Spoken } from "../announcer.js";
import { Actions } from "./actions.js";
import { Lines } from "./lines.js";
import { chatLabel } from "./log.js";
import { SILENCE } from "./model.js";

const ICON = "M4 5h16v11H10l-5 4v-4H4z";

export const ChatButton = ({ chat }) => html`
  <button
    type="button"
    class="tool chat-button"
    data-action="chat"
    aria-label=${chatLabel(chat.state.unread)}
    title=${chatLabel(chat.state.unread)}
    aria-expanded=${chat.state.open}
    aria-controls="chat"
    onClick=${() => chat.toggle()}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICON} /></svg>
    <span>${gettext("Chat")}</span>
    ${
      chat.state.unread > 0 &&
      html`<b class="badge" aria-hidden="true">${chat.state.unread > 9 ? "9+" : chat.state.unread}</b>`
    }
  </button>`;

const Phrases = ({ chat }) => html`
  <ul class="phrases" aria-label=${gettext("Quick phrases")}>
    ${chat.state.view.phrases.map(
      ({ code, text }) => html`
        <li key=${code}>
          <button type="button" data-phrase=${code} onClick=${() => chat.sayPhrase(code)}>${text}</button>
        </li>`,
    )}
  </ul>`;

function Composer({ chat, input }) {
  const { draft, view } = chat.state;
  const submit = (event) => {
    event.preventDefault();
    chat.submit();
    input.current?.focus();
  };
  if (!view.channel) return html`<p class="closed">${view.closed}</p>`;
  return html`
    ${view.closed ? html`<p class="closed">${view.closed}</p>` : html`<${Phrases} chat=${chat} />`}
    <form class="composer" onSubmit=${submit}>
      <label class="visually-hidden" for="chat-text">${gettext("Message, or a command such as /help")}</label>
      <input
        id="chat-text"
        ref=${input}
        autocomplete="off"
        maxlength="300"
        placeholder=${view.closed ? gettext("Commands only, such as /help") : gettext("Message, or /help")}
        value=${draft}
        onInput=${(event) => chat.write(event.target.value)}
      />
      <button type="submit" class="button" data-action="say" disabled=${!draft.trim()}>${gettext("Send")}</button>
    </form>`;
}

const Header = ({ chat }) => html`
  <header>
    <h2>${chat.state.view.channel === "spectators" ? gettext("Spectators’ chat") : gettext("Chat")}</h2>
    ${
      chat.state.view.channel &&
      html`
        <button
          type="button"
          class="mute"
          data-action="mute-chat"
          aria-pressed=${chat.state.view.is_muted}
          onClick=${() => chat.muteAll(!chat.state.view.is_muted)}
        >
          ${chat.state.view.is_muted ? gettext("Unmute") : gettext("Mute")}
        </button>`
    }
    <button type="button" class="icon" aria-label=${gettext(
      "Close the chat",
    )} onClick=${() => chat.toggle(false)}>✕</button>
  </header>`;

const focusButton = () =>
  /** @type {HTMLElement | null} */ (document.querySelector("[data-action=chat]"))?.focus();

export function ChatPanel({ chat, own, announces }) {
  const { open, lines, view, spoken } = chat.state;
  const [chosen, choose] = useState(/** @type {Wire.ChatMessage | null} */ (null));
  const log = useRef(/** @type {any} */ (null));
  const input = useRef(/** @type {any} */ (null));
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    // Whoever reads older messages is not pulled down by a new one.
    if (open && atEnd.current) log.current.scrollTop = log.current.scrollHeight;
  }, [open, lines]);
  const wantsFocus = useRef(false);
  useEffect(() => {
    // On a phone the keyboard would cover the table.
    wantsFocus.current = open && matchMedia("(hover: hover)").matches;
  }, [open]);
  useEffect(() => {
    // The field comes with the chat's first answer, which may be later than the panel.
    if (!wantsFocus.current || !input.current) return;
    wantsFocus.current = false;
    input.current.focus({ preventScroll: true });
  }, [open, view.channel]);
  useLayoutEffect(() => {
    const panel = log.current.closest("section");
    if (!open && panel.contains(document.activeElement)) focusButton();
  }, [open]);
  const close = (event) => {
    if (event.key !== "Escape") return;
    // The same key at the table would close the score sheet as well.
    event.stopPropagation();
    chat.toggle(false);
    focusButton();
  };
  const done = () => {
    const message = chosen?.id;
    choose(null);
    log.current.querySelector(`[data-message="${message}"] .more`)?.focus({ preventScroll: true });
  };
  const scrolled = ({ target }) => {
    atEnd.current = target.scrollHeight - target.scrollTop - target.clientHeight < 40;
  };
  return html`
    <section id="chat" class="chat" aria-label=${gettext(
      "Chat",
    )} data-testid="chat" hidden=${!open} onKeyDown=${close}>
      <${Header} chat=${chat} />
      ${
        view.notice &&
        html`<p class="warning" role="note"><b>${gettext("From the moderators:")}</b> ${view.notice}</p>`
      }
      <div
        class="chat-log"
        role="log"
        aria-live="off"
        aria-label=${gettext("Messages")}
        tabindex="0"
        ref=${log}
        onScroll=${scrolled}
      >
        <${Lines} lines=${lines} view=${view} own=${own} choose=${choose} />
      </div>
      <div class="chat-foot">
        ${
          chosen
            ? html`<${Actions} chat=${chat} message=${chosen} done=${done} />`
            : html`<${Composer} chat=${chat} input=${input} />`
        }
      </div>
    </section>
    <${Spoken} spoken=${announces || spoken.isAnswer ? spoken : SILENCE} testid="chat-announcer" />`;
}
