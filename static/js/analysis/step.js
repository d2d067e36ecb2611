/** One decision: the hand, the trick, what was played, and what else might have been. */
import { html } from "../html.js";
import { CardFace } from "../cardart.js";
import { sortHand } from "../cards.js";
import { plural } from "../words.js";
import { byText, percent, points, whatText } from "./words.js";

const Cards = ({ cards, marked }) => html`
  <ul class="row">${cards.map((card) => html`<li key=${card} data-marked=${card === marked}><${CardFace} card=${card} /></li>`)}</ul>`;

const Choice = ({ decision, choice }) => html`
  <tr data-done=${choice.what === decision.what} data-best=${choice.what === decision.best}>
    <th scope="row">${whatText(decision.kind, choice.what)}${choice.what === decision.what ? " · done" : ""}${choice.what === decision.best ? " · best" : ""}</th>
    <td>${points(choice.points)}</td><td>${percent(choice.met)}</td>
  </tr>`;

const verdict = ({ cost }) => {
  if (cost === null) return "This broke the rules, so nothing is reckoned for it.";
  return cost > 0 ? `It cost ${plural(cost, "point")} to expect.` : "Nothing promised more.";
};

export function Step({ decisions, chosen, names, show }) {
  const decision = decisions[chosen];
  const { round } = decision;
  const choices = [...decision.choices].sort((a, b) => b.points - a.points);
  return html`
    <div class="step" data-testid="step">
      <nav class="actions" aria-label="Decisions">
        <button type="button" class="button" disabled=${chosen === 0} onClick=${() => show(chosen - 1)}>Previous</button>
        <span>${chosen + 1} of ${decisions.length}</span>
        <button type="button" class="button" disabled=${chosen === decisions.length - 1} onClick=${() => show(chosen + 1)}>Next</button>
      </nav>
      <div aria-live="polite">
        <h3>Round ${round.round}: ${whatText(decision.kind, decision.what)}${byText(decision)}</h3>
        <p>${verdict(decision)} ${decision.kind === "play" && `Taken before it: ${decision.tricks} of ${round.bid} bid.`}</p>
      </div>
      ${decision.trick.length > 0 && html`<h4>The trick</h4><ul class="row trick">${decision.trick.map(({ seat, card }) => html`<li key=${seat}><${CardFace} card=${card} /><span>${names[seat]}</span></li>`)}</ul>`}
      <h4>The hand</h4>
      <${Cards} cards=${sortHand(decision.hand, round.trump)} marked=${decision.what} />
      <div class="scroll-x"><table class="plain">
        <caption class="visually-hidden">What each choice promised</caption>
        <thead><tr><th scope="col">Choice</th><th scope="col">Points</th><th scope="col">Bid met</th></tr></thead>
        <tbody>${choices.map((choice) => html`<${Choice} key=${choice.what} decision=${decision} choice=${choice} />`)}</tbody>
      </table></div>
    </div>`;
}
