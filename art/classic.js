/** Classic: hearts, diamonds, clubs and spades; the two to the ten in pips, and courts that stand both ways up. */
import { CLUB, DIAMOND, HEART, SPADE } from "./french.js";
import {
  again,
  COPIES,
  card,
  corner,
  corners,
  inkOf,
  RANKS,
  SUITS,
  shared,
  suits,
  upsideDown,
} from "./kit.js";
import { circle, gradient, group, path, rect, star, text, use } from "./shapes.js";

const INKS = { R: "#c8102e", Y: "#c8102e", G: "#17181d", B: "#17181d" };
const LETTERS = { R: "H", Y: "D", G: "C", B: "S" };
const INDICES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const ink = inkOf(INKS);
const LINE = 'stroke="#1c1b22" stroke-width=".9" stroke-linejoin="round"';
const GOLD = "#eab93f";
const SKIN = "#f6d7b4";
const BLUE = "#27468c";

const PAPER = rect(1, 1, 98, 142, 9, 'fill="#fffefa" stroke="#c3bda9" stroke-width="1"');

/** Where pips lie in the upper half and the middle, by how many there are. */
const [LEFT, MIDDLE, RIGHT] = [37, 50, 63];
const TOP = {
  2: [[MIDDLE, 30]],
  3: [[MIDDLE, 30]],
  9: [
    [LEFT, 28],
    [RIGHT, 28],
    [LEFT, 57],
    [RIGHT, 57],
  ],
};
const FOUR = [
  [LEFT, 30],
  [RIGHT, 30],
];
const upper = (count) => {
  if (count < 4) return TOP[count];
  if (count < 8) return FOUR;
  return count === 8 ? FOUR : TOP[9];
};
const across = (count) => {
  if ([3, 5, 9].includes(count)) return [[MIDDLE, 72]];
  return [6, 7, 8].includes(count)
    ? [
        [LEFT, 72],
        [RIGHT, 72],
      ]
    : [];
};
const single = { 7: [[MIDDLE, 51]], 8: [[MIDDLE, 51]], 10: [[MIDDLE, 42.5]] };

function pips(suit, count) {
  const at = ([x, y]) => use(`suit-${suit}`, x - 7.5, y - 7.5, 15);
  const extra = single[count] ?? [];
  const down = count === 7 ? upper(count) : [...upper(count), ...extra];
  return [...upper(count), ...extra, ...across(count)].map(at).join("") + upsideDown(down.map(at).join(""));
}

const face = (suit, rank) =>
  corners(corner({ index: INDICES[rank - 1], suit, letter: LETTERS[suit], ink: ink(suit), slim: true }));

/** An eye on each side, a nose and a mouth. */
const features = (y, mouth) =>
  group(
    'fill="none" stroke="#3b2418" stroke-width=".9" stroke-linecap="round"',
    path(`M45 ${y}h2.600M52.400 ${y}H55M50 ${y}v4l-1.200.8M${mouth}`),
  );

const king = shared(
  "king",
  path("M28 72c0-12 5-17 14-19h16c9 2 14 7 14 19Z", `fill="currentColor" ${LINE}`),
  path("M28 72c0-5 1-9 3-12l8 12ZM72 72c0-5-1-9-3-12l-8 12Z", `fill="${BLUE}" ${LINE}`),
  path("m40 53 10 19 10-19 5 2-10 17H45L35 55Z", `fill="#fffefa" ${LINE}`),
  path("M40 58v2m3 4v2m17-8v2m-3 4v2", 'stroke="#1c1b22" stroke-width="1.300"'),
  path("M38 34c-2 6-2 12 1 18h22c3-6 3-12 1-18Z", `fill="#7a5230" ${LINE}`),
  path("M42 33h16v9c0 8-4 12-8 12s-8-4-8-12Z", `fill="${SKIN}" ${LINE}`),
  path("M41 41c0 12 3 18 9 21 6-3 9-9 9-21-1 3-4 5-9 5s-8-2-9-5Z", `fill="#7a5230" ${LINE}`),
  features(39, "47.500 48q2.500 1.500 5 0"),
  path("M38 34 36 20l7 6 7-9 7 9 7-6-2 14Z", `fill="${GOLD}" ${LINE}`),
  path("M38.500 31.500h23", 'stroke="#b3262b" stroke-width="2"'),
  group(`fill="#b3262b" ${LINE}`, circle(50, 17, 1.8), circle(36, 20, 1.5), circle(64, 20, 1.5)),
);

