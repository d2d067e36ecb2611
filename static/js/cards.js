/** What a card's code means, how to say it and how to sort a hand. No DOM in here. */

/** @type {Wire.Suit[]} */
export const SUITS = ["R", "Y", "G", "B"];
/** @type {Record<Wire.Suit, string>} */
export const SUIT_NAMES = { R: "Red", Y: "Yellow", G: "Green", B: "Blue" };
/** Red and blue stand apart in a hand, so that neighbours never look alike. @type {Wire.Suit[]} */
const HAND_ORDER = ["R", "G", "Y", "B"];

/** @param {Wire.Card} card */
export const kindOf = (card) => (card[0] === "W" ? "wizard" : card[0] === "J" ? "jester" : "suit");
/** @param {Wire.Card} card */
export const suitOf = (card) => (kindOf(card) === "suit" ? /** @type {Wire.Suit} */ (card[0]) : null);
/** @param {Wire.Card} card */
export const rankOf = (card) => Number(card.slice(1));

/** Whether a card can be a Wizard in this edition, and shows it: in Wizard Magic each suit's 1.
    @param {Wire.Card} card
    @param {string} [edition] */
export const isMagic = (card, edition) =>
  edition === "magic" && kindOf(card) === "suit" && rankOf(card) === 1;

/** "Red 7", "Wizard", "Jester": what a screen reader says. @param {Wire.Card} card */
export function nameOf(card) {
  const kind = kindOf(card);
  if (kind === "wizard") return "Wizard";
  if (kind === "jester") return "Jester";
  return `${SUIT_NAMES[/** @type {Wire.Suit} */ (card[0])]} ${rankOf(card)}`;
}

/** Jesters first, then the suits with trump last, then Wizards: weak on the left, strong on the right.
    @param {Wire.Card[]} cards
    @param {Wire.Suit | null} [trump] */
export function sortHand(cards, trump = null) {
  const suits = HAND_ORDER.filter((suit) => suit !== trump);
  if (trump) suits.push(trump);
  const place = (/** @type {Wire.Card} */ card) => {
    const kind = kindOf(card);
    if (kind === "jester") return -1000 + rankOf(card);
    if (kind === "wizard") return 1000 + rankOf(card);
    return suits.indexOf(/** @type {Wire.Suit} */ (card[0])) * 20 + rankOf(card);
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** How many rows a hand of so many cards takes. @param {number} count @param {boolean} narrow */
export const rowCount = (count, narrow) => (narrow && count > 9 ? 2 : 1);

/** Splits a hand into rows: one where there is room, two on a narrow screen.
    @param {Wire.Card[]} cards
    @param {boolean} narrow */
export function rowsOf(cards, narrow) {
  if (rowCount(cards.length, narrow) === 1) return [cards];
  const half = Math.ceil(cards.length / 2);
  return [cards.slice(0, half), cards.slice(half)];
}
