/** Modern: paper with thirteen marks round the sign, a Wizard's hat by night, a Jester's cap. */
import { again, COPIES, card, corner, corners, inkOf, RANKS, SUITS, shared, suits } from "./kit.js";
import { circle, gradient, group, path, rect, star, symbol, text, use } from "./shapes.js";

const SHAPES = {
  R: "M50 88C18 62 8 46 8 31 8 17 18 8 30 8c9 0 16 5 20 13C54 13 61 8 70 8c12 0 22 9 22 23 0 15-10 31-42 57Z",
  Y: "M50 3c4 28 15 39 45 47-30 8-41 19-45 47-4-28-15-39-45-47 30-8 41-19 45-47Z",
  G: "M50 8a20 20 0 0 1 18 29 20 20 0 1 1-12 36c1 8 4 14 10 20H34c6-6 9-12 10-20a20 20 0 1 1-12-36A20 20 0 0 1 50 8Z",
  B: "M50 5C60 27 82 42 82 63a32 32 0 0 1-64 0C18 42 40 27 50 5Z",
};
const INKS = { R: "#b3262b", Y: "#f5bb00", G: "#1d7a3e", B: "#1f4fa8" };
const EDGES = { Y: "#7d5300" };
const ink = inkOf(INKS);
/** What is written or dotted in a suit's colour: yellow on paper can be read only in its edge's. */
const written = (suit) => (EDGES[suit] ? `var(--card-${suit}-edge,${EDGES[suit]})` : ink(suit));
const edge = (suit) => EDGES[suit] && `var(--card-${suit}-edge,${EDGES[suit]})`;

const HAT = "M53 38c3 15 14 37 25 55H24c10-18 22-38 29-55Z";
const HAT_SHADE = "M53 38c3 15 14 37 25 55H58c0-20-2-38-5-55Z";
const BAND = "M24 92c8 5 44 5 54 0l-3-6c-8 5-40 5-48 0Z";
const CAP =
  "M50 92C30 92 22 84 20 62c-2 6-6 9-11 9 2-20 14-29 27-27 4-10 9-14 14-18 5 4 10 8 14 18 13-2 25 7 27 27-5 0" +
  "-9-3-11-9-2 22-10 30-30 30Z";
const SKY = [star(26, 60, 5), star(77, 55, 6), star(30, 112, 4), star(73, 115, 5), star(66, 30, 4)].join("");

const paper = (fill, line) =>
  rect(1, 1, 98, 142, 10, `fill="${fill}" stroke="#c9b98f" stroke-width="1.200"`) +
  rect(5.5, 5.5, 89, 133, 7, `fill="none" ${line}`);

const angle = (index) => (index / 13) * 2 * Math.PI - Math.PI / 2;
const spot = (index, r) =>
  circle((50 + 29.5 * Math.cos(angle(index))).toFixed(1), (72 + 29.5 * Math.sin(angle(index))).toFixed(1), r);

/** Thirteen marks round the sign, as many lit as the rank: the rank can be seen as well as read. */
const dial = (rank) =>
  again("ring", 'opacity=".25"') +
  RANKS.slice(0, rank)
    .map((_, at) => spot(at, 2.4))
    .join("");

const face = (suit) =>
  shared(`face-${suit}`, paper("url(#paper)", `stroke="${ink(suit)}" stroke-opacity=".22"`));

const suitCard = (suit, rank) =>
  card(
    `${suit}${rank}`,
    again(`face-${suit}`) +
      group(`fill="${written(suit)}"`, dial(rank)) +
      use(`big-${suit}`, 29, 51, 42) +
      corners(corner({ index: String(rank), suit, letter: suit, ink: ink(suit), edge: edge(suit) })),
  );

const big = (suit) =>
  symbol(
    `big-${suit}`,
    "100 100",
    use(`suit-${suit}`, 0, 0, 100) + use(`shape-${suit}`, 0, 0, 100, 'fill="url(#gloss)"'),
  );

