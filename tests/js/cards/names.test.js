import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  DECKS,
  followSentence,
  namedSentence,
  nameIn,
  nameOf,
  shownDeck,
  suitName,
  trumpSentence,
} from "../../../static/js/cards/names.js";

const CARDS = [
  ..."RYGB".split("").flatMap((suit) => Array.from({ length: 13 }, (_, rank) => `${suit}${rank + 1}`)),
  ..."JW".split("").flatMap((kind) => [1, 2, 3, 4].map((number) => `${kind}${number}`)),
];

describe("a card's name", () => {
  it("is its colour and rank in Modern and Fantasy", () => {
    for (const deck of ["modern", "fantasy"])
      assert.deepEqual([nameIn(deck, "R7"), nameIn(deck, "B13")], ["Red 7", "Blue 13"]);
  });

  it("goes from the Two to the Ace in Classic", () => {
    const names = ["R1", "Y9", "G10", "B11", "R12", "Y13"].map((card) => nameIn("classic", card));
    assert.deepEqual(names, [
      "2 of Hearts",
      "10 of Diamonds",
      "Jack of Clubs",
      "Queen of Spades",
      "King of Hearts",
      "Ace of Diamonds",
    ]);
  });

  it("is a character with its rank in Medieval", () => {
    const names = ["R1", "B4", "G10", "Y13"].map((card) => nameIn("medieval", card));
    assert.deepEqual(names, [
      "Hermit of Hearts (1)",
      "Archer of Spades (4)",
      "Knight of Clubs (10)",
      "Dragon of Diamonds (13)",
    ]);
  });

  it("says what a title of Fantasy stands for", () => {
    assert.deepEqual(
      ["W1", "W4", "J2"].map((card) => nameIn("fantasy", card)),
      ["Archmage (Wizard)", "Sorceress (Wizard)", "Columbine (Jester)"],
    );
    for (const deck of ["modern", "classic", "medieval"])
      assert.deepEqual([nameIn(deck, "W3"), nameIn(deck, "J3")], ["Wizard", "Jester"]);
  });

  it("is another for each card of a suit, in every deck", () => {
    for (const deck of DECKS) {
      const names = new Set(CARDS.slice(0, 52).map((card) => nameIn(deck, card)));
      assert.equal(names.size, 52, deck);
    }
  });
});

describe("a suit in a sentence", () => {
  it("is a colour or the name of a suit, with the right verb", () => {
    assert.deepEqual([suitName("R", "modern"), suitName("R", "classic")], ["Red", "Hearts"]);
    assert.equal(trumpSentence("G", "fantasy"), "Green is trump");
    assert.equal(trumpSentence("G", "medieval"), "Clubs are trump");
    assert.equal(followSentence("Y", "modern"), "You have a yellow card, so you must follow yellow");
    assert.equal(followSentence("Y", "classic"), "You have a diamond, so you must follow diamonds");
    assert.equal(namedSentence("B", "classic"), "Your time ran out: Spades were named for you.");
  });
});

describe("the deck that a page shows", () => {
  afterEach(() => {
    delete globalThis.document;
  });
  const show = (deck) => {
    globalThis.document = { documentElement: { dataset: { deck } } };
  };

  it("is Modern where nothing else is said, or a deck that is unknown", () => {
    assert.equal(shownDeck(), "modern");
    show("tarot");
    assert.equal(shownDeck(), "modern");
  });

  it("names the cards", () => {
    show("classic");
    assert.equal(nameOf("B13"), "Ace of Spades");
    show("medieval");
    assert.equal(nameOf("B13"), "Dragon of Spades (13)");
  });
});
