/** Fantasy's four Wizards and four Jesters: two women and two men of each, drawn from the chest up, 100 wide. */
import { shared } from "./kit.js";
import { circle, group, path, star } from "./shapes.js";

const LINE = 'stroke="#1a1426" stroke-width="1" stroke-linejoin="round"';
const GOLD = "#f2c14e";

const face = (skin, rest = "") =>
  path("M40 62c0-14 20-14 20 0v7c0 9-5 15-10 15s-10-6-10-15Z", `fill="${skin}" ${LINE}`) + rest;
const looks = (brow, mouth) =>
  group(
    'fill="none" stroke="#2a1a1c" stroke-width="1" stroke-linecap="round"',
    path(`M43.500 68h3.600M52.900 68h3.600${brow}M50 68v5l-1.500 1${mouth}`),
  );
const lips = path("M47.500 78q2.500-1.500 5 0-2.500 2.500-5 0Z", 'fill="#b3404a"');
const robe = (colour, trim) =>
  path("M14 124c2-24 14-34 30-38h12c16 4 28 14 30 38Z", `fill="${colour}" ${LINE}`) +
  path("m40 87 10 22 10-22 6 2-16 35-16-35Z", `fill="${trim}" ${LINE}`);
const moon = (x, y) => path(`M${x} ${y}a11 11 0 1 0 9 17 9 9 0 1 1-9-17Z`, 'fill="#fdf3c8"');
const glow = (x, y, r, colour) =>
  circle(x, y, r * 1.8, `fill="${colour}" opacity=".28"`) + circle(x, y, r, `fill="${colour}" ${LINE}`);
const staff = (x, colour) =>
  path(`M${x - 1.5} 50h3v74h-3Z`, `fill="#8a5a2b" ${LINE}`) + glow(x, 44, 6, colour);

/** A tall hat, an old man's beard and a staff. */
const archmage = [
  staff(80, "#7fd4ff"),
  path("M38 60c-4 14-4 30 0 40h24c4-10 4-26 0-40Z", `fill="#e7e9f2" ${LINE}`),
  robe("#33408f", GOLD),
  face("#efc9a4", looks("M43 64.500l4 1M53 65.500l4-1", "")),
  path(
    "M39.500 70c-2 18 2 34 10.500 46 8.500-12 12.500-28 10.500-46-1 5-5 7-10.500 7s-9.500-2-10.500-7Z",
    `fill="#f7f8fc" ${LINE}`,
  ),
  path("M44 76c3-2 9-2 12 0", `fill="none" ${LINE}`),
  path("M56 14C46 26 38 42 34 60h32C66 44 64 28 56 14Z", `fill="#3c4cb0" ${LINE}`),
  path("M25 61c8-7 42-7 50 0-8 5-42 5-50 0Z", `fill="#33408f" ${LINE}`),
  path(star(50, 46, 7) + star(56, 30, 4), `fill="${GOLD}"`),
];

/** Long red hair, a circlet and a wand. */
const enchantress = [
  path("M36 60c-8 18-4 34-12 52h52c-8-18-4-34-12-52-5-18-23-18-28 0Z", `fill="#a8401f" ${LINE}`),
  robe("#0f6f6b", "#e8f3ee"),
  path("M44 84h12l-6 14Z", `fill="#f6d5b5" ${LINE}`),
  face("#f6d5b5", looks("", "") + lips),
  path("M39 68c-1-18 4-23 11-23s12 5 11 23c-2-9-5-13-11-14-6 1-9 5-11 14Z", `fill="#c04d24" ${LINE}`),
  path("M38.500 58c7-4 16-4 23 0", `fill="none" stroke="${GOLD}" stroke-width="2.200"`),
  path("m50 50 3 5-3 5-3-5Z", `fill="#6fe0d2" ${LINE}`),
  path("m77 112-6-50 3-.5 6 50Z", `fill="#efe6d2" ${LINE}`),
  path(star(71, 50, 12), `fill="#ffe9a3" ${LINE}`),
  circle(50, 101, 3, `fill="#6fe0d2" ${LINE}`),
];

