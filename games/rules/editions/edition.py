"""What an edition of the game declares: the laws in which it may differ from the base game.

The engine asks the table's edition for each of these, and so do bots and coach. A law that no edition changes
has no field here: the first edition that changes it (the deck, what the turned card does, what happens after
a trick, the points) adds the field, with the base game's law as its default.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.cards.trick import breaks_suit, legal_cards, winning_index

NO_CARDS: Mapping[str | None, frozenset[Card]] = {}


class Edition(NamedTuple):
    """The laws of one edition; those that it does not name are the base game's."""

    name: str
    legal_cards: Callable[[Sequence[Card], str | None], tuple[Card, ...]] = legal_cards
    """Takes a hand and the suit to follow; gives the cards that may be played."""
    breaks_suit: Callable[[Card, Iterable[Card], str | None], bool] = breaks_suit
    """Takes a card, the hand that holds it and the suit to follow; tells whether the card breaks a rule."""
    winning_index: Callable[[Sequence[Card], str | None], int] = winning_index
    """Takes the cards of a trick in order, and trump; gives the place of the card that takes it."""
    above_wizards: Mapping[str | None, frozenset[Card]] = NO_CARDS
    """By the suit to follow before it is played: the cards that then beat every other, Wizards included."""
