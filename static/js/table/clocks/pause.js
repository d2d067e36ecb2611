/** A pause of the players' own: who asks for it, who may agree, and the way on.
    The organisers' pause is the strip's. */

import { html } from "../../html.js";
import { mayAgree, pauseLine, standInRequests } from "../../sight/absence.js";
import { isSlow } from "../../sight/slow.js";
import { gettext } from "../../text.js";
import { pendingOf } from "../store.js";

/** Over the table: somebody would like a pause. */
export function PauseAsked({ state, sight, act }) {
  const line = pauseLine(sight);
  return (
    line &&
    html`
      <p class="pause-asked" data-testid="pause-asked">
        ${line}
        ${
          mayAgree(sight) &&
          html`
            <button
              type="button"
              class="button"
              data-action="agree-pause"
              disabled=${Boolean(pendingOf(state, "pause"))}
              onClick=${() => act({ type: "pause" })}
            >
              ${gettext("Agree")}
            </button>`
        }
      </p>`
  );
}

/** Over the table: who is not there, and that a stand-in can be asked for. */
export const StandInRequests = ({ state, sight, options, act }) =>
  standInRequests(sight, options).map(
    ({ seat, line, mayAsk }) => html`
      <p class="pause-asked" key=${seat} data-testid="stand-in-asked">
        ${line}
        ${
          mayAsk &&
          html`
            <button
              type="button"
              class="button"
              data-action="ask-stand-in"
              disabled=${Boolean(pendingOf(state, "ask_stand_in"))}
              onClick=${() => act({ type: "ask_stand_in", absent: seat })}
            >
              ${gettext("Ask for a stand-in")}
            </button>`
        }
      </p>`,
  );

/** Over the middle while the table is paused by its players. */
export function Paused({ state, sight, act }) {
  if (!sight.halted || !sight.own_pause) return null;
  const pending = Boolean(pendingOf(state, "resume"));
  return html`
    <section class="paused" role="status" data-testid="paused">
      <h2>${gettext("Paused")}</h2>
      <p>
        ${
          isSlow(sight)
            ? gettext("The players agreed to pause. Nobody’s time runs.")
            : gettext("The players agreed to pause. The clocks are stopped, for an hour at most.")
        }
      </p>
      ${
        sight.viewer !== null &&
        html`
          <button
            type="button"
            class="button primary"
            data-action="go-on"
            disabled=${pending}
            aria-busy=${pending}
            onClick=${() => act({ type: "resume" })}
          >
            ${gettext("Continue")}
          </button>`
      }
    </section>`;
}
