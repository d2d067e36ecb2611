"""A trick as far as it is played: what lies, who takes it so far, and which suit is to be followed."""

from typing import NamedTuple

from games.bots.search.pack import FIRST_JESTER, FIRST_WIZARD, FREE, KIND, NO_SUIT, RANK_OF, RANKS

NOTHING, TRUMPED, WIZARD_LIES = -1, RANKS, 2 * RANKS + 1
"""How strong what lies is: nothing, then a rank, so much more for a trump, and beyond all a Wizard."""


class Lying(NamedTuple):
    """A trick as far as it is played: cards, who wins it so far and how strongly, the suit to follow."""

    played: int
    winner: int
    strength: int
    suit: int


EMPTY = Lying(0, -1, NOTHING, NO_SUIT)


def laid(lying: Lying, seat: int, card: int, trump: int) -> Lying:
    """The trick after one more card."""
    played, winner, strength, suit = lying
    suit = suit_after(suit, card)
    mine = strength_of(card, trump, suit)
    if mine > strength:
        winner, strength = seat, mine
    return Lying(played + 1, winner, strength, suit)


def suit_after(suit: int, card: int) -> int:
    """The suit to follow after a card, where it was `suit` before."""
    if suit != NO_SUIT:
        return suit
    if card < FIRST_JESTER:
        return KIND[card]
    return FREE if card >= FIRST_WIZARD else NO_SUIT


def strength_of(card: int, trump: int, suit: int) -> int:
    """How strong a card is in a trick of `suit`; what neither follows nor trumps has no strength at all."""
    if card >= FIRST_WIZARD:
        return WIZARD_LIES
    kind = KIND[card]
    if kind == trump:
        return TRUMPED + RANK_OF[card]
    return RANK_OF[card] if kind == suit else 0
