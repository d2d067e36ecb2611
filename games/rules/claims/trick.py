"""The state of a trick that decides which seat takes it; seats count clockwise from the claimant, seat 0."""

from typing import NamedTuple

from games.rules.cards import JESTER, RANK, SUITS, WIZARD, Card
from games.rules.editions import Edition

CLAIMANT = 0
UNSET, FREE = "", "-"
"""No suit to follow: not yet, and (after a Wizard) not in the whole trick."""
JESTERS, TRUMPS, WIZARDS, ABOVE_WIZARDS = 0, 100, 1000, 2000
"""Strengths of cards: a suit card has its rank, a trump has TRUMPS plus its rank."""


class OpenTrick(NamedTuple):
    """A trick in progress, reduced to what decides which seat takes it."""

    turn: int
    """The seat that plays next."""
    left: int
    """The number of players who have yet to play."""
    suit: str = UNSET
    """The suit to follow, UNSET or FREE."""
    strength: int = -1
    """The strength of the winning card; -1 if no card has been played."""
    holder: int = -1
    """The seat that played the winning card; -1 if no card has been played."""

    @property
    def suit_to_follow(self) -> str | None:
        """The suit that players must follow, or None if they may play any card."""
        return self.suit if self.suit in SUITS else None


def strength_in_trick(card: Card, suit: str, trump: str | None, edition: Edition) -> int:
    """Return the strength of a card if it is played now, or -1 if it cannot win the trick.

    Of equally strong cards, the first one wins. `suit` is the suit to follow, UNSET if no card has set it
    yet, or FREE if a Wizard was played before any card of a suit. `trump` is None if there is no trump suit.
    """
    kind = card[0]
    if kind == JESTER:
        return JESTERS
    if kind == WIZARD:
        return WIZARDS
    if card in edition.above_wizards.get(suit, ()):
        return ABOVE_WIZARDS
    if kind == trump:
        return TRUMPS + RANK[card]
    # A card that neither follows suit nor is a trump cannot win. After a Wizard, `suit` is FREE.
    return RANK[card] if suit in (UNSET, kind) else -1


def trick_after_card(trick: OpenTrick, card: Card, strength: int, players: int) -> OpenTrick:
    """Return the trick after the player to move has played `card`, which has this strength.

    `players` is the number of players.
    """
    turn, left, suit, best, holder = trick
    if suit == UNSET and card[0] != JESTER:
        suit = FREE if card[0] == WIZARD else card[0]
    if strength > best:
        best, holder = strength, turn
    return OpenTrick((turn + 1) % players, left - 1, suit, best, holder)
