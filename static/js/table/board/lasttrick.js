/** The last trick again, and from there to the question who cheated: a card in it may show what came before. */
import { html } from "../../html.js";
import { gettext } from "../../text.js";
import { Dialog } from "../frame/dialog.js";
import { TrickAgain } from "./trick.js";

export const LastTrick = ({ sight, accuse, onClose }) => html`
  <${Dialog} title=${gettext("The last trick")} onClose=${onClose} testid="last-trick">
    <${TrickAgain} sight=${sight} trick=${sight.last_trick} />
    ${
      accuse &&
      html`
        <p class="to-accuse">
          <button type="button" class="button" data-action="who-cheated" onClick=${accuse}>
            ${gettext("Who cheated?")}
          </button>
        </p>`
    }
  <//>`;
