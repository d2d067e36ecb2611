/** Says on a page beside the table that the connection is lost or closed; nothing while it is open. */
import { html } from "../html.js";
import { gettext } from "../text.js";
import { closedText } from "./farewell.js";

/** @param {{ connection: string, reason: import("./farewell.js").Reason | null }} state */
export function ConnectionNotice({ connection, reason }) {
  if (connection === "reconnecting")
    return html`<p class="notice" role="status" data-testid="connection">${gettext("Reconnecting…")}</p>`;
  if (connection !== "closed") return null;
  return html`
    <div class="notice with-button" role="status" data-testid="connection">
      <span>${closedText(reason)}</span>
      <button type="button" class="button" data-action="reload" onClick=${() => location.reload()}>
        ${gettext("Reload")}
      </button>
    </div>`;
}
