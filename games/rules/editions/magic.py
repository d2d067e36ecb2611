"""Wizard Magic (Fisher 2022): a suit's 1 beats even Wizards if it is played where its suit must be followed.

The 1 has to follow suit like any other card of its suit. It remains an ordinary 1 if it is led, discarded or
played after a Wizard that was led, or if it sets the suit to follow itself (after Jesters). A trick can hold
at most one such magic card.
"""

from collections.abc import Mapping, Sequence

from games.rules.cards import JESTER, SUITS, Card
from games.rules.cards import trick as base
from games.rules.editions.edition import Edition

MAGIC_WIZARDS: Mapping[str | None, frozenset[Card]] = {suit: frozenset({f"{suit}1"}) for suit in SUITS}


def winning_index(cards: Sequence[Card], trump: str | None) -> int:
    """Return the index of the card that wins the trick under the rules of Wizard Magic.

    The cards are in the order played. `trump` is None if there is no trump suit.
    """
    # The 1 of the suit to follow wins, unless it has set that suit itself.
    suit = base.suit_to_follow(cards)
    for magic in MAGIC_WIZARDS.get(suit, ()):
        if magic in cards and cards.index(magic) > _find_suit_setting_card(cards):
            return cards.index(magic)
    return base.winning_index(cards, trump)


def _find_suit_setting_card(cards: Sequence[Card]) -> int:
    """Return the index of the card that sets the suit to follow: the first card that is not a Jester.

    `cards` are the cards of the trick in the order played. At least one of them must not be a Jester.
    """
    return next(index for index, card in enumerate(cards) if card[0] != JESTER)


EDITION = Edition("magic", winning_index=winning_index, above_wizards=MAGIC_WIZARDS)
