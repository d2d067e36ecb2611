/** The charts: everybody's score by round, and the chance to meet the bid over the decisions. */

import { useEffect, useState } from "preact/hooks";
import { html } from "../html.js";
import { figure } from "../sight/words.js";
import { gettext, interpolate, ngettext } from "../text.js";
import { percent } from "./words.js";

const NARROW = "(max-width: 640px)";
const HEIGHT = 250;
const LEFT = 54;
const EDGE = 14;
const BOTTOM = 26;
const APART = 24;
/** Lines are told by dashes as well as by colour. */
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "5 5", "1 6"];

/** The chart's own width: narrow on a phone, so that its words are not shrunk. */
function useWidth() {
  const [narrow, setNarrow] = useState(matchMedia(NARROW).matches);
  useEffect(() => {
    const watched = matchMedia(NARROW);
    const note = () => setNarrow(watched.matches);
    watched.addEventListener("change", note);
    return () => watched.removeEventListener("change", note);
  }, []);
  return narrow ? 340 : 800;
}

const widths = (width, count) => (index) =>
  LEFT + (count > 1 ? index / (count - 1) : 0.5) * (width - LEFT - EDGE);

function heights(low, high) {
  const span = high - low || 1;
  return (value) => EDGE + ((high - value) / span) * (HEIGHT - EDGE - BOTTOM);
}

const path = (spots) =>
  spots.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

const Level = ({ y, text, width }) => html`
  <line class="level" x1=${LEFT} x2=${width - EDGE} y1=${y} y2=${y} />
  <text x=${LEFT - 8} y=${y + 4} text-anchor="end">${text}</text>`;

/** Numbers of rounds under a chart, as many as there is room for. */
function RoundMarks({ marks }) {
  const shown = [];
  for (const mark of marks) {
    if (!shown.length || mark[0] - shown.at(-1)[0] >= APART) shown.push(mark);
  }
  return shown.map(
    ([x, round]) => html`<text key=${round} x=${x} y=${HEIGHT - 6} text-anchor="middle">${round}</text>`,
  );
}

/** Everybody's score after each round; the own line is the thick one. */
export function Scores({ analysis, names }) {
  const width = useWidth();
  const rows = [names.map(() => 0), ...analysis.rounds.map((round) => round.totals)];
  const all = rows.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const [across, at] = [widths(width, rows.length), heights(low, high)];
  const last = rows.at(-1);
  const text = interpolate(gettext("Scores at the end: %(scores)s."), {
    scores: names.map((name, seat) => `${name} ${figure(last[seat])}`).join(", "),
  });
  return html`
    <figure class="chart" data-testid="scores">
      <svg viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${text}>
        ${[...new Set([low, 0, high])].map(
          (value) => html`<${Level} y=${at(value)} text=${figure(value)} width=${width} />`,
        )}
        <${RoundMarks} marks=${analysis.rounds.map((round, index) => [across(index + 1), round.round])} />
        ${names.map(
          (_name, seat) => html`
            <path
              class="line"
              data-seat=${seat}
              data-own=${seat === analysis.seat}
              stroke-dasharray=${DASHES[seat]}
              d=${path(rows.map((row, index) => [across(index), at(row[seat])]))}
            />`,
        )}
      </svg>
      <figcaption class="legend">${names.map(
        (name, seat) => html`
          <span>
            <svg width="34" height="10" aria-hidden="true">
              <path
                class="line"
                data-seat=${seat}
                data-own=${seat === analysis.seat}
                stroke-dasharray=${DASHES[seat]}
                d="M1 5H33"
              />
            </svg>
            ${name} ${figure(last[seat])}
          </span>`,
      )}</figcaption>
    </figure>`;
}

/** The spots of each round by themselves; what broke the rules has none. */
function byRound(spots) {
  const rounds = new Map();
  for (const spot of spots) rounds.set(spot.round, [...(rounds.get(spot.round) ?? []), spot]);
  return [...rounds.values()];
}

/** The chance to meet the bid after each decision, one line for each round; a tap shows the nearest decision. */
export function Chances({ decisions, chosen, show }) {
  const width = useWidth();
  const [across, at] = [widths(width, decisions.length), heights(0, 1)];
  const spots = decisions.map(({ met, round }, index) => ({
    x: across(index),
    y: met === null ? null : at(met),
    met,
    round: round.round,
    index,
  }));
  const judged = spots.filter(({ y }) => y !== null);
  const mean = judged.reduce((sum, { met }) => sum + met, 0) / (judged.length || 1);
  const tap = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    const nearest = judged.reduce((a, b) => (Math.abs(b.x - x) < Math.abs(a.x - x) ? b : a), judged[0]);
    if (nearest) show(nearest.index);
  };
  const count = decisions.length;
  const text = interpolate(
    ngettext(
      "The chance to meet the bid after %(count)s decision, %(chance)s on average; each is listed above.",
      "The chance to meet the bid after each of %(count)s decisions, " +
        "%(chance)s on average; each is listed above.",
      count,
    ),
    { count, chance: percent(mean) },
  );
  return html`
    <figure class="chart taps" data-testid="chances">
      <svg
        viewBox=${`0 0 ${width} ${HEIGHT}`}
        role="img"
        onClick=${tap}
        aria-label=${text}
      >
        ${[0, 0.5, 1].map((value) => html`<${Level} y=${at(value)} text=${percent(value)} width=${width} />`)}
        <${RoundMarks} marks=${byRound(spots).map(([first]) => [first.x, first.round])} />
        ${byRound(judged).map(
          (some) => html`<path class="line" data-own="true" d=${path(some.map(({ x, y }) => [x, y]))} />`,
        )}
        ${judged.map(
          ({ x, y, index }) => html`
            <circle cx=${x} cy=${y} r=${index === chosen ? 7 : 3} data-chosen=${index === chosen} />`,
        )}
      </svg>
    </figure>`;
}
