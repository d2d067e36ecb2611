"""Exact chances in a round of one card, counted and never sampled; knows no table, no bids and no dice.

What is known when bidding: the own card, the turned card and the trump. The cards of the others are drawn
from the 58 that are left, every hand equally likely: neither a bid nor a suit that a dealer named tells
anything here. Everybody has one card and must play it, so that the deal decides everything.
"""

from fractions import Fraction
from math import perm

from games.rules.cards import DECK, JESTER, RANK, RANKS, SUITS, WIZARD, Card
from games.rules.scoring import points

PLAYERS = range(3, 7)
"""How many may play (rules.md, "Rounds")."""


def points_to_expect(bid: int, chance: Fraction) -> Fraction:
    """What a bid of 0 or 1 brings on average to somebody who takes the trick with this chance."""
    return chance * points(bid, 1) + (1 - chance) * points(bid, 0)


def is_worth_a_bid(chance: Fraction) -> bool:
    """Whether a bid of one brings at least as much as a bid of none: from 3/7, as 30, 20 and -10 have it."""
    return points_to_expect(1, chance) >= points_to_expect(0, chance)


def chance_of_trick(*, players: int, before: int, own: Card, turned: Card, trump: str | None) -> Fraction:
    """The chance that `own` takes the only trick when `before` of the other players have played.

    `trump` is the suit of the turned card, or the one that the dealer named after a turned Wizard; None after
    a turned Jester. The turned card can't be the own one, and there are 3 to 6 players: else a ValueError.
    """
    if own == turned or players not in PLAYERS or before not in range(players):
        raise ValueError("no such round")
    unseen = [card for card in DECK if card not in (own, turned)]
    others = players - 1
    jesters = _count(unseen, JESTER)
    if own[0] == WIZARD:
        weaker = [card for card in unseen if card[0] != WIZARD]
        won = perm(len(weaker), before) * perm(len(unseen) - before, others - before)
    elif own[0] == JESTER:
        won = 0 if before else perm(jesters, others)
    else:
        weaker = [card for card in unseen if not _beats(card, own, trump)]
        if own[0] == trump:
            won = perm(len(weaker), others)
        else:
            lower = _count(weaker, own[0])
            won = _with_the_suit(before, others, jesters, lower, len(weaker))
    return Fraction(won, perm(len(unseen), others))


def smallest_card(
    suit: str, *, players: int, before: int, turned: Card, trump: str | None
) -> tuple[Card, Fraction] | None:
    """The lowest card of `suit` that is worth a bid of one, and its chance; None where no card of it is."""
    for rank in RANKS:
        own = f"{suit}{rank}"
        if own == turned:
            continue
        chance = chance_of_trick(players=players, before=before, own=own, turned=turned, trump=trump)
        if is_worth_a_bid(chance):
            return own, chance
    return None


def trump_of(turned: Card) -> str | None:
    """The suit that a turned card makes trump by itself; None for a Jester, and for a Wizard."""
    return turned[0] if turned[0] in SUITS else None


def _count(cards: list[Card], kind: str) -> int:
    return sum(card[0] == kind for card in cards)


def _beats(card: Card, own: Card, trump: str | None) -> bool:
    """Whether `card` takes a trick from `own`, a card of the suit to follow or of trump."""
    if card[0] == own[0]:
        return RANK[card] > RANK[own]
    return card[0] in (WIZARD, trump)


def _with_the_suit(before: int, others: int, jesters: int, lower: int, weaker: int) -> int:
    """In how many orders of the others' cards a card that is not trump wins.

    All of them are among the `weaker`, and the own suit must be the one to follow: those before have Jesters
    alone, or after some Jesters the first other card is of the own suit, one of the `lower`.
    """
    won = perm(jesters, before) * perm(weaker - before, others - before)
    for first in range(before):
        won += perm(jesters, first) * lower * perm(weaker - first - 1, others - first - 1)
    return won
