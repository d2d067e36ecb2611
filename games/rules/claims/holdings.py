"""What the other players may hold: the unseen cards, grouped by kind, and whether a deal is possible."""

from bisect import bisect
from collections.abc import Hashable
from typing import NamedTuple

from games.rules.cards import RANK, SUITS, WIZARD, Card
from games.rules.claims.knowledge import Knowledge
from games.rules.editions import EDITIONS

Counts = tuple[int, ...]
"""How many cards of each kind are unseen."""
Voids = tuple[int, ...]
"""By seat: the suits that it can't hold, as bits; the claimant's place is unused."""


class Kind(NamedTuple):
    """Unseen cards that are interchangeable for the claimant."""

    card: Card
    """One of these cards, which represents them all."""
    suit: int
    """The suit's bit; 0 for Jesters and Wizards."""
    single: bool
    """Whether the edition sets this card apart from the others of its suit."""


class Holdings:
    """The unseen cards, grouped by kind, and the deals that are still possible.

    Two cards of a suit are of the same kind if no card of the suit in the claimant's hand or on the table
    ranks between them: exchanging them gives another deal that is just as possible, with the same tricks for
    the claimant.
    """

    def __init__(self, known: Knowledge) -> None:
        """Group the cards that the claimant has not seen into kinds of interchangeable cards."""
        singles = frozenset[Card]().union(*EDITIONS[known.edition].above_wizards.values())
        kinds: dict[Hashable, list[Card]] = {}
        # The search relies on the first card of a suit being its lowest, so this order is part of the proof.
        for card in sorted(known.pool, key=lambda card: (card[0] == WIZARD, RANK[card], card)):
            kinds.setdefault(card if card in singles else _kind_key(card, known), []).append(card)
        self.kinds = tuple(
            Kind(cards[0], suit_bit(cards[0][0]), cards[0] in singles) for cards in kinds.values()
        )
        """From low cards to high ones, Wizards last."""
        self.counts: Counts = tuple(map(len, kinds.values()))
        self.voids: Voids = (0, *(sum(map(suit_bit, void)) for void in known.voids))
        self._possible: dict[Hashable, bool] = {}

    def is_possible(self, counts: Counts, sizes: tuple[int, ...], voids: Voids) -> bool:
        """Whether hands of these sizes can be dealt so that no player gets a suit that they lack (`voids`).

        `counts` is the number of cards of each kind to deal from. Results are cached.
        """
        key = (counts, sizes, voids)
        if key not in self._possible:
            # Indexed by the bit of the suit: 1, 2, 4, 8, and 0 for Jesters and Wizards.
            suits = [0] * 9
            for kind, count in zip(self.kinds, counts, strict=True):
                suits[kind.suit] += count
            self._possible[key] = _can_fill_hands(suits, sizes, voids)
        return self._possible[key]


def suit_bit(suit: str) -> int:
    """Return the bit of a suit in a set of suits; 0 for anything but a suit, such as Jesters and Wizards."""
    return 1 << SUITS.index(suit) if suit in SUITS else 0


def _kind_key(card: Card, known: Knowledge) -> tuple[str, int]:
    """Return the key under which interchangeable cards are grouped: (suit, number of known lower cards).

    The number counts the cards of the suit in the claimant's hand or on the table that rank below `card`.
    """
    if card[0] not in SUITS:
        return card[0], 0
    marks = sorted(RANK[own] for own in (*known.hand, *known.cards_on_table) if own[0] == card[0])
    return card[0], bisect(marks, RANK[card])


def _can_fill_hands(suits: list[int], sizes: tuple[int, ...], voids: Voids) -> bool:
    """Whether hands of these sizes can be filled; `suits` has the number of available cards by suit bit.

    By Hall's condition, for each set of suits, the players who lack all of these suits (`voids`) must find
    enough cards in the other suits.
    """
    total = sum(suits)
    if total < sum(sizes):
        return False
    somewhere = 0
    for void in voids:
        somewhere |= void
    for lacking, bits in _SETS_OF_SUITS:
        # Nobody lacks all of these suits, so no hand has to be filled without them.
        if lacking & ~somewhere:
            continue
        others = total - sum([suits[one] for one in bits])
        if others < sum([size for size, void in zip(sizes, voids, strict=True) if void & lacking == lacking]):
            return False
    return True


_BITS = [1 << number for number in range(len(SUITS))]
_SETS_OF_SUITS = [(some, [one for one in _BITS if some & one]) for some in range(1, 1 << len(SUITS))]
