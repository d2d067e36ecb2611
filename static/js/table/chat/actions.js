/** What one can do about a message: mute or block its author, or report it. In the place of the composer. */
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { gettext, interpolate } from "../../text.js";

const REASONS = {
  insult: () => gettext("Insult or harassment"),
  spam: () => gettext("Spam or advertising"),
  unfair: () => gettext("Gives cards away, or unfair play"),
  other: () => gettext("Something else"),
};

export function Actions({ chat, message, done }) {
  const [reporting, setReporting] = useState(false);
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => ref.current.focus({ preventScroll: true }), [reporting]);
  const muted = chat.state.view.muted.includes(message.name);
  const say = (text) => interpolate(text, { name: message.name });
  const run = (action) => () => {
    action();
    done();
  };
  // A reason appears under the pointer: the second half of a double click must not choose it.
  const report = (reason) => run(() => chat.report(message, reason))();
  return html`
    <div class="message-actions" ref=${ref} tabindex="-1" role="group" aria-label=${say(gettext("About %(name)s"))}>
      ${
        reporting
          ? html`
            <p>${gettext("Why do you report this message?")}</p>
            ${Object.entries(REASONS).map(
              ([reason, text]) => html`
                <button
                  key=${reason}
                  type="button"
                  class="button"
                  data-report=${reason}
                  onClick=${(event) => event.detail < 2 && report(reason)}
                >
                  ${text()}
                </button>`,
            )}`
          : html`
            <button
              type="button"
              class="button"
              data-action="mute-player"
              onClick=${run(() => (muted ? chat.unmute : chat.mute)(message.name))}
            >
              ${say(muted ? gettext("Unmute %(name)s") : gettext("Mute %(name)s at this table"))}
            </button>
            <button
              type="button"
              class="button"
              data-action="block-player"
              onClick=${run(() => chat.block(message.name))}
            >
              ${say(gettext("Block %(name)s everywhere"))}
            </button>
            <button type="button" class="button" data-action="report" onClick=${() => setReporting(true)}>
              ${gettext("Report this message…")}
            </button>`
      }
      <button type="button" class="button" data-action="cancel" onClick=${done}>${gettext("Cancel")}</button>
    </div>`;
}
