/** What a card's code means, how to say it and how to sort a hand. No DOM in here. */
export const SUITS = ["R", "Y", "G", "B"];
export const SUIT_NAMES = { R: "Red", Y: "Yellow", G: "Green", B: "Blue" };
/** Red and blue stand apart in a hand, so that neighbours never look alike. */
const HAND_ORDER = ["R", "G", "Y", "B"];

export const kindOf = (card) => (card[0] === "W" ? "wizard" : card[0] === "J" ? "jester" : "suit");
export const suitOf = (card) => (kindOf(card) === "suit" ? card[0] : null);
export const rankOf = (card) => Number(card.slice(1));

/** "Red 7", "Wizard", "Jester": what a screen reader says. */
export function nameOf(card) {
  const kind = kindOf(card);
  if (kind === "wizard") return "Wizard";
  if (kind === "jester") return "Jester";
  return `${SUIT_NAMES[card[0]]} ${rankOf(card)}`;
}

/** Jesters first, then the suits with trump last, then Wizards: weak on the left, strong on the right. */
export function sortHand(cards, trump = null) {
  const suits = HAND_ORDER.filter((suit) => suit !== trump);
  if (trump) suits.push(trump);
  const place = (card) => {
    const kind = kindOf(card);
    if (kind === "jester") return -1000 + rankOf(card);
    if (kind === "wizard") return 1000 + rankOf(card);
    return suits.indexOf(card[0]) * 20 + rankOf(card);
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** Splits a hand into rows: one where there is room, two on a narrow screen. */
export function rowsOf(cards, narrow) {
  if (!narrow || cards.length <= 9) return [cards];
  const half = Math.ceil(cards.length / 2);
  return [cards.slice(0, half), cards.slice(half)];
}
