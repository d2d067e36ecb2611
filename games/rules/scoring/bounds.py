"""Which points a game can end with, from its rounds and the bids that were met; knows no cards.

In a round of c cards a bid that is met brings from 20 to 20 + 10c, one that is missed from -10c to -10. All
tricks of a round are somebody's, so a table's points are bounded more closely than those of each seat.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.options import Options
from games.rules.restriction import is_restricted
from games.rules.schedules import schedule
from games.rules.verdicts import REWARD


class Bounds(NamedTuple):
    """The fewest and the most points, both possible."""

    low: int
    high: int

    def __contains__(self, points: object) -> bool:
        return isinstance(points, int) and self.low <= points <= self.high


class Rounds(NamedTuple):
    """The rounds of a game: their cards, and whether the bids may not add up, so that somebody misses."""

    cards: tuple[int, ...]
    restricted: tuple[bool, ...]
    players: int

    def first(self, count: int) -> "Rounds":
        """The first rounds, which count alone where a game was stopped."""
        return Rounds(self.cards[:count], self.restricted[:count], self.players)


def rounds_of(options: Options, players: int) -> Rounds:
    """The rounds of a game; those whose restriction depends on the scores count as free."""
    plans = schedule(options, players)
    level = [0] * players
    restricted = (
        is_restricted(
            plan, round_number=number, scores=level, dealer=0, spare_one_card=options.spare_one_card
        )
        for number, plan in enumerate(plans, start=1)
    )
    return Rounds(tuple(plan.cards for plan in plans), tuple(restricted), players)


def seat_bounds(rounds: Rounds, met: int) -> Bounds | None:
    """The points of one seat that has met so many bids; exact. None: it can't have met so many."""
    if not 0 <= met <= len(rounds.cards):
        return None
    cards = sorted(rounds.cards)
    missed = len(cards) - met
    most = 20 * met + 10 * sum(cards[missed:]) - 10 * missed
    least = 20 * met - 10 * sum(cards[met:])
    return Bounds(least, most)


def most_met(rounds: Rounds) -> int:
    """How many bids all seats together can have met."""
    return sum(rounds.players - restricted for restricted in rounds.restricted)


def table_bounds(rounds: Rounds, met: int) -> Bounds | None:
    """The points of all seats together when so many bids were met in all. None: not so many can be.

    Both bounds are exact where no round is restricted; else the lower one may be 10 points a round too low.
    """
    if not 0 <= met <= most_met(rounds):
        return None
    cards, players = rounds.cards, rounds.players
    # At best each who misses is off by one, and the tricks are those of somebody who has met the bid.
    best_rounds = sorted(cards, reverse=True)[:met]
    most = 30 * met - 10 * players * len(cards) + 10 * sum(best_rounds)
    # At worst all who miss are off by all cards; where everybody meets, the tricks count as well.
    costs = [20 + 10 * count for count in cards for _ in range(players - 1)]
    costs += [20 + 20 * c for c, restricted in zip(cards, rounds.restricted, strict=True) if not restricted]
    least = sum(sorted(costs)[:met]) - 10 * players * sum(cards)
    return Bounds(least, most)


def most_rewards(rounds: Rounds) -> int:
    """The points that one seat can win by accusing: nobody can cheat with the last card of a round."""
    return REWARD * (rounds.players - 1) * sum(count - 1 for count in rounds.cards)


def is_possible(rounds: Rounds, results: Sequence[tuple[int, int]], *, cheating: bool) -> bool:
    """Whether these scores and correct bids, one of each seat, can come from one game of these rounds.

    False alarms cost points without end, so where cheating is possible there is no lower bound.
    """
    more = most_rewards(rounds) if cheating else 0
    for score, met in results:
        seat = seat_bounds(rounds, met)
        if seat is None or score > seat.high + more or (score < seat.low and not cheating):
            return False
    table = table_bounds(rounds, sum(met for _, met in results))
    total = sum(score for score, _ in results)
    return table is not None and total <= table.high and (cheating or total >= table.low)
