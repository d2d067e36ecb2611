"""What the claimant's opponents may hold: the unseen cards, grouped by kind, and which deals are possible."""

from bisect import bisect
from collections.abc import Hashable
from typing import NamedTuple

from games.rules.cards import RANK, SUITS, WIZARD, Card
from games.rules.claims.knowledge import Knowledge
from games.rules.editions import EDITIONS

UnseenCounts = tuple[int, ...]
"""How many cards of each kind are unseen."""
MissingSuits = tuple[int, ...]
"""The suits that each seat cannot hold, as bits; the entry of the claimant, seat 0, is unused."""


class Kind(NamedTuple):
    """A group of unseen cards that are interchangeable for the claimant."""

    card: Card
    """The card that represents the group: the lowest one."""
    suit: int
    """The suit's bit; 0 for Jesters and Wizards."""
    single: bool
    """Whether the edition gives this card a special strength, so that it is a group of its own."""


class UnseenCards:
    """The unseen cards, grouped by kind, and the deals that are still possible.

    Two cards of a suit are of the same kind if no card in the claimant's hand or on the table ranks between
    them. Exchanging the two gives another deal that is just as possible, with the same tricks for the
    claimant.
    """

    def __init__(self, known: Knowledge) -> None:
        """Group the cards that the claimant (the player who claims tricks) has not seen.

        Cards that are interchangeable from the claimant's view form one group.
        """
        singles = frozenset[Card]().union(*EDITIONS[known.edition].above_wizards.values())
        kinds: dict[Hashable, list[Card]] = {}
        # The search assumes that the first card of a suit is its lowest, so the proof depends on this order.
        for card in sorted(known.pool, key=lambda card: (card[0] == WIZARD, RANK[card], card)):
            kinds.setdefault(card if card in singles else _interchange_key(card, known), []).append(card)
        self.kinds = tuple(
            Kind(cards[0], suit_bit(cards[0][0]), cards[0] in singles) for cards in kinds.values()
        )
        """The kinds, from low cards to high cards, Wizards last."""
        self.counts: UnseenCounts = tuple(map(len, kinds.values()))
        self.voids: MissingSuits = (0, *(sum(map(suit_bit, void)) for void in known.voids))
        self._possible: dict[Hashable, bool] = {}

    def is_deal_possible(
        self, unseen_counts: UnseenCounts, hand_sizes: tuple[int, ...], missing_suits: MissingSuits
    ) -> bool:
        """Return whether the unseen cards can fill the rivals' hands, given the suits that each rival lacks.

        `unseen_counts` has the number of unseen cards in each group of interchangeable cards. For each seat,
        `hand_sizes` has the number of cards in the player's hand, and `missing_suits` has a bit mask of the
        suits that the player lacks. For the claimant, seat 0, both have 0.
        """
        key = (unseen_counts, hand_sizes, missing_suits)
        if key not in self._possible:
            # Indexed by the bit of the suit: 1, 2, 4, 8, and 0 for Jesters and Wizards.
            suit_counts = [0] * 9
            for kind, count in zip(self.kinds, unseen_counts, strict=True):
                suit_counts[kind.suit] += count
            self._possible[key] = _can_fill_hands(suit_counts, hand_sizes, missing_suits)
        return self._possible[key]


def suit_bit(suit: str) -> int:
    """Return the bit that stands for the suit in a bit mask, or 0 if `suit` is not one of the four suits."""
    return 1 << SUITS.index(suit) if suit in SUITS else 0


def _interchange_key(card: Card, known: Knowledge) -> tuple[str, int]:
    """Return a key that is equal for all cards that are interchangeable from the claimant's view."""
    if card[0] not in SUITS:
        return card[0], 0
    # A card in the claimant's hand or on the table separates the lower and the higher cards of its suit.
    marks = sorted(RANK[own] for own in (*known.hand, *known.cards_on_table) if own[0] == card[0])
    return card[0], bisect(marks, RANK[card])


def _can_fill_hands(suit_counts: list[int], hand_sizes: tuple[int, ...], missing_suits: MissingSuits) -> bool:
    """Return whether the unseen cards can fill the rivals' hands, given the suits that each rival lacks.

    `suit_counts[suit_bit(suit)]` is the number of unseen cards of a suit; index 0 is for Jesters and Wizards.
    For each seat, `hand_sizes` has the number of cards in the player's hand, and `missing_suits` has a bit
    mask of the suits that the player lacks. For the claimant, seat 0, both have 0.
    """
    # Hall's condition: for each set of suits, the cards outside the set must be enough to fill the hands of
    # all players who lack the whole set.
    total = sum(suit_counts)
    if total < sum(hand_sizes):
        return False
    somewhere = 0
    for void in missing_suits:
        somewhere |= void
    for lacking, bits in _SETS_OF_SUITS:
        # No player lacks all of these suits, so no hand has to be filled without them.
        if lacking & ~somewhere:
            continue
        others = total - sum([suit_counts[one] for one in bits])
        if others < sum(
            [size for size, void in zip(hand_sizes, missing_suits, strict=True) if void & lacking == lacking]
        ):
            return False
    return True


_BITS = [1 << number for number in range(len(SUITS))]
_SETS_OF_SUITS = [(some, [one for one in _BITS if some & one]) for some in range(1, 1 << len(SUITS))]
