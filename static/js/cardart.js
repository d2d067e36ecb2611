/** The cards' faces as SVG, drawn here and nowhere else: a suit is told by its shape as well as its colour. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { isMagic, kindOf, nameOf, rankOf, suitOf } from "./cards.js";
import { html } from "./html.js";

/** The edition of the game whose cards are drawn. */
export const Edition = createContext("base");

const SHAPES = {
  R: "M50 88C18 62 8 46 8 31 8 17 18 8 30 8c9 0 16 5 20 13C54 13 61 8 70 8c12 0 22 9 22 23 0 15-10 31-42 57Z",
  Y: "M50 3c4 28 15 39 45 47-30 8-41 19-45 47-4-28-15-39-45-47 30-8 41-19 45-47Z",
  G: "M50 8a20 20 0 0 1 18 29 20 20 0 1 1-12 36c1 8 4 14 10 20H34c6-6 9-12 10-20a20 20 0 1 1-12-36A20 20 0 0 1 50 8Z",
  B: "M50 5C60 27 82 42 82 63a32 32 0 0 1-64 0C18 42 40 27 50 5Z",
};
const INK = { R: "#b3262b", Y: "#f5bb00", G: "#1d7a3e", B: "#1f4fa8" };
/** Yellow on paper can be read only within a dark edge. */
const EDGE = { Y: "#7d5300" };
const FILL = {
  R: ["#e0524f", "#a81d27"],
  Y: ["#ffd843", "#eaa800"],
  G: ["#3fab63", "#14632f"],
  B: ["#4d86de", "#173f8c"],
};

