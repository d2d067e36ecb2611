/** Fantasy: four realms in their colours, ranks as lit stones of an arch, four Wizards (Z) and four Jesters (N). */
import { again, card, fittedTo, RANKS, SUITS, shared, suits } from "./kit.js";
import { PORTRAITS, portraits } from "./portraits.js";
import { circle, gradient, group, path, rect, star, text, use } from "./shapes.js";

const SHAPES = {
  R: "M54 3c4 20 32 32 32 60 0 20-15 34-36 34S14 83 14 63c0-14 8-24 12-35 6 4 10 9 11 16C46 35 53 20 54 3Z",
  Y: `${[..."01234567"].map((at) => ray(Number(at) * 45)).join("")}M50 25a25 25 0 1 0 .1 0Z`,
  G:
    "M92 8C44 6 12 30 12 66c0 6 1 12 4 17L8 93l6 5 9-9c5 3 11 4 17 4C80 93 96 56 92 8ZM26 " +
    "78C36 60 50 46 70 34 54 50 42 64 34 82Z",
  B: "M64 4a47 47 0 1 0 32 63A39 39 0 0 1 64 4Z",
};
/** What cards are painted with, and what suits are named by beside text. */
const INKS = { R: "#a31621", Y: "#e8a800", G: "#14683a", B: "#1b4aa0" };
const DARK = { R: "#4d0a12", Y: "#7a4a00", G: "#06301a", B: "#0a1f4d" };
const SKY = { R: "#f0914c", Y: "#fdeeb0", G: "#c8e6a0", B: "#a9d3f5" };
const CREAM = "#fff6dd";
const GOLD = "#f2c14e";
const ink = (suit) => `var(--card-${suit},${INKS[suit]})`;
const dark = (suit) => `var(--card-${suit}-dark,${DARK[suit]})`;
/** Dark writing on yellow, light writing on the others. */
const written = (suit) => (suit === "Y" ? "#2a1800" : CREAM);

function ray(turn) {
  const at = (degrees, r) => {
    const angle = ((degrees + turn) * Math.PI) / 180;
    return `${(50 + r * Math.sin(angle)).toFixed(1)} ${(50 - r * Math.cos(angle)).toFixed(1)}`;
  };
  return `M${at(-13, 31)}L${at(0, 49)}L${at(13, 31)}Z`;
}

/** The view through the arch of each realm: mountains of fire, a desert town, a wood, the sea. */
const SCENES = {
  R:
    path("M22 128V96l14-20 6 6 10-30h8l10 28 6-4 14 24v28Z", 'fill="#5a0e16"') +
    path("m52 52 4 14 4-8 4 10 2-16Z", 'fill="#ffcf5c"') +
    path("M22 128v-18l16-12 14 10 16-14 22 18v16Z", 'fill="#2e060c"') +
    path("M56 60c2 14-4 20 0 34 3 10-2 18 2 34h6c-4-14 2-24-1-36-2-12 3-18 0-32Z", 'fill="#ff8a2b"'),
  Y:
    path("M22 128V98h10V86l6-7 6 7v12h6V82l9-12 9 12v16h6V88l6-7 6 7v10h4v30Z", 'fill="#b06a12"') +
    path("M22 128v-16c14-8 24-6 34-1 12 5 22 5 34-3v20Z", 'fill="#8a4f08"') +
    path("M57 108v-8a2.500 2.500 0 0 1 5 0v8Z", 'fill="#5a3000"'),
  G:
    path("M22 128V92l16-14 12 10 14-16 26 22v34Z", 'fill="#5f9e63"') +
    path(
      "m36 72-10 18h5l-8 16h6l-7 16h28l-7-16h6l-8-16h5ZM74 66 62 86h6l-9 18h6l-8 20h34V88l-7-14Z",
      'fill="#0e4a28"',
    ) +
    path("M22 128v-10c20-6 46-6 68 0v10Z", 'fill="#06301a"'),
  B:
    path("M22 128V92h68v36Z", 'fill="#2a63b8"') +
    path("M22 102q6-5 12 0t12 0 12 0 12 0 12 0 12 0v26H22Z", 'fill="#174a9a"') +
    path("M22 114q6-5 12 0t12 0 12 0 12 0 12 0 12 0v14H22Z", 'fill="#0a1f4d"') +
    path("M40 98h34l-6 11H46ZM55 96V66l-14 26ZM58 96V62c10 8 14 18 14 30Z", `fill="${CREAM}"`),
};

const ARCH = "M26 130V62a32 34 0 0 1 64 0v68Z";

/** Thirteen stones along the arch. */
const stone = (index, body) => {
  const angle = Math.PI * (1 - index / 12);
  const [x, y] = [58 + 35.5 * Math.cos(angle), 56 - 37 * Math.sin(angle)];
  return body(x.toFixed(1), (y + 6).toFixed(1));
};
const lit = (count) =>
  RANKS.slice(0, count)
    .map((_, at) => stone(at, (x, y) => `M${x} ${y - 3.6}l3 3.600-3 3.600-3-3.600Z`))
    .join("");

const ground = (suit) =>
  shared(
    `realm-${suit}`,
    rect(1, 1, 98, 142, 9, `fill="${ink(suit)}" stroke="${dark(suit)}" stroke-width="1.600"`),
    rect(1, 1, 98, 142, 9, 'fill="url(#shine)"'),
    path(ARCH, `fill="url(#sky-${suit})"`),
    `<g clip-path="url(#arch)"><g transform="translate(2 2)">${SCENES[suit]}</g></g>`,
    path(ARCH, `fill="none" stroke="${GOLD}" stroke-width="1.800"`),
    use(
      `shape-${suit}`,
      45,
      33,
      26,
      `fill="${CREAM}" stroke="${dark(suit)}" stroke-width="5" paint-order="stroke"`,
    ),
    group(
      `fill="${dark(suit)}"`,
      path(RANKS.map((_, at) => stone(at, (x, y) => `M${x} ${y - 3.6}l3 3.600-3 3.600-3-3.600Z`)).join("")),
    ),
  );

