/** Claims of all or none of the remaining tricks: the button beside the status, and the question which. */
import { html } from "../../html.js";
import { gettext, interpolate, ngettext } from "../../text.js";
import { Dialog } from "../frame/dialog.js";

/** With one card in hand a click on it says as much. @param {Wire.Sight} sight */
export const mayClaim = (sight) => sight.can_claim.length > 0 && (sight.hand ?? []).length > 1;

export const ClaimButton = ({ sight, busy, open }) =>
  mayClaim(sight) &&
  html`
    <button
      type="button"
      class="button claim"
      data-action="claim"
      title=${gettext("Claim all or none of the remaining tricks (K)")}
      disabled=${busy}
      onClick=${open}
    >
      ${gettext("Claim…")}
    </button>`;

const labels = () => ({ all: gettext("I take them all"), none: gettext("I take none of them") });

/** Asks which claim: nothing is sent before an answer. */
export const ClaimDialog = ({ sight, claim, onClose }) => html`
  <${Dialog} title=${gettext("Claim the remaining tricks")} onClose=${onClose} testid="claim">
    <p>
      ${interpolate(
        ngettext(
          "%(count)s trick is left to play. The server checks whether your claim is certain from what you can know. " +
            "If it isn’t, only you are told, and you play on.",
          "%(count)s tricks are left to play. " +
            "The server checks whether your claim is certain from what you can know. " +
            "If it isn’t, only you are told, and you play on.",
          sight.hand.length,
        ),
        { count: sight.hand.length },
      )}
    </p>
    <div class="claims">
      ${sight.can_claim.map(
        (tricks) => html`
          <button
            type="button"
            class="button"
            key=${tricks}
            data-claim=${tricks}
            onClick=${() => claim(tricks)}
          >
            ${labels()[tricks]}
          </button>`,
      )}
      <button type="button" class="button quiet" data-action="play-on" onClick=${onClose}>${gettext(
        "Play on",
      )}</button>
    </div>
  <//>`;
