/** The colours of the suits as colour-blind people see them, by the matrices of Machado, Oliveira and Fernandes (2009). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

const CSS = readFileSync(new URL("../../static/css/palettes.css", import.meta.url), "utf8");
const SEEN_BY = {
  everybody: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopes: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopes: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopes: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const SUITS = [..."RYGB"];
/** A distance in CIELAB: 2.3 is just noticeable. */
const MIN_DISTANCE = 20;

const linear = (hex) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

const seen = ([r, g, b], m) =>
  [0, 3, 6].map((row) => Math.min(1, Math.max(0, m[row] * r + m[row + 1] * g + m[row + 2] * b)));

function lab([r, g, b]) {
  const root = (value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const brightness = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const onPaper = (hex) => (brightness(linear("#f3ead5")) + 0.05) / (brightness(linear(hex)) + 0.05);

/** The colours of a rule of the style sheet. */
const coloursOf = (rule) =>
  Object.fromEntries(
    [...rule.matchAll(/--card-(\S+): (#\w{6});/g)].map(([, name, colour]) => [name, colour]),
  );

const [colours, suits] = CSS.split("}").slice(0, 2).map(coloursOf);

describe("the palette for colour-blind people", () => {
  for (const [name, palette] of Object.entries({ colours, suits })) {
    for (const [people, matrix] of Object.entries(SEEN_BY))
      it(`keeps four ${name} apart for ${people}`, () => {
        const spots = SUITS.map((suit) => lab(seen(linear(palette[suit]), matrix)));
        spots.forEach((one, at) => {
          for (const other of spots.slice(at + 1)) {
            const distance = Math.hypot(...one.map((value, axis) => value - other[axis]));
            assert.ok(distance >= MIN_DISTANCE, `${SUITS[at]}: ${one}; ${other}: ${distance}`);
          }
        });
      });

    it(`can be read on paper: ${name}`, () => {
      for (const suit of SUITS)
        assert.ok(onPaper(palette[`${suit}-edge`] ?? palette[suit]) >= 4.5, `${suit} ${palette[suit]}`);
    });
  }
});
