/** Wires the page of an analysis: asks until it is made, shows how far it is, then all of it.
    @import { Problem } from "../api.js" */
import { render } from "preact";
import { get } from "../api.js";
import { Edition } from "../cards/art.js";
import { html } from "../html.js";
import { dataOf, part } from "../page.js";
import { fill, gettext, interpolate } from "../text.js";
import { Report } from "./report.js";

const AGAIN_MS = 1000;
const LATER_MS = 4000;

const root = part("analysis");
const page = dataOf("page");

const Progress = ({ done, of }) => html`
  <section class="panel whole" role="status" data-testid="progress">
    <p>
      ${interpolate(
        gettext(
          "The game is being analysed: round %(round)s of %(rounds)s. " +
            "A long game takes a few minutes; you can leave this page and come back.",
        ),
        { round: Math.min(done + 1, of), rounds: of },
      )}
    </p>
    <progress value=${done} max=${of} aria-label=${gettext("Rounds analysed")} />
  </section>`;

const Waiting = ({ problem }) =>
  html`<section class="panel whole" role="status" data-testid="waiting"><p>${problem.message}</p></section>`;

const Trouble = ({ problem }) => html`
  <section class="panel whole" role="alert" data-testid="trouble"><p>${problem.message}</p>
    ${
      problem.code === "not_seated" &&
      page.login_url &&
      html`<p>${fill(gettext("Did you play here? Then %(log_in)s."), {
        log_in: html`<a href=${page.login_url}>${gettext("log in")}</a>`,
      })}</p>`
    }</section>`;

const draw = (content) => render(html`<${Edition.Provider} value=${page.edition}>${content}<//>`, root);

const whose = (seat) => (page.own ? null : page.names[seat]);

/** The players as at the table, where one's own seat is "You". */
const namesFor = (seat) =>
  page.names.map((name, index) => (page.own && index === seat ? gettext("You") : name));

/** Whether asking again may help: another is in the making, or server or line are not there. */
const passes = ({ status, code }) => code === "busy" || !status || status === 429 || status >= 500;

async function ask() {
  try {
    const told = await get(page.url);
    if (told.rounds)
      return draw(
        html`<${Report} analysis=${told} names=${namesFor(told.seat)} whose=${whose(told.seat)} />`,
      );
    draw(html`<${Progress} ...${told} />`);
    setTimeout(ask, AGAIN_MS);
  } catch (fault) {
    const problem = /** @type {Problem} */ (fault);
    draw(html`<${problem.code === "busy" ? Waiting : Trouble} problem=${problem} />`);
    if (passes(problem)) setTimeout(ask, LATER_MS);
  }
}

ask();
