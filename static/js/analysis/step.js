/** One decision as in a replay: the players, the trick and what became of it, the hand, and each choice. */

import { CardFace } from "../cards/art.js";
import { sortHand } from "../cards/cards.js";
import { html } from "../html.js";
import { cardsCount, tricksText } from "../sight/words.js";
import { gettext, interpolate } from "../text.js";
import { byText, percent, points, trumpOf, verdictText, whatText } from "./words.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

const Cards = ({ cards, marked }) => html`
  <ul class="row">${cards.map(
    (card) => html`<li key=${card} data-marked=${card === marked}><${CardFace} card=${card} /></li>`,
  )}</ul>`;

const Players = ({ decision, names }) => html`
  <ul class="taken" aria-label=${gettext("Tricks taken and bid before this decision")}>${decision.players.map(
    (player) => html`<li key=${player.seat}>${names[player.seat]} <b>${tricksText(player)}</b></li>`,
  )}</ul>`;

/** The whole trick: what lay is bright, what came later is dim. */
const Trick = ({ decision, names }) => {
  const { trick, whole_trick: whole, winner } = decision;
  if (!whole.length) return null;
  return html`
    <h4>
      ${
        names[winner] === gettext("You")
          ? gettext("The trick, taken by you")
          : interpolate(gettext("The trick, taken by %(name)s"), { name: names[winner] })
      }
    </h4>
    <ul class="row trick">${whole.map(
      ({ seat, card }, place) => html`
        <li key=${seat} data-marked=${place === trick.length} data-later=${place > trick.length}>
          <${CardFace} card=${card} />
          <span>
            ${names[seat]}
            ${place > trick.length ? html`<small>${" "}${gettext("later")}</small>` : ""}
          </span>
        </li>`,
    )}</ul>`;
};

const Choice = ({ decision, choice }) => html`
  <tr data-done=${choice.what === decision.what} data-best=${choice.what === decision.best}>
    <th scope="row">${whatText(decision.kind, choice.what)}${
      choice.what === decision.what && html` <span class="tag">${gettext("played")}</span>`
    }${choice.what === decision.best && html` <span class="tag">${gettext("best")}</span>`}</th>
    <td>${points(choice.points)}</td><td>${percent(choice.met)}</td>
  </tr>`;

const Choices = ({ decision }) => html`
  <div class="scroll-x">
    <table class="plain choices">
      <caption class="visually-hidden">${gettext("What each choice was expected to bring")}</caption>
      <thead>
        <tr><th scope="col">${gettext(
          "Choice",
        )}</th><th scope="col">${gettext("Expected points")}</th><th scope="col">${gettext("Bid met")}</th></tr>
      </thead>
      <tbody>
        ${[...decision.choices]
          .sort((a, b) => b.points - a.points)
          .map((choice) => html`<${Choice} key=${choice.what} decision=${decision} choice=${choice} />`)}
      </tbody>
    </table>
  </div>`;

const Ways = ({ decisions, chosen, show }) => {
  // The first decision of each round.
  const places = new Map(decisions.map(({ round }, place) => [round.round, place]).reverse());
  const rounds = [...places.keys()].reverse();
  return html`
    <nav class="step-ways" aria-label=${gettext("Decisions")}>
      <button type="button" class="button" disabled=${chosen === 0} onClick=${() => show(chosen - 1)}>
        ${gettext("Previous")}
      </button>
      <span>
        <select
          aria-label=${gettext("Round")}
          value=${decisions[chosen].round.round}
          onChange=${(event) => show(places.get(Number(event.target.value)))}
        >
          ${rounds.map(
            (round) => html`<option key=${round} value=${round}>
            ${interpolate(gettext("Round %(round)s"), { round })}
          </option>`,
          )}
        </select>
        <span data-testid="place">${interpolate(gettext("%(number)s of %(count)s"), {
          number: chosen + 1,
          count: decisions.length,
        })}</span>
      </span>
      <button
        type="button"
        class="button"
        disabled=${chosen === decisions.length - 1}
        onClick=${() => show(chosen + 1)}
      >
        ${gettext("Next")}
      </button>
    </nav>`;
};

export function Step({ decisions, chosen, names, show }) {
  const decision = decisions[chosen];
  const { round } = decision;
  const turnPage = (event) => {
    const next = chosen + (KEYS[event.key] ?? 0);
    if (next === chosen || !decisions[next] || event.target.closest("select")) return;
    event.preventDefault();
    show(next);
  };
  return html`
    <div class="step" data-testid="step" onKeyDown=${turnPage}>
      <${Ways} decisions=${decisions} chosen=${chosen} show=${show} />
      <div aria-live="polite">
        <h3>${whatText(decision.kind, decision.what)}${byText(decision)}</h3>
        <p class="verdict" data-cost=${decision.cost > 0}>${verdictText(decision)}</p>
      </div>
      <p class="muted">${interpolate(gettext("Round %(round)s: %(cards)s, %(trump)s."), {
        round: round.round,
        cards: cardsCount(round.cards),
        trump: trumpOf(round),
      })}</p>
      <${Players} decision=${decision} names=${names} />
      <${Trick} decision=${decision} names=${names} />
      <h4>${gettext("The hand")}</h4>
      <${Cards} cards=${sortHand(decision.hand, round.trump)} marked=${decision.what} />
      <${Choices} decision=${decision} />
    </div>`;
}
