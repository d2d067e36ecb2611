/** The whole analysis: luck and skill, the costliest decisions, each decision, the charts, the rounds. */

import { useState } from "preact/hooks";
import { SuitSign } from "../cards/art.js";
import { suitName } from "../cards/names.js";
import { html } from "../html.js";
import { fill, gettext, interpolate } from "../text.js";
import { Chances, Scores } from "./charts.js";
import { Step } from "./step.js";
import { decisionsOf, points, signedPoints, summaryText, whatText } from "./words.js";

const Sum = ({ name, why, value, kind }) =>
  html`<div class=${kind}><dt>${name}<small>${why}</small></dt><dd>${value}</dd></div>`;

const Sums = ({ analysis, accused }) => html`
  <dl class="sums" data-testid="sums">
    <${Sum}
      name=${gettext("Average hands")}
      why=${gettext("what average hands bring in these rounds")}
      value=${points(analysis.average)}
    />
    <${Sum}
      name=${gettext("Luck of the deal")}
      why=${gettext("how much more or less these hands were worth")}
      value=${signedPoints(analysis.luck)}
    />
    <${Sum} name=${gettext(
      "Result of the play",
    )} why=${gettext("what was made of these hands")} value=${signedPoints(analysis.made)} />
    <${Sum}
      kind="part"
      name=${gettext("Decisions")}
      why=${gettext("compared with the best choice each time")}
      value=${signedPoints(-analysis.lost)}
    />
    <${Sum}
      kind="part"
      name=${gettext("Unseen cards")}
      why=${gettext("what could not be known, and what the others did")}
      value=${signedPoints(analysis.fortune)}
    />
    <${Sum}
      kind="total"
      name=${gettext("Points")}
      why=${accused ? gettext("without points from accusations") : ""}
      value=${points(analysis.points)}
    />
  </dl>`;

const Costly = ({ decision, show }) => html`
  <li>
    <button type="button" class="button quiet" onClick=${show}>
      ${interpolate(gettext("Round %(round)s: %(choice)s"), {
        round: decision.round.round,
        choice: whatText(decision.kind, decision.what),
      })}
    </button>
    <span>
      ${fill(gettext("Better: %(choice)s, %(points)s"), {
        choice: whatText(decision.kind, decision.best),
        points: html`<b>${signedPoints(decision.cost)}</b>`,
      })}
    </span>
  </li>`;

const Round = ({ round, show }) => html`
  <tr>
    <th scope="row">
      <button
        type="button"
        class="button quiet"
        aria-label=${interpolate(gettext("Show round %(round)s"), { round: round.round })}
        onClick=${show}
      >
        ${round.round}
      </button>
    </th>
    <td>${round.cards}</td>
    <td>
      ${
        round.trump
          ? html`
            <${SuitSign} suit=${round.trump} size=${16} />
            <span class="visually-hidden">${suitName(round.trump)}</span>`
          : "–"
      }
    </td>
    <td>${round.tricks}/${round.bid}</td>
    <td>${points(round.points)}</td>
    <td>${points(round.worth)}</td>
    <td>${signedPoints(round.luck)}</td>
    <td>${signedPoints(round.made)}</td>
    <td>${signedPoints(-round.lost)}</td>
  </tr>`;

const columns = () => [
  gettext("Round"),
  gettext("Cards"),
  gettext("Trump"),
  gettext("Taken/bid"),
  gettext("Points"),
  gettext("Hand value"),
  gettext("Luck"),
  gettext("Result of the play"),
  gettext("Decisions"),
];

const Rounds = ({ rounds, show }) => html`
  <div class="scroll-x" tabindex="0" role="group" aria-labelledby="rounds">
    <table class="plain" data-testid="rounds">
      <thead><tr>${columns().map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
      <tbody>
        ${rounds.map(
          (round) => html`
            <${Round} key=${round.round} round=${round} show=${() => show(round.decisions[0].number)} />`,
        )}
      </tbody>
    </table>
  </div>`;

export function Report({ analysis, names, whose }) {
  const decisions = decisionsOf(analysis);
  const place = (number) => decisions.findIndex((decision) => decision.number === number);
  const [chosen, choose] = useState(Math.max(0, place(analysis.costliest[0])));
  const show = (number) => {
    choose(place(number));
    document.getElementById("decisions")?.scrollIntoView();
  };
  if (!decisions.length)
    return html`
      <section class="panel whole">
        <p>${gettext("No round of this game was scored, so there is nothing to analyse.")}</p>
      </section>`;
  const accused = analysis.rounds.at(-1).totals[analysis.seat] !== analysis.points;
  return html`
    <section class="panel" aria-labelledby="sums">
      <h2 id="sums">${gettext("Luck and skill")}</h2>
      <p data-testid="summary">${summaryText(analysis, whose)}</p>
      <${Sums} analysis=${analysis} accused=${accused} />
    </section>
    <section class="panel" aria-labelledby="costliest">
      <h2 id="costliest">${gettext("The costliest decisions")}</h2>
      ${
        analysis.costliest.length
          ? html`
            <ol data-testid="costliest">
              ${analysis.costliest.map(
                (number) => html`
                  <${Costly} key=${number} decision=${decisions[place(number)]} show=${() => show(number)} />`,
              )}
            </ol>`
          : html`<p>${gettext("No other choice was clearly better.")}</p>`
      }
      <p class="muted">
        ${gettext("We only count a mistake when several simulations agree. Differences of a point or two are noise.")}
      </p>
    </section>
    <section class="panel whole" aria-labelledby="decisions">
      <h2 id="decisions">${gettext("Each decision")}</h2>
      <${Step} decisions=${decisions} chosen=${chosen} names=${names} show=${choose} />
      <h3>${gettext("The chance to meet the bid")}</h3>
      <${Chances} decisions=${decisions} chosen=${chosen} show=${choose} />
      <p class="muted">${gettext("The chance after each decision. Tap a point to see the decision.")}</p>
    </section>
    <section class="panel whole" aria-labelledby="scores">
      <h2 id="scores">${gettext("Scores")}</h2>
      <${Scores} analysis=${analysis} names=${names} />
    </section>
    <section class="panel whole" aria-labelledby="rounds">
      <h2 id="rounds">${gettext("Rounds")}</h2>
      <${Rounds} rounds=${analysis.rounds} show=${show} />
    </section>`;
}