const indexOf = (suit, rank) => {
  const two = rank > 9;
  return (
    text(String(rank), two ? 13.5 : 14, 27, two ? 20 : 25, written(suit), two ? fittedTo(19) : "") +
    use(`shape-${suit}`, 5.5, 32, 14, `fill="${written(suit)}"`) +
    text(suit, 12.5, 57, 9.5, written(suit))
  );
};

const suitCard = (suit, rank) =>
  card(
    `${suit}${rank}`,
    again(`realm-${suit}`) +
      path(lit(rank), `fill="${CREAM}" stroke="${dark(suit)}" stroke-width=".6"`) +
      indexOf(suit, rank),
  );

const magicCard = (suit) =>
  card(
    `${suit}1-magic`,
    again(`realm-${suit}`) +
      rect(3.5, 3.5, 93, 137, 7, `fill="none" stroke="${GOLD}" stroke-width="2.600"`) +
      group(
        'transform="translate(14 40) scale(.88)"',
        path(
          "M56 14C46 26 38 42 34 60h32C66 44 64 28 56 14Z",
          `fill="${dark(suit)}" stroke="${CREAM}" stroke-width="1.600"`,
        ),
        path(
          "M22 61c8-8 48-8 56 0-8 6-48 6-56 0Z",
          `fill="${dark(suit)}" stroke="${CREAM}" stroke-width="1.600"`,
        ),
        path(star(51, 44, 8) + star(24, 34, 5) + star(80, 30, 6), `fill="${GOLD}"`),
      ) +
      indexOf(suit, 1),
  );

/** Titles, which are on the cards and in the names that are read out. */
export const TITLES = {
  W1: "Archmage",
  W2: "Enchantress",
  W3: "Warlock",
  W4: "Sorceress",
  J1: "Harlequin",
  J2: "Columbine",
  J3: "Pierrot",
  J4: "Pierrette",
};

const figure = (code) => {
  const wizard = code[0] === "W";
  const [deep, light, letter] = wizard ? ["#1d1440", CREAM, "Z"] : ["#4a1a35", CREAM, "N"];
  return card(
    code,
    rect(1, 1, 98, 142, 9, `fill="${deep}" stroke="#0e0a1f" stroke-width="1.600"`) +
      rect(
        5,
        5,
        90,
        134,
        6.5,
        `fill="url(#${wizard ? "dusk" : "stage"})" stroke="${GOLD}" stroke-width="1.500"`,
      ) +
      (wizard
        ? path(
            star(28, 60, 4) + star(76, 18, 5) + star(88, 84, 3) + star(36, 20, 3) + star(88, 36, 3),
            `fill="${CREAM}"`,
          )
        : group(
            'opacity=".22"',
            path("M50 70 14 6h20ZM50 70 56 6h18ZM50 70l45-44v18ZM50 70 6 54V36Z", `fill="${CREAM}"`),
          )) +
      `<g clip-path="url(#inside)">${again(`portrait-${code}`, 'transform="translate(2 2)"')}</g>` +
      rect(10, 122, 80, 13, 3, `fill="${deep}" stroke="${GOLD}" stroke-width="1"`) +
      text(
        TITLES[code].toUpperCase(),
        50,
        131.4,
        TITLES[code].length > 9 ? 7.8 : 8.8,
        light,
        'letter-spacing=".4"',
      ) +
      circle(16, 18, 12, `fill="${deep}" stroke="${GOLD}" stroke-width="1.400"`) +
      text(letter, 16, 24.5, 18, GOLD),
  );
};

const back = card(
  "back",
  rect(1, 1, 98, 142, 9, 'fill="#1d1440" stroke="#0e0a1f" stroke-width="1.600"') +
    rect(5, 5, 90, 134, 6.5, `fill="url(#scales)" stroke="${GOLD}" stroke-width="1.500"`) +
    path("M50 34 76 72 50 110 24 72Z", `fill="#1d1440" stroke="${GOLD}" stroke-width="1.800"`) +
    group(
      `fill="${GOLD}"`,
      use("shape-R", 43, 46, 14),
      use("shape-Y", 57, 65, 14),
      use("shape-G", 43, 84, 14),
      use("shape-B", 29, 65, 14),
    ),
);

export const fantasy = [
  gradient("dusk", "#2b2a78", "#8a4fa8"),
  gradient("stage", "#8c2f4f", "#e0894a"),
  '<linearGradient id="shine" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".16"/>' +
    '<stop offset="1" stop-opacity=".28"/></linearGradient>',
  SUITS.map((suit) => gradient(`sky-${suit}`, suit === "B" ? "#2a4f9a" : INKS[suit], SKY[suit])),
  `<clipPath id="arch">${path(ARCH)}</clipPath>`,
  `<clipPath id="inside">${rect(6, 6, 88, 118, 6)}</clipPath>`,
  '<pattern id="scales" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M0 7a7 7 ' +
    "0 0 1 14 0M-7 14a7 7 0 0 1 14 0" +
    'a7 7 0 0 1 14 0" fill="none" stroke="#6a4fb0" stroke-width="1.200"/></pattern>',
  suits(SHAPES, INKS, { Y: "#7a4a00" }),
  portraits,
  SUITS.map(ground),
  SUITS.map((suit) => [RANKS.map((rank) => suitCard(suit, rank)), magicCard(suit)]),
  Object.keys(PORTRAITS).map(figure),
  back,
];
