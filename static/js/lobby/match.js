/** Quick match: one click, and the server seats people who want the same game together. */
import { useEffect, useState } from "preact/hooks";
import { LEVELS } from "../choices.js";
import { html } from "../html.js";
import { gettext, interpolate } from "../text.js";
import { Check, Choice } from "./fields.js";
import { paces, searchOf, WISHES, waitText, wishText } from "./search.js";

const sizes = () => [
  ["", gettext("Any")],
  ...[3, 4, 5, 6].map((size) => [String(size), interpolate(gettext("%(count)s players"), { count: size })]),
];
const paceChoices = () => Object.entries(paces()).map(([key, { label }]) => [key, label]);
const SECOND_MS = 1000;

/** The search that goes on. `ahead`: by how many milliseconds the server's clock is ahead of ours. */
function Search({ match, ahead, cancel }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return html`
    <div class="searching" data-testid="searching">
      <div>
        <p class="looking" role="status">${gettext("Looking for players…")}</p>
        <p class="muted">${wishText(match)}</p>
        <p role="timer">${waitText(match, now + ahead)}</p>
      </div>
      <button type="button" class="button" onClick=${cancel}>${gettext("Cancel")}</button>
    </div>`;
}

function Wishes({ find, busy }) {
  const [wishes, setWishes] = useState(WISHES);
  const set = (name, value) => setWishes({ ...wishes, [name.replace("match-", "")]: value });
  const submit = (event) => {
    event.preventDefault();
    find(searchOf(wishes));
  };
  return html`
    <form class="form" onSubmit=${submit}>
      <div class="columns">
        <${Choice} name="match-size" label=${gettext("Players")} value=${wishes.size} choices=${sizes()} set=${set} />
        <${Choice}
          name="match-pace"
          label=${gettext("Pace")}
          value=${wishes.pace}
          choices=${paceChoices()}
          set=${set}
          help=${paces()[wishes.pace].help}
        />
      </div>
      <div class="columns bots">
        <${Check}
          name="match-fill_with_bots"
          label=${gettext("Fill up with bots after 20 seconds")}
          checked=${wishes.fill_with_bots}
          set=${set}
          help=${wishes.fill_with_bots ? "" : gettext("You go on waiting until enough people are here.")}
        />
        ${
          wishes.fill_with_bots &&
          html`<${Choice}
            name="match-bot_level"
            label=${gettext("Bot level")}
            value=${wishes.bot_level}
            choices=${Object.entries(LEVELS)}
            set=${set}
          />`
        }
      </div>
      <div class="actions">
        <button type="submit" class="button primary" disabled=${busy} data-testid="find-match">${gettext(
          "Find a game",
        )}</button>
      </div>
    </form>`;
}

export const MatchPanel = ({ match, ahead, busy, problem, find, cancel }) => html`
  <section class="panel quick-match" aria-labelledby="match-title" data-testid="quick-match">
    <h2 id="match-title">${gettext("Quick match")}</h2>
    ${
      match
        ? html`<${Search} match=${match} ahead=${ahead} cancel=${cancel} />`
        : html`<${Wishes} find=${find} busy=${busy} />`
    }
    ${problem && html`<p class="errors" role="alert">${problem.message}</p>`}
  </section>`;
