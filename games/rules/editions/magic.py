"""Wizard Magic (Fisher 2022): a suit's 1 becomes a Wizard above all Wizards where its suit must be followed.

The 1 follows suit like any card. Led, discarded, played after a Wizard that was led, or setting the suit to
follow itself (after Jesters), it is an ordinary 1. A trick can hold one such Wizard at most.
"""

from collections.abc import Mapping, Sequence

from games.rules.cards import JESTER, SUITS, Card
from games.rules.cards import trick as base
from games.rules.editions.edition import Edition

MAGIC_WIZARDS: Mapping[str | None, frozenset[Card]] = {suit: frozenset({f"{suit}1"}) for suit in SUITS}


def winning_index(cards: Sequence[Card], trump: str | None) -> int:
    """The position of the 1 that is a Wizard here; without one, that of the base game."""
    suit = base.suit_to_follow(cards)
    for magic in MAGIC_WIZARDS.get(suit, ()):
        if magic in cards and cards.index(magic) > _opening(cards):
            return cards.index(magic)
    return base.winning_index(cards, trump)


def _opening(cards: Sequence[Card]) -> int:
    """The position of the card that sets the suit to follow."""
    return next(index for index, card in enumerate(cards) if card[0] != JESTER)


EDITION = Edition("magic", winning_index=winning_index, above_wizards=MAGIC_WIZARDS)
