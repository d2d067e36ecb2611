"""What an edition of the game declares: the laws in which it may differ from the base game.

The engine, the bots and the coach look up these laws in the table's edition. A law that no edition changes
has no field here. The first edition that changes a law, such as the deck, the effect of the turned-up card or
the points, adds a field for it, with the base game's law as the default.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.cards.trick import fails_to_follow_suit, legal_cards, winning_index

NO_CARDS: Mapping[str | None, frozenset[Card]] = {}


class Edition(NamedTuple):
    """The laws of one edition; omitted laws are those of the base game."""

    name: str
    legal_cards: Callable[[Sequence[Card], str | None], tuple[Card, ...]] = legal_cards
    """Takes a hand and the suit to follow; returns the cards that may be played."""
    breaks_suit: Callable[[Card, Iterable[Card], str | None], bool] = fails_to_follow_suit
    """Takes a card, the hand it is in and the suit to follow; returns whether playing it breaks a rule."""
    winning_index: Callable[[Sequence[Card], str | None], int] = winning_index
    """Takes the cards of a trick in order, and trump; returns the index of the card that takes the trick."""
    above_wizards: Mapping[str | None, frozenset[Card]] = NO_CARDS
    """Maps the suit to follow to the cards that, if played then, beat all others, even Wizards."""
