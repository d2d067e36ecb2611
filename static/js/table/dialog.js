/** The frames round everything that pops up: modal dialogs and toasts. */
import { useEffect, useRef } from "preact/hooks";
import { html } from "../html.js";

/** A modal dialog that closes by Escape, by its cross and by a click beside it. */
export function Dialog({ title, onClose, children, testid, wide = false }) {
  const ref = useRef();
  useEffect(() => { ref.current.showModal(); }, []);
  const beside = (event) => event.target === ref.current && onClose();
  return html`
    <dialog ref=${ref} class=${`dialog ${wide ? "wide" : ""}`} aria-label=${title} data-testid=${testid} onClose=${onClose} onClick=${beside}>
      <div class="dialog-body">
        <header><h2>${title}</h2><button type="button" class="icon" aria-label="Close" onClick=${onClose}>✕</button></header>
        ${children}
      </div>
    </dialog>`;
}

/** Short messages over the table; refusals are read out at once, the rest in turn. */
export const Toasts = ({ toasts, dismiss }) => html`
  <div class="toasts">
    ${toasts.map((toast) => html`
      <div key=${toast.id} class=${`toast ${toast.kind}`} role=${toast.kind === "error" ? "alert" : "status"} onClick=${() => dismiss(toast.id)}>${toast.text}</div>`)}
  </div>`;
