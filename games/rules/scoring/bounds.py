"""Bounds on the scores with which a game can end, given its rounds and the number of bids met.

In a round of c cards, a bid that is met scores 20 to 20 + 10c, and a bid that is missed -10c to -10. Each
trick is taken by exactly one seat, so the bounds for a table are tighter than the sum of its seats' bounds.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.options import Options
from games.rules.options.schedules import plan_rounds
from games.rules.restriction import is_restricted
from games.rules.verdicts import REWARD


class Bounds(NamedTuple):
    """The lowest and highest possible points; `points in bounds` tests whether points are possible."""

    low: int
    high: int

    def __contains__(self, points: object) -> bool:
        """Return whether `points` is an integer within the bounds, inclusive."""
        return isinstance(points, int) and self.low <= points <= self.high


class Rounds(NamedTuple):
    """The properties of a game's rounds that determine the bounds on its scores."""

    cards: tuple[int, ...]
    """Each round's number of cards per hand."""
    restricted: tuple[bool, ...]
    """Whether each round's bids must not add up to its tricks, so that at least one player misses."""
    players: int

    def limit_to(self, count: int) -> "Rounds":
        """Return a copy with only the first `count` rounds, for a game that was stopped early."""
        return Rounds(self.cards[:count], self.restricted[:count], self.players)


def rounds_for_score_limits(options: Options, players: int) -> Rounds:
    """Return the properties of a game's rounds that limit the possible scores.

    The properties of a round are its number of cards, and whether the sum of the bids must differ from that
    number. Ignore restrictions of bids that depend on the current scores. Raise BadRequest or
    WrongNumberOfPlayers if the options do not allow this number of players.
    """
    plans = plan_rounds(options, players)
    # With equal scores, rounds whose restriction depends on the scores count as unrestricted.
    level = [0] * players
    restricted = (
        is_restricted(
            plan, round_number=number, scores=level, dealer=0, spare_one_card=options.spare_one_card
        )
        for number, plan in enumerate(plans, start=1)
    )
    return Rounds(tuple(plan.cards for plan in plans), tuple(restricted), players)


def seat_bounds(rounds: Rounds, bids_met: int) -> Bounds | None:
    """Return the lowest and highest points that a seat can have if it met exactly `bids_met` bids.

    A seat meets its bid if it takes exactly as many tricks. Return None if no seat can meet that many bids.
    """
    if not 0 <= bids_met <= len(rounds.cards):
        return None
    cards = sorted(rounds.cards)
    missed = len(cards) - bids_met
    # At best, the seat meets its bid in the longest rounds with all tricks, and misses the others by one.
    most = 20 * bids_met + 10 * sum(cards[missed:]) - 10 * missed
    # At worst, it meets its bid in the shortest rounds with no tricks, and misses the others by all cards.
    least = 20 * bids_met - 10 * sum(cards[bids_met:])
    return Bounds(least, most)


def max_bids_met(rounds: Rounds) -> int:
    """Return the maximum number of bids that all seats together can meet in a game with these rounds."""
    return sum(rounds.players - restricted for restricted in rounds.restricted)


def table_bounds(rounds: Rounds, bids_met: int) -> Bounds | None:
    """Return limits of the total points of all seats if together they met `bids_met` bids.

    The lower limit may be lower than any possible total. Return None if the seats cannot meet that many bids.
    """
    if not 0 <= bids_met <= max_bids_met(rounds):
        return None
    cards, players = rounds.cards, rounds.players
    # At best, each seat that misses its bid misses it by one, and all tricks go to a seat that meets its bid.
    best_rounds = sorted(cards, reverse=True)[:bids_met]
    most = 30 * bids_met - 10 * players * len(cards) + 10 * sum(best_rounds)
    # At worst, each seat that misses its bid misses it by all cards; if no seat does, the tricks score, too.
    costs = [20 + 10 * count for count in cards for _ in range(players - 1)]
    # If rounds are restricted, the lower limit may be too low, by at most 10 points per round.
    costs += [20 + 20 * c for c, restricted in zip(cards, rounds.restricted, strict=True) if not restricted]
    least = sum(sorted(costs)[:bids_met]) - 10 * players * sum(cards)
    return Bounds(least, most)


def max_accusation_points(rounds: Rounds) -> int:
    """Return the maximum points that a seat can win in a game by accusing others of cheating."""
    # Each rival can cheat with all cards of a round but the last, which can always be played legally.
    return REWARD * (rounds.players - 1) * sum(count - 1 for count in rounds.cards)


def is_possible_result(rounds: Rounds, seat_results: Sequence[tuple[int, int]], *, cheating: bool) -> bool:
    """Return whether these results are within the limits of a game with these rounds.

    `seat_results` has a pair for each seat: its score and its number of bids met. If `cheating` is set,
    accusations of cheating can also have won or lost points.
    """
    more = max_accusation_points(rounds) if cheating else 0
    for score, met in seat_results:
        seat = seat_bounds(rounds, met)
        if seat is None or score > seat.high + more or (score < seat.low and not cheating):
            return False
    table = table_bounds(rounds, sum(met for _, met in seat_results))
    total = sum(score for score, _ in seat_results)
    return table is not None and total <= table.high and (cheating or total >= table.low)
