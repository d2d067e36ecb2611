/** What is seldom wanted at a running table: a pause by consent, preferences, and leaving, which is asked twice. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { gettext } from "../../text.js";
import { Dialog } from "./dialog.js";

const Leave = ({ leave, stay, busy }) => html`
  <p data-testid="leave-question">
    <b>${gettext("Leave this game?")}</b>${" "}
    ${gettext(
      "A stand-in will play for you, and the result will count as yours. " +
        "You can come back while the game is running.",
    )}
  </p>
  <div class="menu-list">
    <button
      type="button"
      class="button danger"
      data-action="leave-now"
      disabled=${busy}
      aria-busy=${busy}
      onClick=${leave}
    >
      ${busy ? gettext("Leaving…") : gettext("Leave the game")}
    </button>
    <button type="button" class="button" data-action="stay" onClick=${stay}>${gettext("Stay")}</button>
  </div>`;

export function Menu({ sight, page, act, leaving, onClose }) {
  const [asks, setAsks] = useState(false);
  const asked = sight.pause_asked?.includes(sight.viewer);
  const pause = () => {
    act({ type: "pause" });
    onClose();
  };
  return html`
    <${Dialog} title=${gettext("This game")} onClose=${onClose} testid="menu">
      ${
        asks
          ? html`<${Leave} leave=${() => act({ type: "leave" })} stay=${onClose} busy=${leaving} />`
          : html`
            <div class="menu-list">
              ${
                !sight.halted &&
                html`
                  <button
                    type="button"
                    class="button"
                    data-action="ask-pause"
                    disabled=${asked}
                    onClick=${pause}
                  >
                    ${asked ? gettext("You have asked for a pause") : gettext("Ask for a pause")}
                  </button>
                  <p class="help">${gettext("The game pauses when everyone present agrees. The clocks stop.")}</p>`
              }
              <a class="button" href=${page.preferences_url} target="_blank" data-action="preferences">
                ${gettext("Preferences")}
              </a>
              <p class="help">${gettext("Cards, colours, sounds and how you play. Opens beside this table.")}</p>
              <button type="button" class="button" data-action="leave-game" onClick=${() => setAsks(true)}>
                ${gettext("Leave the game…")}
              </button>
            </div>`
      }
    <//>`;
}
