/** Taking a card, a bid or trump back: the button beside the status, and the question for the others. */
import { html } from "../../html.js";
import { mayAnswerUndo, undoLine } from "../../sight/undo.js";
import { gettext } from "../../text.js";
import { pendingOf } from "../store.js";

export const UndoButton = ({ state, sight, act }) =>
  sight.can_undo &&
  html`
    <button
      type="button"
      class="button claim"
      data-action="undo"
      title=${gettext("Ask to take back what you did last (U)")}
      disabled=${Boolean(pendingOf(state, "ask_undo"))}
      onClick=${() => act({ type: "ask_undo" })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3" /></svg>
      <span>${gettext("Undo")}</span>
    </button>`;

/** Over the table: somebody would like to take something back. Whoever plays on refuses. */
export function UndoAsked({ state, sight, act }) {
  const line = undoLine(sight);
  if (!line) return null;
  const busy = Boolean(pendingOf(state, "answer_undo") || pendingOf(state, "withdraw_undo"));
  const button = (name, label, action) => html`
    <button type="button" class="button" data-action=${name} disabled=${busy} onClick=${() => act(action)}>
      ${label}
    </button>`;
  return html`
    <div class="pause-asked" role="group" aria-label=${line} data-testid="undo-asked">
      <span>${line}</span>
      ${
        mayAnswerUndo(sight) &&
        html`
          ${button("allow-undo", gettext("Allow"), { type: "answer_undo", allow: true })}
          ${button("refuse-undo", gettext("Refuse"), { type: "answer_undo", allow: false })}`
      }
      ${sight.undo.seat === sight.viewer && button("withdraw-undo", gettext("Withdraw"), { type: "withdraw_undo" })}
    </div>`;
}
