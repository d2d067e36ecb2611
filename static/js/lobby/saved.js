/** Games to start from: named presets, and the favourites that somebody has saved. */
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { gettext, interpolate } from "../text.js";
import { valuesOfFavourite, valuesOfPreset } from "./request.js";

const MAX_NAME_LENGTH = 40;

/** Why a favourite can't be opened as it was saved; empty if it can. */
const faultText = ({ name, errors }) => {
  const faults = Object.entries(errors).map(([field, found]) => `${field}: ${found.join(" ")}`);
  if (!faults.length) return "";
  return interpolate(gettext("“%(name)s” can't be opened any more. %(faults)s"), {
    name,
    faults: faults.join(" "),
  });
};

/** The values of a preset or favourite by the key of its choice; null where there are none. */
function valuesFor(games, key) {
  const [kind, id] = key.split(":");
  if (kind === "preset") {
    const preset = games.presets.find(({ name }) => name === id);
    return preset && valuesOfPreset(preset);
  }
  const favourite = games.favourites.find((each) => String(each.id) === id);
  return favourite && !faultText(favourite) ? valuesOfFavourite(favourite) : null;
}

function helpFor(games, key) {
  const [kind, id] = key.split(":");
  if (kind === "preset") return games.presets.find(({ name }) => name === id)?.help;
  const favourite = games.favourites.find((each) => String(each.id) === id);
  return favourite ? faultText(favourite) || gettext("Your favourite, as you saved it.") : "";
}

export const StartFrom = ({ games, start, startFrom }) => html`
  <div class="form start-from">
    <p class="field">
      <label for="f-start">${gettext("Start from")}</label>
      <select
        id="f-start"
        value=${start}
        onChange=${({ target }) => startFrom(target.value, valuesFor(games, target.value))}
      >
        <option value="" selected=${start === ""}>${gettext("My own choice")}</option>
        ${
          games.favourites.length > 0 &&
          html`<optgroup label=${gettext("My favourites")}>
            ${games.favourites.map(
              ({ id, name }) => html`
                <option key=${id} value=${`favourite:${id}`} selected=${start === `favourite:${id}`}>${name}</option>`,
            )}
          </optgroup>`
        }
        <optgroup label=${gettext("Well-known games")}>
          ${games.presets.map(
            ({ name, title }) => html`
              <option key=${name} value=${`preset:${name}`} selected=${start === `preset:${name}`}>${title}</option>`,
          )}
        </optgroup>
      </select>
      <small class="help" role="status">
        ${
          helpFor(games, start) ||
          gettext("A well-known game or a favourite fills in the form; you can change it then.")
        }
      </small>
    </p>
  </div>`;

/** A text with a button: Enter does what the button does. */
function NameField({ label, action, initial = "", done }) {
  const [name, setName] = useState(initial);
  const submit = async (event) => {
    event.preventDefault();
    if (await done(name)) setName("");
  };
  return html`
    <form class="form name-field" onSubmit=${submit}>
      <input
        aria-label=${label}
        placeholder=${label}
        maxlength=${MAX_NAME_LENGTH}
        required
        value=${name}
        onInput=${(event) => setName(event.target.value)}
      />
      <button type="submit" class="button">${action}</button>
    </form>`;
}

function Row({ favourite, keeping, startFrom, games }) {
  const [renaming, setRenaming] = useState(false);
  const { id, name } = favourite;
  const rename = async (wanted) => {
    const isDone = await keeping.rename(id, wanted);
    if (isDone) setRenaming(false);
    return isDone;
  };
  const fault = faultText(favourite);
  const key = `favourite:${id}`;
  return html`
    <li>
      ${
        renaming
          ? html`<${NameField} label=${gettext("New name")} action=${gettext("Save")} initial=${name} done=${rename} />`
          : html`
            <b>${name}</b>
            <span class="does">
              ${
                !fault &&
                html`<button
                  type="button"
                  class="button"
                  onClick=${() => startFrom(key, valuesFor(games, key))}
                >${gettext("Use")}</button>`
              }
              <button type="button" class="button" onClick=${() => setRenaming(true)}>${gettext("Rename")}</button>
              <button type="button" class="button" onClick=${() => keeping.remove(id)}>${gettext("Delete")}</button>
            </span>
            ${fault && html`<small class="errors">${fault}</small>`}`
      }
    </li>`;
}

/** Saves the form's values under a name, and lists what was saved. */
export const Favourites = ({ games, keeping, values, startFrom }) => html`
  <details class="more favourites" data-testid="favourites">
    <summary>${gettext("Favourites")}</summary>
    <div class="form">
      <p class="help">${gettext("Save the game as it is chosen above, to open it again with two clicks.")}</p>
      <${NameField} label=${gettext(
        "Name of this game",
      )} action=${gettext("Save")} done=${(name) => keeping.save(name, values)} />
      ${keeping.problem && html`<p class="errors" role="alert">${keeping.problem.message}</p>`}
      <ul>
        ${games.favourites.map(
          (favourite) => html`
            <${Row}
              key=${favourite.id}
              favourite=${favourite}
              keeping=${keeping}
              startFrom=${startFrom}
              games=${games}
            />`,
        )}
      </ul>
    </div>
  </details>`;
