/** The form that opens a table. Shows the server's word beside the field it is about. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { CLOCKS, EDITIONS, LEVELS, PRESETS, RESTRICTIONS, REVEALS } from "../options.js";
import {
  afterChange,
  asksForBidding,
  canBeRestricted,
  DEFAULTS,
  delayedAllowed,
  seatsFor,
} from "./request.js";

const asList = (errors) =>
  [].concat(errors ?? []).map((one) => (typeof one === "string" ? one : JSON.stringify(one)));

function Errors({ errors, id }) {
  const lines = asList(errors);
  return (
    lines.length > 0 &&
    html`<ul class="errors" id=${id}>${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`
  );
}

function Field({ name, label, help, errors, children }) {
  return html`
    <p class="field">
      <label for=${`f-${name}`}>${label}</label>
      ${children}
      ${help && html`<small class="help">${help}</small>`}
      <${Errors} errors=${errors} />
    </p>`;
}

const Choice = ({ name, label, value, choices, set, errors, help }) => html`
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

const Check = ({ name, label, checked, set, help, errors }) => html`
  <p class="field check">
    <input
      type="checkbox"
      id=${`f-${name}`}
      name=${name}
      checked=${checked}
      onChange=${(event) => set(name, event.target.checked)}
    />
    <label for=${`f-${name}`}>${label}</label>
    <small class="help">${help}</small>
    <${Errors} errors=${errors} />
  </p>`;

const labels = (choices) => Object.entries(choices).map(([key, { label }]) => [key, label]);

/** None first: keys that are numbers would come before it. */
const CLOCK_CHOICES = labels(CLOCKS).sort(([a], [b]) => a - b);

function Bidding({ values, set, errors }) {
  const first = values.preset === "tournament" ? RESTRICTIONS.notequal.label : RESTRICTIONS.american.label;
  const chosen = values.restriction || (values.preset === "tournament" ? "notequal" : "american");
  const usual = values.preset === "tournament" ? "notequal" : "american";
  const restrictions = [["", `${first} (usual)`], ...labels(RESTRICTIONS).filter(([key]) => key !== usual)];
  const reveals = labels(REVEALS).map(([key, text]) => [
    key,
    text,
    key === "delayed" && !delayedAllowed(values),
  ]);
  return html`
    <${Choice}
      name="restriction"
      label="Can bids add up to the number of tricks?"
      value=${values.restriction}
      choices=${restrictions}
      set=${set}
      errors=${errors.restriction}
      help=${RESTRICTIONS[chosen].help}
    />
    <${Choice}
      name="reveal"
      label="When are bids shown?"
      value=${values.reveal || "open"}
      choices=${reveals}
      set=${set}
      errors=${errors.reveal}
      help=${REVEALS[values.reveal || "open"].help}
    />`;
}

const botCounts = (seats) =>
  Array.from({ length: seats }, (_, count) => [count, count === 0 ? "None yet" : count]);

