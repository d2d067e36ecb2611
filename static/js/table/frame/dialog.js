/** The frames round everything that pops up: modal dialogs and toasts. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { html } from "../../html.js";
import { gettext } from "../../text.js";

/** A modal dialog that closes by Escape, by its cross and by a click beside it. */
export function Dialog({ title, onClose, children, testid, wide = false }) {
  const ref = useRef(/** @type {any} */ (null));
  // An effect that is not for layout is undone only after the dialog has gone, and the focus with it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog.showModal();
    // Neither the cross nor an answer is pressed by a key that was meant for the table.
    dialog.querySelector("h2").focus({ preventScroll: true });
    return () => {
      // Closing gives the focus back to what opened the dialog; its event would close the one that comes next.
      dialog.addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true });
      dialog.close();
    };
  }, []);
  // A click on the backdrop has the dialog itself as its target.
  const beside = (event) => event.target === ref.current && onClose();
  return html`
    <dialog
      ref=${ref}
      class=${`dialog ${wide ? "wide" : ""}`}
      aria-label=${title}
      data-testid=${testid}
      onClose=${onClose}
      onClick=${beside}
    >
      <div class="dialog-body">
        <header>
          <h2 tabindex="-1">${title}</h2>
          <button type="button" class="icon" aria-label=${gettext("Close")} onClick=${onClose}>✕</button>
        </header>
        ${children}
      </div>
    </dialog>`;
}

/** Below the other players, and at the board's edge where there is room: seats and trick stay in sight. */
function placeOfToasts() {
  const board = document.querySelector(".game .board")?.getBoundingClientRect();
  if (!board) return "";
  const seats = [...document.querySelectorAll(".game .seats .seat")].map(
    (seat) => seat.getBoundingClientRect().bottom,
  );
  const top = Math.round(Math.max(board.top, ...seats)) + 12;
  return `--top: ${top}px; --edge: ${Math.round(innerWidth - board.right) + 16}px`;
}

const ROLES = { error: "alert", verdict: "presentation", ruling: "presentation" };

/** Short messages over the table; refusals are read out at once, the rest in turn,
    verdicts and rulings by the announcer. */
export const Toasts = ({ toasts, dismiss }) => html`
  <div class="toasts" style=${toasts.length ? placeOfToasts() : ""}>
    ${toasts.map(
      (toast) => html`
        <div
          key=${toast.id}
          class=${`toast ${toast.kind}`}
          role=${ROLES[toast.kind] ?? "status"}
          onClick=${() => dismiss(toast.id)}
        >
          ${toast.text}
        </div>`,
    )}
  </div>`;
