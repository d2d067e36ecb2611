/** The parts that all decks are drawn from. A card is 100 wide and 144 high. */
import { attributes, group, path, symbol, text, use } from "./shapes.js";

export const SUITS = ["R", "Y", "G", "B"];
export const RANKS = Array.from({ length: 13 }, (_, index) => index + 1);
export const COPIES = [1, 2, 3, 4];
const FONT = "Iowan Old Style,Palatino Linotype,Palatino,Georgia,Noto Serif,DejaVu Serif,serif";

/** @typedef {Record<string, string>} BySuit */

export const card = (code, body) => symbol(`card-${code}`, "100 144", body);

/** A part that is used by several cards without being scaled. */
export const shared = (id, ...body) => `<g id="${id}">${body.join("")}</g>`;
export const again = (id, rest = "") => `<use href="#${id}"${attributes(rest)}/>`;

/** A suit's colour, which a page may override with another palette's. */
export const inkOf = (inks) => (suit) => `var(--card-${suit},${inks[suit]})`;
const edgeOf = (edges) => (suit) => `var(--card-${suit}-edge,${edges[suit] ?? "none"})`;

/** An edge may reach beyond the square. */
const UNCUT = 'overflow="visible"';

/** The suits of a deck: `shape-R` takes any colour, `suit-R` has its own, with an edge where it is pale.
    @param {BySuit} shapes @param {BySuit} inks @param {BySuit} [edges] */
export const suits = (shapes, inks, edges = {}) =>
  SUITS.flatMap((suit) => [
    symbol(`shape-${suit}`, "100 100", path(shapes[suit]), UNCUT),
    symbol(
      `suit-${suit}`,
      "100 100",
      path(
        shapes[suit],
        `fill="${inkOf(inks)(suit)}" stroke="${edgeOf(edges)(suit)}" stroke-width="9" ` +
          'stroke-linejoin="round" paint-order="stroke"',
      ),
      UNCUT,
    ),
  ]);

/** Attributes of a text that has this width in every font. */
export const fittedTo = (width) => `textLength="${width}" lengthAdjust="spacingAndGlyphs"`;

/** Rank, suit and the suit's letter, as they stand in a corner; `slim` leaves more of the card to its picture.
    @param {{ index: string, suit: string, letter: string, ink: string, edge?: string, slim?: boolean }} what */
export function corner({ index, suit, letter, ink, edge, slim = false }) {
  const two = index.length > 1;
  const x = slim ? 15 : 17.5;
  const lined = edge ? `stroke="${edge}" stroke-width="2" stroke-linejoin="round" paint-order="stroke"` : "";
  // Fonts differ in the width of their digits: with a length of their own, two never reach the card's edge.
  const fitted = fittedTo(slim ? 18 : 22);
  return [
    text(
      index,
      two && !slim ? x + 1 : x,
      two ? 29 : 30,
      sizes(two, slim),
      ink,
      `${lined} ${two ? fitted : ""}`.trim(),
    ),
    use(`suit-${suit}`, x - 8, 35, 16),
    text(letter, x, 61, 9.5, edge ?? ink),
  ].join("");
}

const sizes = (two, slim) => (two ? 23 : 28) - (slim ? 4 : 0);

export const upsideDown = (body) => group('transform="rotate(180 50 72)"', body);
/** The same in both corners. */
export const corners = (body) => body + upsideDown(body);

const drawn = (rest, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes(rest)} font-family="${FONT}" font-weight="700" ` +
  `text-anchor="middle">\n${parts.join("\n")}\n</svg>\n`;

/** The file of a deck: what its cards share, then its cards. @param {string[]} parts */
export const sprite = (parts) => drawn("", ["<defs>", ...parts, "</defs>"]);

/** A picture that stands alone. @param {string} box @param {string[]} parts */
export const picture = (box, parts) => drawn(`viewBox="${box}"`, parts);