export function OpenForm({ open, busy, problem }) {
  const [values, setValues] = useState(DEFAULTS);
  const set = (name, value) => setValues(afterChange(values, name, value));
  const errors = problem?.errors ?? {};
  const { preset } = values;
  const marked = Object.keys(errors).some((name) => name in DEFAULTS);
  useEffect(() => {
    /** @type {HTMLElement | null} */
    const wrong = document.querySelector('#open [aria-invalid="true"]');
    wrong?.focus();
  }, [problem]);
  const submit = (event) => {
    event.preventDefault();
    open(values);
  };
  return html`
    <form class="form" onSubmit=${submit} data-testid="open-table">
      <div class="columns">
        <${Choice}
          name="preset"
          label="Game"
          value=${preset}
          choices=${labels(PRESETS)}
          set=${set}
          errors=${errors.preset}
          help=${PRESETS[preset].help}
        />
        <${Choice}
          name="seats"
          label="Players"
          value=${values.seats}
          choices=${seatsFor(preset).map((count) => [count, `${count} players`])}
          set=${set}
          errors=${errors.seats}
        />
      </div>
      <${Choice}
        name="edition"
        label="Edition"
        value=${values.edition}
        choices=${labels(EDITIONS)}
        set=${set}
        errors=${errors.edition}
        help=${EDITIONS[values.edition].help}
      />
      ${
        preset === "custom" &&
        html`
          <${Field}
            name="rounds"
            label="Cards by round"
            help="One number for each round, such as 1 3 5 3 1."
            errors=${errors.rounds}
          >
            <input
              id="f-rounds"
              name="rounds"
              inputmode="numeric"
              value=${values.rounds}
              onInput=${(event) => set("rounds", event.target.value)}
              aria-invalid=${Boolean(errors.rounds)}
            />
          <//>`
      }
      <div class="columns">
        <${Choice}
          name="bots"
          label="Bots"
          value=${values.bots}
          choices=${botCounts(Number(values.seats))}
          set=${set}
          errors=${errors.bots}
          help="More can be added at the table."
        />
        <${Choice}
          name="bot_level"
          label="Bot level"
          value=${values.bot_level}
          choices=${Object.entries(LEVELS)}
          set=${set}
          errors=${errors.bot_level}
        />
      </div>
      <${Choice}
        name="visibility"
        label="Who can join?"
        value=${values.visibility}
        choices=${[["public", "Everyone: listed in the lobby"], ["private", "Only people with my invite link"]]}
        set=${set}
        errors=${errors.visibility}
      />
      <${Choice}
        name="clock"
        label="Time to think"
        value=${values.clock}
        choices=${CLOCK_CHOICES}
        set=${set}
        errors=${errors.clock}
        help=${CLOCKS[values.clock].help}
      />
      <details class="more">
        <summary>Bidding, cheating, coach, breaks</summary>
        <div class="form">
          ${
            asksForBidding(preset)
              ? html`<${Bidding} values=${values} set=${set} errors=${errors} />`
              : html`<p class="help">The rules of this game fix when bids are shown and whether they can add up.</p>`
          }
          ${
            canBeRestricted(values) &&
            html`
              <${Check}
                name="spare_one_card"
                label="No restriction in one-card rounds"
                checked=${values.spare_one_card}
                set=${set}
                help="In these rounds the bids can always add up."
                errors=${errors.spare_one_card}
              />`
          }
          <${Check}
            name="cheating"
            label="Cheating allowed"
            checked=${values.cheating}
            set=${set}
            help="Any card can be played; anyone who notices can accuse."
            errors=${errors.cheating}
          />
          <${Check}
            name="coach"
            label="With a coach"
            checked=${values.coach}
            set=${set}
            help="On their turn, players can ask how good their bids and cards are. Such games are never rated."
            errors=${errors.coach}
          />
          <${Check}
            name="visiting_bots"
            label="Other people’s bots can join"
            checked=${values.visiting_bots}
            set=${set}
            help="Programs written by others, marked as bots. Games with them are not rated."
            errors=${errors.visiting_bots}
          />
          <${Field}
            name="pause"
            label="Seconds between rounds"
            errors=${errors.pause}
            help=${
              values.cheating
                ? "At least 5, so that what the last cards prove can still be called. Sooner if everyone is ready."
                : "The next round starts sooner if everyone is ready."
            }
          >
            <input
              id="f-pause"
              name="pause"
              type="number"
              min="0"
              max="60"
              value=${values.pause}
              aria-invalid=${Boolean(errors.pause)}
              onInput=${(event) => set("pause", event.target.value)}
            />
          <//>
        </div>
      </details>
      ${
        problem &&
        html`<p class="errors" role="alert">${marked ? "Please fix the fields marked in red." : problem.message}</p>`
      }
      <div class="actions">
        <button type="submit" class="button primary" disabled=${busy}>
          ${busy ? "Opening…" : "Open the table"}
        </button>
      </div>
    </form>`;
}