const magicCard = (suit) =>
  card(
    `${suit}1-magic`,
    paper("url(#paper)", 'stroke="url(#gold)" stroke-width="2.400"') +
      group(
        'transform="translate(11 12.400) scale(.78)"',
        group(
          `fill="${ink(suit)}" stroke="${edge(suit) ?? "none"}" stroke-width="1.200"`,
          path(HAT),
          '<ellipse cx="51" cy="94" rx="36" ry="8"/>',
        ),
        path(HAT_SHADE, 'fill="#1a1030" opacity=".18"'),
        path(BAND, 'fill="#14163a" opacity=".8"'),
        use(`shape-${suit}`, 40, 60, 22, 'fill="#fffdf6"'),
        path(SKY, 'fill="#c48f35"'),
      ) +
      corners(corner({ index: "1", suit, letter: suit, ink: ink(suit), edge: edge(suit) })),
  );

const wizard = shared(
  "wizard",
  rect(1, 1, 98, 142, 10, 'fill="url(#night)" stroke="#0c0e2a" stroke-width="1.200"'),
  rect(5.5, 5.5, 89, 133, 7, 'fill="none" stroke="url(#gold)" stroke-width="1.400"'),
  path(HAT, 'fill="url(#gold)"'),
  path(HAT_SHADE, 'fill="#8f6322" opacity=".45"'),
  '<ellipse cx="51" cy="94" rx="36" ry="8" fill="url(#gold)"/>',
  path(BAND, 'fill="#6b2f7d"'),
  path(star(47, 73, 9) + SKY, 'fill="#fff6d8"'),
  corners(text("W", 19.5, 29, 22, "#fbe3a2")),
);

const jester = shared(
  "jester",
  paper("#fdf5e6", 'stroke="url(#plum)" stroke-width="1.600"'),
  path(CAP, 'fill="url(#plum)"'),
  path("M50 26c5 4 10 8 14 18-2 16-6 32-14 48-8-16-12-32-14-48 4-10 9-14 14-18Z", 'fill="#e9a93a"'),
  group('fill="#c98a1f"', circle(50, 24, 5), circle(10, 73, 5), circle(90, 73, 5)),
  path("M24 90h52l-5 13H29Z", 'fill="#4c1d49"'),
  path("m32 92 6 9 6-9 6 9 6-9 6 9 6-9", 'fill="none" stroke="#e9a93a" stroke-width="2"'),
  path("M40 114q10 7 20 0", 'fill="none" stroke="#6d2a66" stroke-width="2.400" stroke-linecap="round"'),
  corners(text("J", 18, 30, 28, "#7b3374")),
);

const back = card(
  "back",
  rect(1, 1, 98, 142, 10, 'fill="url(#night)" stroke="#0c0e2a" stroke-width="1.200"') +
    rect(6, 6, 88, 132, 7, 'fill="url(#lattice)" stroke="url(#gold)" stroke-width="1.600"') +
    circle(50, 72, 24, 'fill="#1b1d4a" stroke="url(#gold)" stroke-width="1.600"') +
    path(star(50, 72, 20), 'fill="url(#gold)"') +
    path(star(50, 72, 9), 'fill="#1b1d4a"'),
);

export const modern = [
  gradient("paper", "#fffdf6", "#f3ead5"),
  gradient("night", "#343a78", "#14163a"),
  gradient("gold", "#fbe3a2", "#c48f35"),
  gradient("plum", "#b667a8", "#6d2a66"),
  '<linearGradient id="gloss" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".3"/>' +
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".22"/></linearGradient>',
  '<pattern id="lattice" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45 50 72)">' +
    '<path d="M0 0H12M0 0V12" stroke="#6a70b8" stroke-width="1.200"/><circle cx="6" cy="6" ' +
    'r="1.200" fill="#c9a35a"/></pattern>',
  suits(SHAPES, INKS, EDGES),
  shared("ring", RANKS.map((_, at) => spot(at, 1.2)).join("")),
  SUITS.map(big),
  SUITS.map(face),
  wizard,
  jester,
  SUITS.map((suit) => [RANKS.map((rank) => suitCard(suit, rank)), magicCard(suit)]),
  COPIES.map((copy) => [card(`J${copy}`, again("jester")), card(`W${copy}`, again("wizard"))]),
  back,
];
