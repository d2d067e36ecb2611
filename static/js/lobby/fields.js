/** The fields of a form, each with its label, its help and what the server says of it. */
import { cloneElement } from "preact";
import { html } from "../html.js";

const asList = (errors) =>
  [].concat(errors ?? []).map((one) => (typeof one === "string" ? one : JSON.stringify(one)));

function Errors({ errors, id }) {
  const lines = asList(errors);
  return (
    lines.length > 0 &&
    html`<ul class="errors" id=${id}>${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`
  );
}

/** The ids of what is said of a field, for `aria-describedby`. */
const notesOf = (name, help, errors) =>
  [help && `help-${name}`, asList(errors).length > 0 && `errors-${name}`].filter(Boolean).join(" ") ||
  undefined;

export function Field({ name, label, help, errors, children }) {
  const control = cloneElement(children, { "aria-describedby": notesOf(name, help, errors) });
  return html`
    <p class="field">
      <label for=${`f-${name}`}>${label}</label>
      ${control}
      ${help && html`<small class="help" id=${`help-${name}`}>${help}</small>`}
      <${Errors} errors=${errors} id=${`errors-${name}`} />
    </p>`;
}

export const Choice = ({ name, label, value, choices, set, errors, help }) => html`
  <${Field} name=${name} label=${label} help=${help} errors=${errors}>
    <select
      id=${`f-${name}`}
      name=${name}
      value=${value}
      aria-invalid=${Boolean(errors)}
      onChange=${(event) => set(name, event.target.value)}
    >
      ${choices.map(
        ([key, text, off]) => html`
          <option key=${key} value=${key} disabled=${off} selected=${String(key) === String(value)}>
            ${text}
          </option>`,
      )}
    </select>
  <//>`;

export const Check = ({ name, label, checked, set, help, errors }) => html`
  <p class="field check">
    <input
      type="checkbox"
      id=${`f-${name}`}
      name=${name}
      checked=${checked}
      aria-describedby=${notesOf(name, help, errors)}
      onChange=${(event) => set(name, event.target.checked)}
    />
    <label for=${`f-${name}`}>${label}</label>
    <small class="help" id=${`help-${name}`}>${help}</small>
    <${Errors} errors=${errors} id=${`errors-${name}`} />
  </p>`;

/** The choices of a field from options with labels. */
export const labels = (choices) => Object.entries(choices).map(([key, { label }]) => [key, label]);
