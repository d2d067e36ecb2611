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
    """Return the position of the card that takes the trick.

    It is the 1 that counts as a Wizard in this trick; without one, it is the winner under the base game's
    rules.
    """
    suit = base.suit_to_follow(cards)
    for magic in MAGIC_WIZARDS.get(suit, ()):
        if magic in cards and cards.index(magic) > _suit_setting_position(cards):
            return cards.index(magic)
    return base.winning_index(cards, trump)


def _suit_setting_position(cards: Sequence[Card]) -> int:
    """Return the position of the card whose suit must be followed: the first that is not a Jester."""
    return next(index for index, card in enumerate(cards) if card[0] != JESTER)


EDITION = Edition("magic", winning_index=winning_index, above_wizards=MAGIC_WIZARDS)