const queen = shared(
  "queen",
  path("M37 34c-4 8-2 20-6 29h38c-4-9-2-21-6-29-4-10-22-10-26 0Z", `fill="#c9802f" ${LINE}`),
  path("M28 72c0-10 6-16 16-18h12c10 2 16 8 16 18Z", `fill="currentColor" ${LINE}`),
  path("M41 54c1 8 5 12 9 12s8-4 9-12l-3-1H44Z", `fill="${SKIN}" ${LINE}`),
  path("M37 56c2 10 7 15 13 16 6-1 11-6 13-16", `fill="none" stroke="${GOLD}" stroke-width="2.200"`),
  circle(50, 71, 2.2, `fill="${BLUE}" ${LINE}`),
  path("M43 34c0-6 14-6 14 0v8c0 7-3 11-7 11s-7-4-7-11Z", `fill="${SKIN}" ${LINE}`),
  path("M42 40c0-8 3-10 8-10s8 2 8 10c0-4-3-6-8-6s-8 2-8 6Z", 'fill="#c9802f"'),
  features(41, "48.500 49q1.500 1.200 3 0"),
  path("m40 32-2-10 6 4 6-8 6 8 6-4-2 10c-6-3-14-3-20 0Z", `fill="${GOLD}" ${LINE}`),
  group('fill="#b3262b"', circle(50, 18.5, 1.6), circle(38, 22, 1.3), circle(62, 22, 1.3)),
  path("M67 62c1-5 0-9-1-13", 'fill="none" stroke="#2f7d46" stroke-width="1.300"'),
  group(`fill="#d8435b" ${LINE}`, circle(66, 46, 3.4)),
  path("M64.500 46q1.500-2 3 0-1.500 2-3 0", 'fill="none" stroke="#fff" stroke-width=".7"'),
);

const jack = shared(
  "jack",
  path("M38 30c-3 8-3 15-1 23h26c2-8 2-15-1-23Z", `fill="#d9a441" ${LINE}`),
  path("M28 72c0-11 5-16 14-18h16c9 2 14 7 14 18Z", `fill="${BLUE}" ${LINE}`),
  path("M36 56 50 72l14-16-4-2H40Z", `fill="currentColor" ${LINE}`),
  path("M42 54h16l-8 10Z", `fill="#fffefa" ${LINE}`),
  path("M43 32h14v10c0 7-3 12-7 12s-7-5-7-12Z", `fill="${SKIN}" ${LINE}`),
  path("M41 34c4 2 14 2 18 0v4c-6-2-12-2-18 0Z", 'fill="#d9a441"'),
  features(41, "48.500 49.500h3"),
  path("M35 34c-1-9 6-15 15-15s16 6 15 15c-9-4-21-4-30 0Z", `fill="currentColor" ${LINE}`),
  path("M35 34c9-4 21-4 30 0l-.5-4c-9-3-20-3-29 0Z", `fill="${GOLD}" ${LINE}`),
  path("M58 24c3-8 9-8 14-5-2 8-7 11-14 9Z", `fill="#fffefa" ${LINE}`),
  path("M58.500 27c4-2 8-4 12-7", 'stroke="#1c1b22" stroke-width=".7" fill="none"'),
);

const wizardBust = shared(
  "wizard",
  path("M26 72c0-12 7-18 16-20h16c9 2 16 8 16 20Z", `fill="#3b2f80" ${LINE}`),
  path("M38 40c-2 6-2 12 0 16h24c2-4 2-10 0-16Z", `fill="#e9e6f2" ${LINE}`),
  path("M42 38h16v8c0 6-4 9-8 9s-8-3-8-9Z", `fill="${SKIN}" ${LINE}`),
  path("M40 45c-1 13 3 22 10 27 7-5 11-14 10-27-2 3-5 4-10 4s-8-1-10-4Z", `fill="#f6f4fb" ${LINE}`),
  features(43, "47.500 50q2.500 1 5 0"),
  path("M56 5C46 13 40 24 37 38h26C62 26 60 14 56 5Z", `fill="#4a3aa8" ${LINE}`),
  '<ellipse cx="50" cy="38.500" rx="18" ry="3.600" fill="#3b2f80" stroke="#1c1b22" stroke-width=".9"/>',
  path(star(51, 26, 6) + star(56, 14, 3) + star(33, 64, 3.5) + star(67, 64, 3.5), `fill="${GOLD}"`),
);

const jesterBust = shared(
  "jester",
  path("M28 72c0-11 5-16 14-18h16c9 2 14 7 14 18Z", `fill="#b3262b" ${LINE}`),
  path("M50 54v18h22c0-11-5-16-14-18Z", `fill="#2f7d46" ${LINE}`),
  path("m33 57 6 8 5-7 6 9 6-9 5 7 6-8-8-5H41Z", `fill="${GOLD}" ${LINE}`),
  path("M42 36h16v8c0 7-4 12-8 12s-8-5-8-12Z", `fill="${SKIN}" ${LINE}`),
  features(42, "45.500 48q4.500 4.500 9 0"),
  path(
    "M50 13c-8 4-10 12-11 24h11ZM39 37c-1-8-5-13-12-13-3 6-4 12-3 20 4-6 9-5 15-4Z",
    `fill="#b3262b" ${LINE}`,
  ),
  path(
    "M50 13c8 4 10 12 11 24H50ZM61 37c1-8 5-13 12-13 3 6 4 12 3 20-4-6-9-5-15-4Z",
    `fill="#2f7d46" ${LINE}`,
  ),
  path("M39 35h22v4H39Z", `fill="${GOLD}" ${LINE}`),
  group(`fill="${GOLD}" ${LINE}`, circle(50, 12, 2.6), circle(24, 45, 2.6), circle(76, 45, 2.6)),
);

