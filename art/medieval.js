/** Medieval: thirteen characters from the Hermit to the Dragon, each by an emblem on a shield of the suit's colour. */
import { CHARACTERS, emblems } from "./emblems.js";
import { CLUB, DIAMOND, HEART, SPADE } from "./french.js";
import { again, COPIES, card, corner, fittedTo, inkOf, RANKS, SUITS, shared, suits } from "./kit.js";
import { gradient, path, rect, star, text, use } from "./shapes.js";

const INKS = { R: "#a8202c", Y: "#6d2a8c", G: "#1c6b3a", B: "#1d1a1c" };
const LETTERS = { R: "H", Y: "D", G: "C", B: "S" };
const BROWN = "#6b4423";
const BLUE = "#1d4fa0";
const CREAM = "#fbf1d8";
const GOLD = "#d9a02b";
const DARK = "#3a2a18";
const ink = inkOf(INKS);

const SHIELD = "M30 15h60v46c0 24-12 38-30 49-18-11-30-25-30-49Z";
const RIBBON = "M16 113c23 5 45 5 68 0v15c-23 5-45 5-68 0Z";

const paper = shared(
  "vellum",
  rect(1, 1, 98, 142, 9, 'fill="url(#parchment)" stroke="#8a6a3a" stroke-width="1.300"'),
);

const frame = (colour) =>
  rect(3.8, 3.8, 92.4, 136.4, 6.5, `fill="none" stroke="${colour}" stroke-width="1.400"`);

const magicFrame = rect(4, 4, 92, 136, 6.5, `fill="none" stroke="${GOLD}" stroke-width="3.500"`);

const shield = (colour, emblem) =>
  path(SHIELD, `fill="${colour}" stroke="${DARK}" stroke-width="3"`) +
  path(SHIELD, `fill="url(#sheen)" stroke="${GOLD}" stroke-width="1.300"`) +
  use(emblem, 38, 29, 44, `fill="${CREAM}" color="${colour}"`);

/** The longest name would reach the ribbon's folds in wide fonts. */
function ribbonSpacing(name) {
  if (name.length > 9) return fittedTo(57);
  return name.length > 7 ? "" : 'letter-spacing=".3"';
}

/** The character's name on a ribbon. */
const ribbon = (name) =>
  path("M10 117h10v16H10l4-8ZM90 117H80v16h10l-4-8Z", `fill="#c9a968" stroke="${DARK}" stroke-width=".8"`) +
  path(RIBBON, `fill="${CREAM}" stroke="${DARK}" stroke-width=".9"`) +
  text(name.toUpperCase(), 50, 125.2, name.length > 7 ? 8.4 : 9.8, DARK, ribbonSpacing(name));

const indexOf = (suit, rank) =>
  corner({ index: String(rank), suit, letter: LETTERS[suit], ink: ink(suit), slim: true });

const suitCard = (suit, rank) =>
  card(
    `${suit}${rank}`,
    again("vellum") +
      frame(ink(suit)) +
      shield(ink(suit), CHARACTERS[rank - 1]) +
      ribbon(CHARACTERS[rank - 1]) +
      indexOf(suit, rank),
  );

const magicCard = (suit) =>
  card(
    `${suit}1-magic`,
    again("vellum") +
      magicFrame +
      shield(ink(suit), "wizard") +
      path(star(14, 76, 4) + star(17, 88, 6) + star(14, 100, 4), `fill="${GOLD}"`) +
      ribbon("hermit") +
      indexOf(suit, 1),
  );

const special = (name, colour) =>
  shared(
    `${name}-card`,
    again("vellum"),
    frame(colour),
    rect(5, 5, 90, 134, 5.5, `fill="${colour}" opacity=".13"`),
    shield(colour, name),
    ribbon(name),
    text(name[0].toUpperCase(), 17, 29, name === "wizard" ? 20 : 25, colour),
    use(name, 8, 34, 18, `fill="${colour}" color="#f4e6c4"`),
  );

const back = card(
  "back",
  again("vellum") +
    rect(5, 5, 90, 134, 6, 'fill="#5a1f24"') +
    rect(5, 5, 90, 134, 6, 'fill="url(#lilies)"') +
    rect(8, 8, 84, 128, 4, `fill="none" stroke="${GOLD}" stroke-width="1.300"`) +
    path(
      "M32 48h36v28c0 15-7 24-18 30-11-6-18-15-18-30Z",
      `fill="#2b1a2e" stroke="${GOLD}" stroke-width="2"`,
    ) +
    use("dragon", 37, 54, 26, `fill="${GOLD}" color="#2b1a2e"`),
);

export const medieval = [
  gradient("parchment", "#fbf3dc", "#e9d7ab"),
  '<linearGradient id="sheen" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".22"/>' +
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".25"/></linearGradient>',
  '<pattern id="lilies" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M7 2c2 3 ' +
    "2 5 0 8-2-3-2-5 0-8Zm-1 6c-3 1" +
    '-4-1-3-3 2 0 3 1 3 3Zm2 0c3 1 4-1 3-3-2 0-3 1-3 3ZM5 10h4v1H5Z" fill="#c48f35" opacity=".7"/></pattern>',
  suits({ R: HEART, Y: DIAMOND, G: CLUB, B: SPADE }, INKS),
  emblems,
  paper,
  SUITS.map((suit) => [RANKS.map((rank) => suitCard(suit, rank)), magicCard(suit)]),
  special("jester", BROWN),
  special("wizard", BLUE),
  COPIES.map((copy) => [card(`J${copy}`, again("jester-card")), card(`W${copy}`, again("wizard-card"))]),
  back,
];
