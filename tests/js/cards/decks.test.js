import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { files } from "../../../art/decks.js";
import { DECKS, nameIn } from "../../../static/js/cards/names.js";

const FOLDER = new URL("../../../static/decks/", import.meta.url);
const MAX_BYTES = 10_000;
const read = (name) => readFileSync(new URL(name, FOLDER), "utf8");
const spriteOf = (deck) => read(`${deck}.svg`);
const idsOf = (svg) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const CARDS = [
  ...[..."RYGB"].flatMap((suit) => Array.from({ length: 13 }, (_, rank) => `${suit}${rank + 1}`)),
  ...[..."RYGB"].map((suit) => `${suit}1-magic`),
  ...[..."JW"].flatMap((kind) => [1, 2, 3, 4].map((number) => `${kind}${number}`)),
  "back",
];

describe("the decks' files", () => {
  it("are what `node art/make.js` writes", () => {
    const drawn = files();
    assert.deepEqual(readdirSync(FOLDER).sort(), Object.keys(drawn).sort());
    for (const [name, content] of Object.entries(drawn)) assert.ok(read(name) === content, name);
  });

  for (const deck of DECKS) {
    it(`have every card, the magic 1s, the back and the suits of ${deck}`, () => {
      const ids = new Set(idsOf(spriteOf(deck)));
      const wanted = CARDS.map((card) => `card-${card}`);
      for (const suit of "RYGB") wanted.push(`suit-${suit}`, `shape-${suit}`);
      assert.deepEqual(
        wanted.filter((id) => !ids.has(id)),
        [],
      );
    });

    it(`use nothing in ${deck} that isn't there, and each name once`, () => {
      for (const svg of [spriteOf(deck), read(`${deck}-preview.svg`)]) {
        const ids = idsOf(svg);
        assert.equal(new Set(ids).size, ids.length);
        const used = [...svg.matchAll(/(?:href="#|url\(#)([\w-]+)/g)].map(([, id]) => id);
        assert.deepEqual(
          used.filter((id) => !ids.includes(id)),
          [],
        );
      }
    });

    it(`are small for ${deck}`, () => {
      assert.ok(gzipSync(spriteOf(deck)).length < MAX_BYTES);
      assert.ok(gzipSync(read(`${deck}-preview.svg`)).length < MAX_BYTES);
    });
  }

  it("keep the two digits of Modern within the line of its cards, whatever the font", () => {
    const LINE = 5.5;
    for (const code of [..."RYGB"].flatMap((suit) => [10, 11, 12, 13].map((rank) => `${suit}${rank}`))) {
      const card =
        spriteOf("modern").match(new RegExp(`<symbol id="card-${code}".*?</symbol>`, "s"))?.[0] ?? "";
      const [, x, length] = card.match(/<text x="([\d.]+)"[^>]* textLength="([\d.]+)"/) ?? [];
      assert.ok(Number(x) - Number(length) / 2 > LINE, code);
    }
  });

  it("draw the titles by which Fantasy's cards are named", () => {
    for (const code of ["W1", "W2", "W3", "W4", "J1", "J2", "J3", "J4"]) {
      const [title] = nameIn("fantasy", code).split(" ");
      const card = spriteOf("fantasy").match(new RegExp(`<symbol id="card-${code}".*?</symbol>`, "s"))?.[0];
      assert.match(card ?? "", new RegExp(`>${title.toUpperCase()}<`));
    }
  });

  it("draw each of Medieval's characters on the card of their rank", () => {
    for (let rank = 1; rank <= 13; rank += 1) {
      const [name] = nameIn("medieval", `G${rank}`).split(" ");
      const card = spriteOf("medieval").match(new RegExp(`<symbol id="card-G${rank}".*?</symbol>`, "s"))?.[0];
      assert.match(card ?? "", new RegExp(`>${name.toUpperCase()}<`));
    }
  });
});
