"""What an edition of the game declares: the laws in which it may differ from the base game.

The engine asks the table's edition for each of these, and so do bots and coach. A law that no edition changes
has no field here: the first edition that changes it (the deck, what the turned card does, what happens after
a trick, the points) adds the field, with the base game's law as its default.
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
    """From a hand and the suit to follow: the cards that may be played."""
    breaks_suit: Callable[[Card, Iterable[Card], str | None], bool] = fails_to_follow_suit
    """From a card, the hand that holds it and the suit to follow: whether playing it breaks a rule."""
    winning_index: Callable[[Sequence[Card], str | None], int] = winning_index
    """From the cards of a trick in order, and trump: the position of the card that takes the trick."""
    above_wizards: Mapping[str | None, frozenset[Card]] = NO_CARDS
    """The cards that beat all others, even Wizards, by the suit to follow when they are played."""
