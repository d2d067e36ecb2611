/** What the organisers say over the table: what the game belongs to, the time left, and that it is paused. */
import { html } from "../../html.js";
import { clockText } from "../../sight/words.js";
import { gettext, interpolate } from "../../text.js";
import { useSecondsLeft } from "./countdown.js";

const SHORT_S = 5 * 60;

const Caption = ({ caption, url }) =>
  url
    ? html`<a class="caption" href=${url} title=${caption}>${caption}</a>`
    : html`<span class="caption" title=${caption}>${caption}</span>`;

function TimeLeft({ closesAt, offset }) {
  const seconds = useSecondsLeft(closesAt, offset);
  return html`
    <span
      class="time-left"
      role="timer"
      aria-live="off"
      data-short=${seconds < SHORT_S}
      data-testid="time-left"
    >
      ${
        seconds > 0
          ? interpolate(gettext("%(time)s left"), { time: clockText(seconds) })
          : gettext("Time is up")
      }
    </span>`;
}

export function Strip({ sight, table, offset }) {
  const over = ["finished", "abandoned"].includes(sight.status);
  const limit = !over && sight.closes_at;
  return html`
    ${
      (table?.caption || limit) &&
      html`
        <div class="strip" data-testid="strip">
          ${table?.caption && html`<${Caption} caption=${table.caption} url=${table.caption_url} />`}
          ${limit && html`<${TimeLeft} closesAt=${sight.closes_at} offset=${offset} />`}
        </div>`
    }
    ${
      sight.halted &&
      !sight.own_pause &&
      html`
        <p class="halted" role="status" data-testid="halted">
          <span aria-hidden="true">❚❚</span> ${gettext("The organisers have paused this table.")}
        </p>`
    }`;
}
