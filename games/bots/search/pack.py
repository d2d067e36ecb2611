"""Cards as small numbers, and sets of cards as bits, for playing out many deals.

A card's number is its index in `games.rules.cards.DECK`: the suits by rank, then four Jesters, then four
Wizards.
"""

from collections.abc import Iterable

from games.rules.cards import DECK, SUITS, Card
from games.rules.editions import EDITIONS

CARDS = len(DECK)
RANKS = 13
FIRST_JESTER, FIRST_WIZARD = 52, 56
JESTERS, WIZARDS = 4, 5
"""The kinds of the special cards; kinds 0 to 3 are the suits."""
NUMBER: dict[Card, int] = {card: number for number, card in enumerate(DECK)}
KIND: tuple[int, ...] = tuple(
    WIZARDS if card >= FIRST_WIZARD else JESTERS if card >= FIRST_JESTER else card // RANKS
    for card in range(CARDS)
)
RANK_OF: tuple[int, ...] = tuple(card % RANKS + 1 if card < FIRST_JESTER else 0 for card in range(CARDS))
SUIT_BITS: tuple[int, ...] = tuple(((1 << RANKS) - 1) << (RANKS * suit) for suit in range(4))
ALL_BITS = (1 << CARDS) - 1
HIGHER: tuple[int, ...] = tuple(
    SUIT_BITS[KIND[card]] & ~((2 << card) - 1) if card < FIRST_JESTER else 0 for card in range(CARDS)
)
"""The higher cards of a card's suit, as bits; none for Jesters and Wizards."""
NO_SUIT, FREE = -1, -2
"""The suit to follow while there is none yet, and after a Wizard has freed the whole trick."""


def suit_number(suit: str | None) -> int:
    """Convert a suit's letter to a number from 0 to 3, or None to NO_SUIT.

    Raise ValueError for any other value.
    """
    return NO_SUIT if suit is None else SUITS.index(suit)


def card_bits(cards: Iterable[int]) -> int:
    """Convert card numbers to a bit mask: bit n is set for card number n."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


ABOVE_WIZARDS: dict[str, tuple[int, ...]] = {
    name: tuple(
        card_bits(NUMBER[card] for card in edition.above_wizards.get(suit, ()))
        for suit in (*SUITS, None, None)
    )
    for name, edition in EDITIONS.items()
}
"""Maps each edition to the cards, as bits, that beat Wizards, indexed by the suit to follow.

FREE and NO_SUIT index the last two entries, for tricks without a suit to follow.
"""
SOMETIMES_ABOVE: dict[str, int] = {name: sum(by_suit) for name, by_suit in ABOVE_WIZARDS.items()}
"""Maps each edition to the cards, as bits, that beat Wizards in some tricks."""
