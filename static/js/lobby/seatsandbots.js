/** The fields of a new table that say who can sit there. */
import { LEVELS, LEVELS_HELP } from "../choices.js";
import { html } from "../html.js";
import { gettext } from "../text.js";
import { Choice } from "./fields.js";

const botCounts = (seats) =>
  Array.from({ length: seats }, (_, count) => [count, count === 0 ? gettext("None yet") : count]);

export const SeatsAndBots = ({ values, set, errors }) => html`
  <div class="columns">
    <${Choice}
      name="bots"
      label=${gettext("Bots")}
      value=${values.bots}
      choices=${botCounts(Number(values.seats))}
      set=${set}
      errors=${errors.bots}
      help=${gettext("More can be added at the table.")}
    />
    <${Choice}
      name="bot_level"
      label=${gettext("Bot level")}
      value=${values.bot_level}
      choices=${Object.entries(LEVELS)}
      set=${set}
      errors=${errors.bot_level}
      help=${LEVELS_HELP[values.bot_level]}
    />
  </div>
  <${Choice}
    name="visibility"
    label=${gettext("Who can join?")}
    value=${values.visibility}
    choices=${[
      ["public", gettext("Everyone: listed in the lobby")],
      ["private", gettext("Only people with my invite link")],
    ]}
    set=${set}
    errors=${errors.visibility}
    help=${
      values.visibility === "private"
        ? gettext("The lobby does not show the table; you send the link to your friends.")
        : gettext("Anybody can sit down, and you can still send a link to friends.")
    }
  />`;
