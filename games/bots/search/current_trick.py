"""The trick in progress: what decides which card takes it."""

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
"""Strengths of a trick's best card: no card, what trumps add to their rank, Wizards, cards above Wizards."""


class CurrentTrick(NamedTuple):
    """The trick in progress."""

    played: int
    """The number of cards played."""
    winner: int
    """The seat that is winning so far; -1 if no card has been played."""
    strength: int
    """The strength of the winning card; NOTHING if no card has been played."""
    suit: int
    """The suit to follow; NO_SUIT or FREE if there is none."""


EMPTY = CurrentTrick(0, -1, NOTHING, NO_SUIT)


def trick_with_card(
    current_trick: CurrentTrick, seat: int, card: int, trump: int, edition: str = BASE
) -> CurrentTrick:
    """Return a copy of the trick after `seat` has played `card`.

    `trump` is a suit's number, or NO_SUIT.
    """
    played, winner, strength, suit = current_trick
    mine = strength_in_trick(card, trump, suit, edition)
    if mine > strength:
        winner, strength = seat, mine
    return CurrentTrick(played + 1, winner, strength, suit_to_follow_after(suit, card))


def suit_to_follow_after(suit: int, card: int) -> int:
    """Return the suit to follow after `card` is played. `suit` is the suit to follow before that."""
    # NO_SUIT: nothing but Jesters has been played. FREE: a Wizard came before any suit card, so every card
    # may be played.
    if suit != NO_SUIT:
        return suit
    if card < FIRST_JESTER:
        return KIND[card]
    return FREE if card >= FIRST_WIZARD else NO_SUIT


def strength_in_trick(card: int, trump: int, suit: int, edition: str = BASE) -> int:
    """Return a number for a card's strength in the trick. The highest number wins.

    `suit` is the suit to follow before the card is played. Of equally strong cards, the first one wins.
    """
    if card >= FIRST_WIZARD:
        return WIZARD_LIES
    if ABOVE_WIZARDS[edition][suit] >> card & 1:
        return STRONGEST
    kind = KIND[card]
    if kind == trump:
        return TRUMPED + RANK_OF[card]
    # Jesters, and cards that neither follow suit nor are trumps, have strength 0.
    return RANK_OF[card] if suit in (kind, NO_SUIT) else 0
