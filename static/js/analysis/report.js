/** The whole analysis: luck and skill, the costliest decisions, the charts, each decision, the rounds. */
import { html } from "../html.js";
import { useState } from "preact/hooks";
import { SuitSign } from "../cardart.js";
import { SUIT_NAMES } from "../cards.js";
import { Chances, Scores } from "./charts.js";
import { Step } from "./step.js";
import { decisionsOf, points, signedPoints, whatText } from "./words.js";

const Sums = ({ analysis }) => html`
  <dl class="sums" data-testid="sums">
    <div><dt>Points, without accusations</dt><dd>${points(analysis.points)}</dd></div>
    <div><dt>Any hands, on average</dt><dd>${points(analysis.average)}</dd></div>
    <div><dt>Luck of the deal</dt><dd>${signedPoints(analysis.luck)}</dd></div>
    <div><dt>Made of it</dt><dd>${signedPoints(analysis.made)}</dd></div>
    <div><dt>Cost of all decisions</dt><dd>${points(analysis.lost)}</dd></div>
  </dl>`;

const Costly = ({ decision, show }) => html`
  <li><button type="button" class="button quiet" onClick=${show}>Round ${decision.round.round}: ${whatText(decision.kind, decision.what)} instead of ${whatText(decision.kind, decision.best)}</button> <b>−${points(decision.cost)}</b></li>`;

const Round = ({ round }) => html`
  <tr><th scope="row">${round.round}</th><td>${round.cards}</td>
    <td>${round.trump ? html`<${SuitSign} suit=${round.trump} size=${16} /><span class="visually-hidden">${SUIT_NAMES[round.trump]}</span>` : "–"}</td>
    <td>${round.tricks}/${round.bid}</td><td>${points(round.points)}</td><td>${points(round.worth)}</td>
    <td>${signedPoints(round.luck)}</td><td>${signedPoints(round.made)}</td><td>${points(round.lost)}</td></tr>`;

const Rounds = ({ rounds }) => html`
  <div class="scroll-x" tabindex="0" role="region" aria-labelledby="rounds"><table class="plain" data-testid="rounds">
    <thead><tr>${["Round", "Cards", "Trump", "Taken/bid", "Points", "Hand’s worth", "Luck", "Made", "Cost"].map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
    <tbody>${rounds.map((round) => html`<${Round} key=${round.round} round=${round} />`)}</tbody>
  </table></div>`;

export function Report({ analysis, names }) {
  const decisions = decisionsOf(analysis);
  const place = (number) => decisions.findIndex((decision) => decision.number === number);
  const [chosen, choose] = useState(Math.max(0, place(analysis.costliest[0])));
  const show = (index) => {
    choose(index);
    document.getElementById("decisions").scrollIntoView();
  };
  return html`
    <section class="panel" aria-labelledby="sums"><h2 id="sums">Luck and skill</h2><${Sums} analysis=${analysis} />
      <p class="muted">Luck is what the hands were worth beyond average ones; the rest was made of them, by playing and by what the others did.</p></section>
    <section class="panel" aria-labelledby="costliest"><h2 id="costliest">The costliest decisions</h2>
      ${analysis.costliest.length
        ? html`<ol data-testid="costliest">${analysis.costliest.map((number) => html`<${Costly} key=${number} decision=${decisions[place(number)]} show=${() => show(place(number))} />`)}</ol>`
        : html`<p>None cost anything.</p>`}</section>
    <section class="panel whole" aria-labelledby="decisions"><h2 id="decisions">Each decision</h2>
      <${Step} decisions=${decisions} chosen=${chosen} names=${names} show=${choose} />
      <h3>The chance to meet the bid</h3><${Chances} decisions=${decisions} chosen=${chosen} show=${choose} /></section>
    <section class="panel whole" aria-labelledby="scores"><h2 id="scores">Scores</h2><${Scores} analysis=${analysis} names=${names} /></section>
    <section class="panel whole" aria-labelledby="rounds"><h2 id="rounds">Rounds</h2><${Rounds} rounds=${analysis.rounds} /></section>`;
}
