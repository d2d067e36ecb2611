/** What a card's code means and how to sort a hand. No DOM in here. */

/** @type {Wire.Suit[]} */
export const SUITS = ["R", "Y", "G", "B"];
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

/** A hand in the order that its player prefers.
    @param {Wire.Card[]} cards
    @param {Wire.Suit | null} [trump]
    @param {Wire.Preferences["hand_order"]} [order] */
export function sortHand(cards, trump = null, order = "suit") {
  if (order === "dealt") return [...cards];
  if (order === "rank") return sortByRank(cards);
  const sorted = sortBySuit(cards, trump);
  return order === "trump_first" ? sorted.reverse() : sorted;
}

/** Jesters first, then the ranks from low to high, then Wizards.
    @param {Wire.Card[]} cards */
function sortByRank(cards) {
  const place = (/** @type {Wire.Card} */ card) => {
    const kind = kindOf(card);
    if (kind !== "suit") return (kind === "jester" ? -1000 : 1000) + rankOf(card);
    return rankOf(card) * 10 + HAND_ORDER.indexOf(/** @type {Wire.Suit} */ (card[0]));
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Jesters first, then the suits with trump last, then Wizards: weak on the left, strong on the right.
    @param {Wire.Card[]} cards
    @param {Wire.Suit | null} trump */
function sortBySuit(cards, trump) {
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