/** The shared shapes and colours; once in a page. */
export const Sprite = () => html`
  <svg width="0" height="0" class="sprite" aria-hidden="true" focusable="false">
    <defs>
      ${Object.entries(FILL).map(
        ([suit, [light, deep]]) => html`
          <linearGradient id=${`ink-${suit}`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stop-color=${light} />
            <stop offset="1" stop-color=${deep} />
          </linearGradient>`,
      )}
      <linearGradient id="paper" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#fffdf6" />
        <stop offset="1" stop-color="#f3ead5" />
      </linearGradient>
      <linearGradient id="night" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#343a78" />
        <stop offset="1" stop-color="#14163a" />
      </linearGradient>
      <linearGradient id="gold" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#fbe3a2" />
        <stop offset="1" stop-color="#c48f35" />
      </linearGradient>
      <linearGradient id="plum" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#b667a8" />
        <stop offset="1" stop-color="#6d2a66" />
      </linearGradient>
      ${Object.entries(SHAPES).map(
        ([suit, path]) => html`
          <symbol id=${`suit-${suit}`} viewBox="0 0 100 100"><path d=${path} /></symbol>`,
      )}
    </defs>
  </svg>`;

/** A suit's sign alone, in its colour. */
export const SuitSign = ({ suit, size = 20 }) => html`
  <svg class="suit-sign" width=${size} height=${size} viewBox="0 0 100 100" aria-hidden="true">
    <path
      d=${SHAPES[suit]}
      fill=${`url(#ink-${suit})`}
      stroke="#fff8e6"
      stroke-width="5"
      paint-order="stroke"
    />
  </svg>`;

const Corner = ({ text, ink, edge = "none", suit, flip }) => html`
  <g transform=${flip ? "rotate(180 50 72)" : undefined}>
    <text
      x=${text.length > 1 || text === "W" ? 20 : 18}
      y=${text.length > 1 ? 29 : 31}
      class=${`index ${text === "W" ? "wide" : ""} ${text.length > 1 ? "two" : ""}`}
      fill=${ink}
      stroke=${edge}
      stroke-width="2.200"
      stroke-linejoin="round"
      paint-order="stroke"
      text-anchor="middle"
    >
      ${text}
    </text>
    ${
      suit &&
      html`
        <use
          href=${`#suit-${suit}`}
          x="9"
          y="35"
          width="17"
          height="17"
          fill=${ink}
          stroke=${edge}
          stroke-width="9"
          paint-order="stroke"
        />`
    }
  </g>`;

/** Thirteen marks round the sign, as many lit as the rank: the rank can be seen as well as read. */
const Dial = ({ rank, ink }) =>
  Array.from({ length: 13 }, (_, index) => {
    const angle = (index / 13) * 2 * Math.PI - Math.PI / 2;
    const lit = index < rank;
    return html`
      <circle
        cx=${50 + 29.5 * Math.cos(angle)}
        cy=${72 + 29.5 * Math.sin(angle)}
        r=${lit ? 2.4 : 1.2}
        fill=${ink}
        opacity=${lit ? 0.95 : 0.25}
      />`;
  });

/** A card's paper with its edge, and the line inside along the edge. */
const Frame = ({ paper, edge, line, width = "1", opacity = "1" }) => html`
  <rect x="1" y="1" width="98" height="142" rx="10" fill=${paper} stroke=${edge} stroke-width="1.200" />
  <rect
    x="5.500"
    y="5.500"
    width="89"
    height="133"
    rx="7"
    fill="none"
    stroke=${line}
    stroke-width=${width}
    stroke-opacity=${opacity}
  />`;

const SuitFace = ({ suit, rank }) => html`
  <${Frame} paper="url(#paper)" edge="#c9b98f" line=${INK[suit]} opacity=".22" />
  <${Dial} rank=${rank} ink=${EDGE[suit] ?? INK[suit]} />
  <use
    href=${`#suit-${suit}`}
    x="29"
    y="51"
    width="42"
    height="42"
    fill=${`url(#ink-${suit})`}
    stroke=${EDGE[suit] ?? "none"}
    stroke-width="4"
    paint-order="stroke"
  />
  <${Corner} text=${String(rank)} ink=${INK[suit]} edge=${EDGE[suit]} suit=${suit} />
  <${Corner} text=${String(rank)} ink=${INK[suit]} edge=${EDGE[suit]} suit=${suit} flip />`;

const star = (x, y, r) =>
  `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`;

const SKY = [star(26, 60, 5), star(77, 55, 6), star(30, 112, 4), star(73, 115, 5), star(66, 30, 4)].join("");
const STARS = star(47, 73, 9) + SKY;

const WizardFace = () => html`
  <${Frame} paper="url(#night)" edge="#0c0e2a" line="url(#gold)" width="1.400" />
  <path d="M53 38c3 15 14 37 25 55H24c10-18 22-38 29-55Z" fill="url(#gold)" />
  <path d="M53 38c3 15 14 37 25 55H58c0-20-2-38-5-55Z" fill="#8f6322" opacity=".45" />
  <ellipse cx="51" cy="94" rx="36" ry="8" fill="url(#gold)" />
  <path d="M24 92c8 5 44 5 54 0l-3-6c-8 5-40 5-48 0Z" fill="#6b2f7d" />
  <path
    d=${STARS}
    fill="#fff6d8"
  />
  <${Corner} text="W" ink="#fbe3a2" />
  <${Corner} text="W" ink="#fbe3a2" flip />`;

/** A Wizard's hat in the colour of the suit, above the sign and the 1 of an ordinary card. */
const MagicFace = ({ suit }) => html`
  <${Frame} paper="url(#paper)" edge="#c9b98f" line="url(#gold)" width="2.400" />
  <g transform="translate(11 12.400) scale(.78)">
    <g stroke=${EDGE[suit] ?? "none"} stroke-width="1.200">
      <path d="M53 38c3 15 14 37 25 55H24c10-18 22-38 29-55Z" fill=${`url(#ink-${suit})`} />
      <ellipse cx="51" cy="94" rx="36" ry="8" fill=${`url(#ink-${suit})`} />
    </g>
    <path d="M53 38c3 15 14 37 25 55H58c0-20-2-38-5-55Z" fill="#1a1030" opacity=".18" />
    <path d="M24 92c8 5 44 5 54 0l-3-6c-8 5-40 5-48 0Z" fill="#14163a" opacity=".8" />
    <use href=${`#suit-${suit}`} x="40" y="60" width="22" height="22" fill="#fffdf6" />
    <path d=${SKY} fill="#c48f35" />
  </g>
  <${Corner} text="1" ink=${INK[suit]} edge=${EDGE[suit]} suit=${suit} />
  <${Corner} text="1" ink=${INK[suit]} edge=${EDGE[suit]} suit=${suit} flip />`;

const JESTER_CAP =
  "M50 92C30 92 22 84 20 62c-2 6-6 9-11 9 2-20 14-29 27-27 4-10 9-14 14-18" +
  " 5 4 10 8 14 18 13-2 25 7 27 27-5 0-9-3-11-9-2 22-10 30-30 30Z";

const JesterFace = () => html`
  <${Frame} paper="#fdf5e6" edge="#c9b98f" line="url(#plum)" width="1.600" />
  <path
    d=${JESTER_CAP}
    fill="url(#plum)"
  />
  <path d="M50 26c5 4 10 8 14 18-2 16-6 32-14 48-8-16-12-32-14-48 4-10 9-14 14-18Z" fill="#e9a93a" />
  <circle cx="50" cy="24" r="5" fill="#c98a1f" />
  <circle cx="10" cy="73" r="5" fill="#c98a1f" />
  <circle cx="90" cy="73" r="5" fill="#c98a1f" />
  <path d="M24 90h52l-5 13H29Z" fill="#4c1d49" />
  <path d="m32 92 6 9 6-9 6 9 6-9 6 9 6-9" fill="none" stroke="#e9a93a" stroke-width="2" />
  <path d="M40 114q10 7 20 0" fill="none" stroke="#6d2a66" stroke-width="2.400" stroke-linecap="round" />
  <${Corner} text="J" ink="#7b3374" />
  <${Corner} text="J" ink="#7b3374" flip />`;

/** A card's face; `label` false where the button round it says the name already. */
export function CardFace({ card, label = true }) {
  const kind = kindOf(card);
  const magic = isMagic(card, useContext(Edition));
  const face =
    kind === "wizard"
      ? html`<${WizardFace} />`
      : kind === "jester"
        ? html`<${JesterFace} />`
        : magic
          ? html`<${MagicFace} suit=${suitOf(card)} />`
          : html`<${SuitFace} suit=${suitOf(card)} rank=${rankOf(card)} />`;
  const says = label ? { role: "img", "aria-label": nameOf(card) } : { "aria-hidden": "true" };
  return html`<svg class="face" viewBox="0 0 100 144" focusable="false" ...${says}>${face}</svg>`;
}
