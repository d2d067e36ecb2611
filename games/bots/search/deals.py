"""Samples deals that agree with what a seat has seen: cards played, suits denied, bids."""

import random
from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from games.bots.search.pack import CARDS, HIGHER, KIND
from games.bots.search.position import Position
from games.bots.search.worth import Worth

DOUBT, DOUBT_A_CARD = 0.5, 0.05
"""How far, squared, a hand's worth may be from its bid: at the least, and more for each card of the round."""
MIXING = 2
"""Exchanges of cards between two deals, for each card that the others hold;"""
SETTLING = 6
"""as many before the first."""
TRIES = 20


class SampledDeal(NamedTuple):
    """Hands by seat, the viewer's own too, and the expected tricks of each rival's cards before play."""

    hands: list[list[int]]
    worths: list[float]


def deals(position: Position, worth: Worth, rng: random.Random) -> Iterator[SampledDeal]:
    """Deals without end; likelier ones come more often.

    A chain: each deal comes from the one before by exchanging cards; an exchange is made the more seldom, the
    farther it takes hands from what their bids promise. What was denied stays denied, unless no deal agrees
    with it, as may happen where people cheat.
    """
    rivals = [(position.seat + n) % position.players for n in range(1, position.players)]
    owners = [seat for seat in rivals for _ in range(position.holds[seat])]
    held = len(owners)
    owners += [-1] * (len(position.unseen) - held)
    cards, denied = _first_deal(position, rivals, rng)
    value = {card: worth.bidding[card][HIGHER[card].bit_count()] for card in range(CARDS)}
    sums = [sum(value[card] for card in shown) for shown in position.shown]
    for card, owner in zip(cards[:held], owners, strict=False):
        sums[owner] += value[card]
    goals = position.bids
    doubt = 0.5 / (DOUBT + DOUBT_A_CARD * position.cards)
    count = len(cards)
    roll = rng.random
    exchanges = SETTLING * held
    while True:
        for _ in range(exchanges if count > 1 else 0):
            at, other = int(roll() * held), int(roll() * count)
            one, two = owners[at], owners[other]
            if one == two:
                continue
            card, swapped = cards[at], cards[other]
            if denied[one] >> KIND[swapped] & 1 or (two >= 0 and denied[two] >> KIND[card] & 1):
                continue
            gain = value[swapped] - value[card]
            farther = 0.0
            goal = goals[one]
            if goal is not None:
                farther += gain * (gain + 2 * (sums[one] - goal))
            if two >= 0:
                goal = goals[two]
                if goal is not None:
                    farther += gain * (gain - 2 * (sums[two] - goal))
            if farther > 0 and roll() >= exp(-farther * doubt):
                continue
            cards[at], cards[other] = swapped, card
            sums[one] += gain
            if two >= 0:
                sums[two] -= gain
        exchanges = MIXING * held
        hands: list[list[int]] = [[] for _ in range(position.players)]
        hands[position.seat] = list(position.hand)
        for card, owner in zip(cards[:held], owners, strict=False):
            hands[owner].append(card)
        yield SampledDeal(hands, list(sums))


def _first_deal(
    position: Position, rivals: list[int], rng: random.Random
) -> tuple[list[int], tuple[int, ...]]:
    """The unseen cards in an order that gives no rival what it has denied, and what is held to be denied."""
    for _ in range(TRIES):
        dealt = _dealt(position, rivals, rng)
        if dealt is not None:
            return dealt, position.denied
    cards = list(position.unseen)
    rng.shuffle(cards)
    return cards, (0,) * position.players


def _dealt(position: Position, rivals: list[int], rng: random.Random) -> list[int] | None:
    """Try once to deal the unseen cards, the seats with the fewest possible cards first; None if one goes
    short.
    """
    rest = list(position.unseen)
    rng.shuffle(rest)
    hands: dict[int, list[int]] = {}
    for seat in sorted(rivals, key=lambda seat: -position.denied[seat].bit_count()):
        fitting = [card for card in rest if not position.denied[seat] >> KIND[card] & 1]
        if len(fitting) < position.holds[seat]:
            return None
        hands[seat] = fitting[: position.holds[seat]]
        gone = set(hands[seat])
        rest = [card for card in rest if card not in gone]
    return [card for seat in rivals for card in hands[seat]] + rest
