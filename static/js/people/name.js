/** The input for the name of a player, on the page of friends and in the waiting room. */
import { html } from "../html.js";

/** `change` is called with the text after each change. */
export const NameInput = ({ id, name, change }) => html`
  <input
    id=${id}
    required
    minlength="2"
    maxlength="24"
    autocomplete="off"
    autocapitalize="none"
    spellcheck=${false}
    value=${name}
    onInput=${(event) => change(event.target.value)}
  />`;