const FIGURES = { 10: "jack", 11: "queen", 12: "king" };

const court = (suit, rank) =>
  rect(28, 11, 44, 122, 3, 'fill="#fdf6e3"') +
  corners(again(FIGURES[rank], `color="${ink(suit)}"`)) +
  rect(28, 70.5, 44, 3, 0, `fill="${GOLD}" ${LINE}`) +
  rect(28, 11, 44, 122, 3, `fill="none" stroke="${ink(suit)}" stroke-width="1.100"`) +
  corners(use(`suit-${suit}`, 29.5, 13.5, 8.5));

const ace = (suit) =>
  use(`suit-${suit}`, 26, 48, 48) +
  circle(50, 72, 33, `fill="none" stroke="${ink(suit)}" stroke-opacity=".25"`);

function picture(suit, rank) {
  if (rank === 13) return ace(suit);
  return rank > 9 ? court(suit, rank) : pips(suit, rank + 1);
}

const magicCard = (suit) =>
  card(
    `${suit}1-magic`,
    PAPER +
      rect(4.5, 4.5, 91, 135, 6.5, `fill="none" stroke="${GOLD}" stroke-width="2"`) +
      corners(
        group(
          'transform="translate(7 10) scale(.86)"',
          path("M56 5C46 13 40 24 37 38h26C62 26 60 14 56 5Z", `fill="${ink(suit)}" ${LINE}`),
          `<ellipse cx="50" cy="38.500" rx="18" ry="3.600" fill="${ink(suit)}"/>`,
          path(star(51, 26, 6) + star(30, 16, 4) + star(70, 16, 4), `fill="${GOLD}"`),
        ) + use(`suit-${suit}`, 41, 49, 18),
      ) +
      face(suit, 1),
  );

const joker = (code, figure, letter, colour, ground) =>
  card(
    code,
    PAPER +
      rect(27, 5, 46, 134, 3, `fill="${ground}"`) +
      corners(again(figure)) +
      rect(25, 70.5, 50, 3, 0, `fill="${GOLD}" ${LINE}`) +
      corners(
        text(letter, 14.5, letter === "W" ? 27 : 25, letter === "W" ? 20 : 24, colour) +
          [...(letter === "W" ? "IZARD" : "ESTER")]
            .map((sign, at) => text(sign, 14.5, 39 + at * 9, 8, colour))
            .join(""),
      ),
  );

const back = card(
  "back",
  PAPER +
    rect(6, 6, 88, 132, 5, 'fill="#a3182b"') +
    rect(6, 6, 88, 132, 5, 'fill="url(#weave)"') +
    rect(10, 10, 80, 124, 3, 'fill="none" stroke="#fffefa" stroke-width="1.200"') +
    circle(50, 72, 20, 'fill="#a3182b" stroke="#fffefa" stroke-width="1.400"') +
    group(
      'fill="#fffefa"',
      use("shape-R", 44, 56, 12),
      use("shape-B", 44, 77, 12),
      use("shape-Y", 33.5, 66, 12),
      use("shape-G", 54.5, 66, 12),
    ),
);

export const classic = [
  gradient("sky", "#e8e4f6", "#fffefa"),
  '<pattern id="weave" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 4 4 0 8 4 4 8Z" fill="none" ' +
    'stroke="#f3c9c4" stroke-width=".9"/><circle cx="4" cy="4" r="1" fill="#f3c9c4"/></pattern>',
  suits({ R: HEART, Y: DIAMOND, G: CLUB, B: SPADE }, INKS),
  king,
  queen,
  jack,
  wizardBust,
  jesterBust,
  SUITS.map((suit) => [
    RANKS.map((rank) => card(`${suit}${rank}`, PAPER + picture(suit, rank) + face(suit, rank))),
    magicCard(suit),
  ]),
  COPIES.map((copy) => [card(`J${copy}`, again("card-jester")), card(`W${copy}`, again("card-wizard"))]),
  joker("jester", "jester", "J", "#8a1c2c", "#fbf0d9"),
  joker("wizard", "wizard", "W", "#3b2f80", "url(#sky)"),
  back,
];
