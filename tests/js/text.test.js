import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { nameIn } from "../../static/js/cards/names.js";
import { statusLine } from "../../static/js/sight/words.js";
import {
  decimalText,
  fill,
  gettext,
  interpolate,
  ngettext,
  percentText,
  pgettext,
} from "../../static/js/text.js";
import { player, sight } from "./sights.js";

const GERMAN = {
  plural: (n) => Number(n !== 1),
  messages: {
    "It is not your turn": "Du bist nicht dran",
    "Your turn": "Du bist dran",
    "%(rank)s of %(suit)s": "%(suit)s-%(rank)s",
    Hearts: "Herz",
    "%(n)s card": ["%(n)s Karte", "%(n)s Karten"],
    "verb\u0004Deal": "Austeilen",
  },
};

describe("a sentence", () => {
  afterEach(() => {
    delete globalThis.wizardCatalog;
  });

  it("stays English without a catalog", () => {
    assert.equal(gettext("Your turn"), "Your turn");
    assert.equal(pgettext("verb", "Deal"), "Deal");
    assert.deepEqual(
      [1, 2].map((n) => ngettext("%(n)s card", "%(n)s cards", n)),
      ["%(n)s card", "%(n)s cards"],
    );
  });

  it("is in the catalog's language, in the form for its number", () => {
    globalThis.wizardCatalog = GERMAN;
    assert.equal(gettext("It is not your turn"), "Du bist nicht dran");
    assert.equal(pgettext("verb", "Deal"), "Austeilen");
    assert.deepEqual(
      [1, 0].map((n) => ngettext("%(n)s card", "%(n)s cards", n)),
      ["%(n)s Karte", "%(n)s Karten"],
    );
    assert.equal(
      statusLine(sight({ status: "playing", turn: [0], viewer: 0, players: [player()] })),
      "Du bist dran",
    );
    assert.equal(nameIn("classic", "R6"), "Herz-7");
  });

  it("stays English where the catalog lacks it, whatever it is called", () => {
    globalThis.wizardCatalog = GERMAN;
    for (const text of ["Nobody yet", "constructor", "__proto__"]) assert.equal(gettext(text), text);
    assert.equal(ngettext("one", "many", 2), "many");
  });

  it("takes values, also elements", () => {
    assert.equal(interpolate("%(a)s of %(b)s", { a: 1, b: "%(a)s" }), "1 of %(a)s");
    assert.deepEqual(fill("Table of %(name)s!", { name: { tag: "b" } }), ["Table of ", { tag: "b" }, "!"]);
  });
});

describe("a number", () => {
  afterEach(() => {
    delete globalThis.document;
    delete globalThis.navigator;
  });

  it("is English without a page", () => {
    assert.deepEqual([2.54, -2, -0.04, 1200.5].map(decimalText), ["2.5", "−2", "0", "1200.5"]);
    assert.equal(percentText(0.456), "46%");
  });

  it("is written as is usual in the page's language", () => {
    globalThis.document = { documentElement: { lang: "de" } };
    Object.defineProperty(globalThis, "navigator", {
      value: { languages: ["en", "de-AT"] },
      configurable: true,
    });
    assert.equal(decimalText(-2.54), "−2,5");
    assert.equal(percentText(0.456), "46\u00a0%");
  });
});