/** A hood, a dark beard and a flame in the hand. */
const warlock = [
  path("M50 24C30 28 26 58 24 92h52c-2-34-6-64-26-68Z", `fill="#5f1526" ${LINE}`),
  robe("#7c1c33", "#2a0d18"),
  path("M50 38c-12 3-15 20-15 48h30c0-28-3-45-15-48Z", 'fill="#1c0a12"'),
  face("#d9a77c", looks("M43 64l4 1.500M53 65.500l4-1.500", "")),
  path(
    "M40 68c0 14 3 22 10 28 7-6 10-14 10-28-1 4-3 6-5 6-3-2-7-2-10 0-2 0-4-2-5-6Z",
    `fill="#2b1a1a" ${LINE}`,
  ),
  path("M47 79.500h6", 'stroke="#d9a77c" stroke-width="1.200"'),
  path(
    "M80 44c8 10 13 17 13 26a13 13 0 0 1-26 0c0-7 4-11 6-16 3 2 4 4 4 7 2-6 3-10 3-17Z",
    `fill="#ff8a2b" ${LINE}`,
  ),
  path("M80 62c4 5 6 8 6 12a6 6 0 0 1-12 0c0-4 3-7 6-12Z", 'fill="#ffe08a"'),
  path("M66 92c6-6 20-6 26 0l-4 8H70Z", `fill="#d9a77c" ${LINE}`),
];

/** A wide hat, silver hair and the moon. */
const sorceress = [
  moon(18, 30),
  path("M37 58c-6 20-3 36-9 54h44c-6-18-3-34-9-54Z", `fill="#d6d9e6" ${LINE}`),
  robe("#4a2a78", "#9fd08a"),
  path("M44 84h12l-6 14Z", `fill="#c98f66" ${LINE}`),
  face("#c98f66", looks("", "") + lips),
  path("M39 72c-2-18 4-20 11-20s13 2 11 20c-2-8-5-11-11-12-6 1-9 4-11 12Z", `fill="#e8eaf3" ${LINE}`),
  path("M66 18C52 22 42 36 38 54h26c2-10 1-18-3-24 3-4 5-7 5-12Z", `fill="#5b3592" ${LINE}`),
  path("M16 60c10-10 58-10 68 0-10 6-20 2-34 2s-24 4-34-2Z", `fill="#4a2a78" ${LINE}`),
  path("M38 54c8 3 18 3 26 0v-5c-8 3-17 3-25 0Z", `fill="#9fd08a" ${LINE}`),
  path(star(50, 102, 6), `fill="${GOLD}"`),
];

const collar = (one, other) =>
  path("m22 96 8 12 7-11 6 13 7-12 7 12 6-13 7 11 8-12c-12-9-44-9-56 0Z", `fill="${one}" ${LINE}`) +
  group(
    `fill="${other}" ${LINE}`,
    circle(30, 109, 2.4),
    circle(43, 111, 2.4),
    circle(57, 111, 2.4),
    circle(70, 109, 2.4),
  );
const body = (left, right) =>
  path("M18 124c1-20 12-30 26-36h6v36Z", `fill="${left}" ${LINE}`) +
  path("M82 124c-1-20-12-30-26-36h-6v36Z", `fill="${right}" ${LINE}`);
const bells = (...spots) => group(`fill="${GOLD}" ${LINE}`, spots.map(([x, y]) => circle(x, y, 4)).join(""));
const blush = group('fill="#e0637a" opacity=".55"', circle(43.5, 74, 2.6), circle(56.5, 74, 2.6));

/** Diamonds, a black mask and a cap of three points. */
const harlequin = [
  body("#c22f3a", "#2a6fb0"),
  collar(GOLD, "#c22f3a"),
  face("#f3d2ae", looks("", "M45 78q5 5 10 0")),
  path("M38.500 64c6-3 17-3 23 0-1 7-8 8-11.500 4-3.500 4-10.500 3-11.500-4Z", 'fill="#17131f"'),
  group('fill="#fff"', circle(44.5, 66, 1.3), circle(55.5, 66, 1.3)),
  path(
    "M50 24c-9 6-12 18-12 34h12ZM38 58c0-16-6-24-19-22-4 8-4 16 0 24 6-6 12-6 19-2Z",
    `fill="#c22f3a" ${LINE}`,
  ),
  path(
    "M50 24c9 6 12 18 12 34H50ZM62 58c0-16 6-24 19-22 4 8 4 16 0 24-6-6-12-6-19-2Z",
    `fill="#2a6fb0" ${LINE}`,
  ),
  path("M37 56c9-3 17-3 26 0v5c-9-3-17-3-26 0Z", `fill="${GOLD}" ${LINE}`),
  bells([50, 22], [19, 62], [81, 62]),
];

