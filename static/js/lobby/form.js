/** The form that opens a table. Shows the server's word beside the field it is about. */
import { useEffect, useState } from "preact/hooks";
import { EDITIONS, PRESETS } from "../choices.js";
import { html } from "../html.js";
import { daysOf, STAND_INS, TIMEOUTS, timeChoices, timeHelp } from "../pace.js";
import { gettext, interpolate } from "../text.js";
import { Bidding } from "./bidding.js";
import { Check, Choice, Field, labels } from "./fields.js";
import { afterChange, asksForBidding, canBeRestricted, DEFAULTS, seatsFor } from "./request.js";
import { Favourites, StartFrom } from "./saved.js";
import { SeatsAndBots } from "./seatsandbots.js";

/** The stand-ins' choices from the soonest to the latest: keys that are numbers would come before the others. */
const STAND_IN_CHOICES = ["", "1", "3", "10", "0"].map((key) => [key, STAND_INS[key].label]);

/** Opens a table, or changes one: then with `initial` values, and without what can't be changed any more.
    `games` are presets and favourites to start from, and `keeping` what can be done with favourites. */
export function OpenForm({
  open,
  busy,
  problem,
  initial = DEFAULTS,
  changes = false,
  games = null,
  keeping = null,
}) {
  const [values, setValues] = useState(initial);
  const [start, setStart] = useState("");
  const set = (name, value) => {
    setValues(afterChange(values, name, value));
    setStart("");
  };
  const startFrom = (key, found) => {
    setStart(key);
    if (found) setValues(found);
  };
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
    ${games && html`<${StartFrom} games=${games} start=${start} startFrom=${startFrom} />`}
    <form class="form" onSubmit=${submit} data-testid=${changes ? "change-table" : "open-table"}>
      <div class="columns">
        <${Choice}
          name="preset"
          label=${gettext("Game")}
          value=${preset}
          choices=${labels(PRESETS)}
          set=${set}
          errors=${errors.preset}
          help=${PRESETS[preset].help}
        />
        ${
          !changes &&
          html`
            <${Choice}
              name="seats"
              label=${gettext("Players")}
              value=${values.seats}
              choices=${seatsFor(preset).map((count) => [count, interpolate(gettext("%(count)d players"), { count })])}
              set=${set}
              errors=${errors.seats}
              help=${gettext("The game starts when all have sat down.")}
            />`
        }
      </div>
      <${Choice}
        name="edition"
        label=${gettext("Edition")}
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
            label=${gettext("Cards by round")}
            help=${gettext("One number for each round, such as 1 3 5 3 1.")}
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
      ${!changes && html`<${SeatsAndBots} values=${values} set=${set} errors=${errors} />`}
      <${Choice}
        name="clock"
        label=${gettext("Time to think")}
        value=${values.clock}
        choices=${timeChoices(values.clock)}
        set=${set}
        errors=${errors.clock ?? errors.days ?? errors.pace}
        help=${timeHelp(values.clock)}
      />
      ${
        daysOf(values.clock) > 0 &&
        html`
          <${Choice}
            name="on_timeout"
            label=${gettext("When time is over")}
            value=${values.on_timeout}
            choices=${labels(TIMEOUTS)}
            set=${set}
            errors=${errors.on_timeout}
            help=${TIMEOUTS[values.on_timeout].help}
          />`
      }
      ${
        !values.clock &&
        html`
          <${Choice}
            name="stand_in_minutes"
            label=${gettext("When somebody is away")}
            value=${values.stand_in_minutes}
            choices=${STAND_IN_CHOICES}
            set=${set}
            errors=${errors.stand_in_minutes}
            help=${STAND_INS[values.stand_in_minutes].help}
          />`
      }
      <details class="more">
        <summary>${gettext("Bidding, cheating, coach, breaks")}</summary>
        <div class="form">
          ${
            asksForBidding(preset)
              ? html`<${Bidding} values=${values} set=${set} errors=${errors} />`
              : html`<p class="help">${gettext(
                  "The rules of this game fix when bids are shown and whether they can add up.",
                )}</p>`
          }
          ${
            canBeRestricted(values) &&
            html`
              <${Check}
                name="spare_one_card"
                label=${gettext("No restriction in one-card rounds")}
                checked=${values.spare_one_card}
                set=${set}
                help=${gettext("In these rounds the bids can always add up.")}
                errors=${errors.spare_one_card}
              />`
          }
          <${Check}
            name="cheating"
            label=${gettext("Cheating allowed")}
            checked=${values.cheating}
            set=${set}
            help=${gettext("Any card can be played; anyone who notices can accuse.")}
            errors=${errors.cheating}
          />
          <${Check}
            name="coach"
            label=${gettext("With a coach")}
            checked=${values.coach}
            set=${set}
            help=${gettext(
              "On their turn, players can ask how good their bids and cards are. Such games are never " +
                "rated.",
            )}
            errors=${errors.coach}
          />
          <${Check}
            name="random_seats"
            label=${gettext("Draw the seats at the start")}
            checked=${values.random_seats}
            set=${set}
            help=${gettext("Who sits beside whom is decided by lot when the game starts.")}
            errors=${errors.random_seats}
          />
          ${
            !values.cheating &&
            !daysOf(values.clock) &&
            html`
              <${Check}
                name="undo"
                label=${gettext("Undo")}
                checked=${values.undo}
                set=${set}
                help=${gettext(
                  "Players can take back a card or bid before anyone else has decided, " +
                    "if all people at the table agree.",
                )}
                errors=${errors.undo}
              />`
          }
          <${Check}
            name="spectators"
            label=${gettext("Spectators can watch")}
            checked=${values.spectators}
            set=${set}
            help=${gettext(
              "They never see cards that are hidden. Without them, only the players see the running " +
                "game.",
            )}
            errors=${errors.spectators}
          />
          ${
            !changes &&
            html`
              <${Check}
                name="visiting_bots"
                label=${gettext("Other people’s bots can join")}
                checked=${values.visiting_bots}
                set=${set}
                help=${gettext("Programs written by others, marked as bots. Games with them are not rated.")}
                errors=${errors.visiting_bots}
              />`
          }
          <${Field}
            name="pause"
            label=${gettext("Seconds between rounds")}
            errors=${errors.pause}
            help=${
              values.cheating
                ? gettext(
                    "At least 5, so that what the last cards prove can still be called. " +
                      "Sooner if everyone is ready.",
                  )
                : gettext("The next round starts sooner if everyone is ready.")
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
        html`<p class="errors" role="alert">
          ${marked ? gettext("Please fix the fields marked in red.") : problem.message}
        </p>`
      }
      <div class="actions">
        <button type="submit" class="button primary" disabled=${busy}>
          ${changes ? gettext("Change the game") : busy ? gettext("Opening…") : gettext("Open the table")}
        </button>
      </div>
    </form>
    ${keeping && html`<${Favourites} games=${games} keeping=${keeping} values=${values} startFrom=${startFrom} />`}`;
}
