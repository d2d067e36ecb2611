/** Asks for a reload after the server has got a new version. */
import { html } from "../html.js";
import { gettext } from "../text.js";

export const NewVersion = ({ className }) => html`
  <div class=${className} role="status" data-testid="new-version">
    <span>${gettext("A new version is ready.")}</span>
    <button type="button" class="button" data-action="reload" onClick=${() => location.reload()}>
      ${gettext("Reload")}
    </button>
  </div>`;