/** A cap of two points over plaits. */
const columbine = [
  path(
    "M37 62c-8 14-6 28-10 40l8 3c4-14 4-26 6-38ZM63 62c8 14 6 28 10 40l-8 3c-4-14-4-26-6-38Z",
    `fill="#6b3a1c" ${LINE}`,
  ),
  body("#2f8a57", "#e7a52e"),
  collar("#fdf3e0", "#2f8a57"),
  face("#c98f66", looks("", "") + lips + blush),
  path("M39 68c-1-14 4-18 11-18s12 4 11 18c-2-6-5-9-11-9s-9 3-11 9Z", `fill="#7d4522" ${LINE}`),
  path("M50 44C44 26 30 20 16 26c-3 8-2 14 2 20 8-2 14 2 18 14 4-5 8-6 14-6Z", `fill="#2f8a57" ${LINE}`),
  path("M50 44c6-18 20-24 34-18 3 8 2 14-2 20-8-2-14 2-18 14-4-5-8-6-14-6Z", `fill="#e7a52e" ${LINE}`),
  bells([18, 47], [82, 47]),
  group('fill="#c22f3a"', circle(27, 103, 3), circle(73, 103, 3)),
];

/** White ruff, a skullcap and a tear. */
const pierrot = [
  body("#f4f4f8", "#e2e2ec"),
  group('fill="#22202c"', circle(50, 118, 3.4), circle(50, 108, 0)),
  path(
    "M18 96c2-8 8-6 10-10 4 3 6-3 10-2 3-4 7 0 12-2 5 2 9-2 12 2 4-1 6 5 10 2 2 4 8 2 10 10-4 " +
      "6-8 4-12 8-6-3-8 4-12 2-5 3-11 3-16 0" +
      "-4 2-6-5-12-2-4-4-8-2-12-8Z",
    `fill="#fff" ${LINE}`,
  ),
  face("#faf6f2", looks("M43 63.500q2-2 4 0M53 63.500q2-2 4 0", "M47 79.500q3-2 6 0")),
  path("M56 70c2 3 2.500 4.500 0 6-2.500-1.500-2-3 0-6Z", 'fill="#3f87d6"'),
  path("M38 62c-3-20 4-28 12-28s15 8 12 28c-3-8-7-11-12-11s-9 3-12 11Z", `fill="#22202c" ${LINE}`),
  circle(50, 33, 4.5, `fill="#c22f3a" ${LINE}`),
];

/** A cone with pompoms, curls and a ruff. */
const pierrette = [
  group(
    `fill="#e9c15c" ${LINE}`,
    circle(35, 66, 7),
    circle(33, 76, 7),
    circle(36, 85, 6),
    circle(65, 66, 7),
    circle(67, 76, 7),
    circle(64, 85, 6),
  ),
  body("#d9578a", "#c2457a"),
  path(
    "M20 98c4-9 8-5 12-10 5 4 8-2 18-2s13 6 18 2c4 5 8 1 12 10-6 6-10 2-14 7-6-4-10 2-16 2s-10-6-16-2c-4-5-8-1-14-7Z",
    `fill="#fff" ${LINE}`,
  ),
  face("#f9dcc4", looks("M43 64q2-1.500 4 0M53 64q2-1.500 4 0", "") + lips + blush),
  path("M39 66c0-12 5-15 11-15s11 3 11 15c-4-6-7-8-11-8s-7 2-11 8Z", `fill="#f0cd74" ${LINE}`),
  path("M54 14C46 28 40 42 37 56c9-4 17-4 26 0C62 40 60 26 54 14Z", `fill="#fbe9f1" ${LINE}`),
  group(`fill="#d9578a" ${LINE}`, circle(54, 14, 4.5), circle(50, 32, 3.6), circle(49, 46, 3.6)),
];

/** By the cards that they stand on. */
export const PORTRAITS = {
  W1: archmage,
  W2: enchantress,
  W3: warlock,
  W4: sorceress,
  J1: harlequin,
  J2: columbine,
  J3: pierrot,
  J4: pierrette,
};

export const portraits = Object.entries(PORTRAITS).map(([code, parts]) =>
  shared(`portrait-${code}`, ...parts),
);
