"""A running trick: the cards played, the seat that wins so far, and the suit to follow."""

from typing import NamedTuple

from games.bots.search.pack import (
    ABOVE_WIZARDS,
    FIRST_JESTER,
    FIRST_WIZARD,
    FREE,
    KIND,
    NO_SUIT,
    RANK_OF,
    RANKS,
)
from games.rules.editions import BASE

NOTHING, TRUMPED, WIZARD_LIES, STRONGEST = -1, RANKS, 2 * RANKS + 1, 2 * RANKS + 2
"""How strong what lies is: nothing, then a rank, so much more for a trump, then a Wizard, and beyond all (in
some editions) what beats even Wizards."""


class Lying(NamedTuple):
    """A running trick: number of cards, the winning seat and its strength, and the suit to follow."""

    played: int
    winner: int
    strength: int
    suit: int


EMPTY = Lying(0, -1, NOTHING, NO_SUIT)


def with_card(lying: Lying, seat: int, card: int, trump: int, edition: str = BASE) -> Lying:
    """Return the trick after one more card."""
    played, winner, strength, suit = lying
    mine = strength_of(card, trump, suit, edition)
    if mine > strength:
        winner, strength = seat, mine
    return Lying(played + 1, winner, strength, suit_after(suit, card))


def suit_after(suit: int, card: int) -> int:
    """Return the suit to follow after a card, if it was `suit` before."""
    if suit != NO_SUIT:
        return suit
    if card < FIRST_JESTER:
        return KIND[card]
    return FREE if card >= FIRST_WIZARD else NO_SUIT


def strength_of(card: int, trump: int, suit: int, edition: str = BASE) -> int:
    """How strong a card is that is played where `suit` is to be followed so far.

    What neither follows nor trumps has no strength at all.
    """
    if card >= FIRST_WIZARD:
        return WIZARD_LIES
    if ABOVE_WIZARDS[edition][suit] >> card & 1:
        return STRONGEST
    kind = KIND[card]
    if kind == trump:
        return TRUMPED + RANK_OF[card]
    return RANK_OF[card] if suit in (kind, NO_SUIT) else 0
