/** The charts: everybody's score by round, and the chance to meet the bid over the decisions. */
import { html } from "../html.js";
import { figure } from "../words.js";
import { percent } from "./words.js";

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 44;
const EDGE = 12;
const BOTTOM = 22;
/** Lines are told by dashes as well as by colour. */
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "5 5", "1 6"];

const across = (index, count) => LEFT + (count > 1 ? index / (count - 1) : 0.5) * (WIDTH - LEFT - EDGE);

function heights(low, high) {
  const span = high - low || 1;
  return (value) => EDGE + ((high - value) / span) * (HEIGHT - EDGE - BOTTOM);
}

const path = (spots) => spots.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

const Level = ({ y, text }) => html`
  <line class="level" x1=${LEFT} x2=${WIDTH - EDGE} y1=${y} y2=${y} /><text x=${LEFT - 6} y=${y + 4} text-anchor="end">${text}</text>`;

/** Everybody's score after each round; the own line is the thick one. */
export function Scores({ analysis, names }) {
  const rows = [names.map(() => 0), ...analysis.rounds.map((round) => round.totals)];
  const all = rows.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const at = heights(low, high);
  const last = rows.at(-1);
  const text = `Scores at the end: ${names.map((name, seat) => `${name} ${figure(last[seat])}`).join(", ")}.`;
  return html`
    <figure class="chart" data-testid="scores">
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${text}>
        ${[...new Set([low, 0, high])].map((value) => html`<${Level} y=${at(value)} text=${figure(value)} />`)}
        ${names.map((name, seat) => html`
          <path class="line" data-seat=${seat} data-own=${seat === analysis.seat} stroke-dasharray=${DASHES[seat]} d=${path(rows.map((row, index) => [across(index, rows.length), at(row[seat])]))} />`)}
      </svg>
      <figcaption class="legend">${names.map((name, seat) => html`
        <span><svg width="34" height="10" aria-hidden="true"><path class="line" data-seat=${seat} data-own=${seat === analysis.seat} stroke-dasharray=${DASHES[seat]} d="M1 5H33" /></svg>${name} ${figure(last[seat])}</span>`)}</figcaption>
    </figure>`;
}

/** The chance to meet the bid after each decision, one line for each round; a tap shows the decision. */
export function Chances({ decisions, chosen, show }) {
  const at = heights(0, 1);
  const spots = decisions.map((one, index) => [across(index, decisions.length), one.met === null ? null : at(one.met), one]);
  const rounds = Map.groupBy ? [...Map.groupBy(spots, ([, , one]) => one.round.round).values()] : [spots];
  const met = decisions.filter((one) => one.met !== null);
  const mean = met.reduce((sum, one) => sum + one.met, 0) / (met.length || 1);
  return html`
    <figure class="chart" data-testid="chances">
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`The chance to meet the bid after each of ${decisions.length} decisions, ${percent(mean)} on average; each is told below.`}>
        ${[0, 0.5, 1].map((value) => html`<${Level} y=${at(value)} text=${percent(value)} />`)}
        ${rounds.map((some) => html`<path class="line" data-own="true" d=${path(some.filter(([, y]) => y !== null))} />`)}
        ${spots.map(([x, y, one], index) => y !== null && html`<circle cx=${x} cy=${y} r=${index === chosen ? 7 : 3} data-chosen=${index === chosen} onClick=${() => show(index)} />`)}
      </svg>
    </figure>`;
}
