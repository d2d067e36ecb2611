/** What cards and suits are called: each deck has its own names for the codes that all tables share. */
import { gettext, interpolate } from "../text.js";
import { kindOf, rankOf, suitOf } from "./cards.js";

/** @typedef {"modern" | "classic" | "fantasy" | "medieval"} Deck */

/** @type {Deck[]} */
export const DECKS = ["modern", "classic", "fantasy", "medieval"];

/** @returns {Record<Wire.Suit, string>} */
const colours = () => ({ R: gettext("Red"), Y: gettext("Yellow"), G: gettext("Green"), B: gettext("Blue") });
/** @returns {Record<Wire.Suit, string>} */
const coloursInText = () => ({
  R: gettext("red"),
  Y: gettext("yellow"),
  G: gettext("green"),
  B: gettext("blue"),
});
/** @returns {Record<Wire.Suit, string>} */
const french = () => ({
  R: gettext("Hearts"),
  Y: gettext("Diamonds"),
  G: gettext("Clubs"),
  B: gettext("Spades"),
});
/** @returns {Record<Wire.Suit, string>} */
const frenchInText = () => ({
  R: gettext("hearts"),
  Y: gettext("diamonds"),
  G: gettext("clubs"),
  B: gettext("spades"),
});
/** @returns {Record<Wire.Suit, string>} */
const oneOf = () => ({
  R: gettext("heart"),
  Y: gettext("diamond"),
  G: gettext("club"),
  B: gettext("spade"),
});
/** The highest four of Classic, in which the 1 is the Two. @returns {Record<number, string>} */
const court = () => ({ 10: gettext("Jack"), 11: gettext("Queen"), 12: gettext("King"), 13: gettext("Ace") });
/** Medieval's, in the order of their ranks. */
const characters = () => [
  gettext("Hermit"),
  gettext("Peasant"),
  gettext("Farmer"),
  gettext("Archer"),
  gettext("Blacksmith"),
  gettext("Merchant"),
  gettext("Bard"),
  gettext("Scholar"),
  gettext("Bishop"),
  gettext("Knight"),
  gettext("Queen"),
  gettext("King"),
  gettext("Dragon"),
];
/** Fantasy's Wizards and Jesters. @returns {Record<string, string>} */
const titles = () => ({
  W1: gettext("Archmage"),
  W2: gettext("Enchantress"),
  W3: gettext("Warlock"),
  W4: gettext("Sorceress"),
  J1: gettext("Harlequin"),
  J2: gettext("Columbine"),
  J3: gettext("Pierrot"),
  J4: gettext("Pierrette"),
});

/** The deck that this page shows. @returns {Deck} */
export function shownDeck() {
  const chosen = /** @type {Deck} */ (globalThis.document?.documentElement.dataset.deck);
  return DECKS.includes(chosen) ? chosen : "modern";
}

/** @param {Deck} deck */
const isFrench = (deck) => deck === "classic" || deck === "medieval";

/** "Red", or "Hearts". @param {Wire.Suit} suit */
export const suitName = (suit, deck = shownDeck()) => (isFrench(deck) ? french() : colours())[suit];

/** "red", or "hearts", inside a sentence. @param {Wire.Suit} suit */
export const suitInText = (suit, deck = shownDeck()) =>
  (isFrench(deck) ? frenchInText() : coloursInText())[suit];

/** @param {Wire.Suit} suit */
export const trumpSentence = (suit, deck = shownDeck()) =>
  isFrench(deck)
    ? interpolate(gettext("%(suit)s are trump"), { suit: french()[suit] })
    : interpolate(gettext("%(suit)s is trump"), { suit: colours()[suit] });

/** Why a card of another suit is refused. @param {Wire.Suit} suit */
export function followSentence(suit, deck = shownDeck()) {
  const name = suitInText(suit, deck);
  return isFrench(deck)
    ? interpolate(gettext("You have a %(card)s, so you must follow %(suit)s"), {
        card: oneOf()[suit],
        suit: name,
      })
    : interpolate(gettext("You have a %(suit)s card, so you must follow %(suit)s"), { suit: name });
}

/** What was named for a dealer whose time ran out. @param {Wire.Suit} suit */
export const namedSentence = (suit, deck = shownDeck()) =>
  isFrench(deck)
    ? interpolate(gettext("Your time ran out: %(suit)s were named for you."), { suit: french()[suit] })
    : interpolate(gettext("Your time ran out: %(suit)s was named for you."), { suit: colours()[suit] });

/** What a screen reader says: "Red 7", "8 of Hearts", "Bard of Hearts (7)"; "Wizard", "Warlock (Wizard)".
    @param {Deck} deck
    @param {Wire.Card} card */
export function nameIn(deck, card) {
  const suit = suitOf(card);
  if (!suit) return specialName(deck, card);
  const rank = rankOf(card);
  if (deck === "classic")
    return interpolate(gettext("%(rank)s of %(suit)s"), {
      rank: court()[rank] ?? rank + 1,
      suit: french()[suit],
    });
  if (deck === "medieval")
    return interpolate(gettext("%(character)s of %(suit)s (%(rank)s)"), {
      character: characters()[rank - 1],
      suit: french()[suit],
      rank,
    });
  return `${colours()[suit]} ${rank}`;
}

/** @param {Deck} deck @param {Wire.Card} card */
function specialName(deck, card) {
  const name = kindOf(card) === "wizard" ? gettext("Wizard") : gettext("Jester");
  return deck === "fantasy" && titles()[card] ? `${titles()[card]} (${name})` : name;
}

/** The same in the deck that this page shows. @param {Wire.Card} card */
export const nameOf = (card) => nameIn(shownDeck(), card);
