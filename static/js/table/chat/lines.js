/** What was said, and the notes for this reader. Texts are text: nothing in them is read as HTML. */
import { html } from "../../html.js";
import { gettext, interpolate, pageLanguage } from "../../text.js";
import { wordsOf } from "./log.js";

/** What a message's author is, if not a person with an account. @type {Record<string, () => string>} */
const KINDS = { guest: () => gettext("guest"), bot: () => gettext("bot") };
const clock = new Intl.DateTimeFormat(pageLanguage(), { hour: "2-digit", minute: "2-digit" });

const Message = ({ message, view, own, choose }) => html`
  <p
    class="message"
    data-message=${message.id}
    data-own=${own}
    data-channel=${message.channel}
    data-hidden=${message.hidden}
  >
    <b class="author">${message.name}</b>
    ${message.kind !== "human" && html`<small class="tag">${KINDS[message.kind]?.()}</small>`}
    ${
      view.channel === "spectators" &&
      message.channel === "table" &&
      html`<small class="tag">${gettext("player")}</small>`
    }
    <time datetime=${message.at}>${clock.format(new Date(message.at))}</time>
    <span class="words" dir="auto">${wordsOf(message, view.phrases)}</span>
    ${
      !own &&
      view.channel &&
      html`
        <button
          type="button"
          class="more"
          data-action="message-menu"
          aria-label=${interpolate(gettext("Mute, block or report %(name)s"), { name: message.name })}
          onClick=${() => choose(message)}
        >
          ⋯
        </button>`
    }
  </p>`;

/** A line of an answer; where it explains a command, how that is typed stands out. */
function AnswerLine({ text }) {
  const [, usage, rest] = text.match(/^(\/[^:]+)(:.*)$/s) ?? [];
  return html`<span class="answer-line">${usage ? html`<b>${usage}</b>${rest}` : text}</span>`;
}

/** A note for this reader alone, below the command that it answers. */
const Note = ({ line }) => html`
  ${line.typed && html`<p class="typed"><code>${line.typed}</code></p>`}
  <p class="note" data-error=${line.error}>
    ${line.text.split("\n").map((text, at) => html`<${AnswerLine} key=${at} text=${text} />`)}
  </p>`;

export const Lines = ({ lines, view, own, choose }) =>
  lines.length
    ? lines.map((line) =>
        line.kind === "note"
          ? html`<${Note} key=${line.key} line=${line} />`
          : html`
            <${Message}
              key=${line.key}
              message=${line.message}
              view=${view}
              own=${line.message.name === own}
              choose=${choose}
            />`,
      )
    : html`<p class="nothing-said">${gettext("Nothing has been said yet.")}</p>`;
