"""Results that no game can end with are refused, with what would be possible."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.refusal import Refusal
from games.rules.options import MIN_PLAYERS, parse_options
from games.rules.scoring.bounds import (
    Bounds,
    Rounds,
    is_possible,
    most_met,
    most_rewards,
    rounds_of,
    seat_bounds,
    table_bounds,
)
from tournaments.rules.mixes import Mix, options_for

MAX_POINTS_LOST = 10_000
"""Where cheating is possible nobody has lost more points by false alarms."""


class ResultLine(NamedTuple):
    """What was entered for a seat; `who` says whose it is."""

    who: str
    score: int
    correct_bids: int

    @property
    def played(self) -> bool:
        """Whether there is anything; 0 points without a correct bid are also those of who did not come."""
        return (self.score, self.correct_bids) != (0, 0)


def fault_of(lines: Sequence[ResultLine], mix: Mix) -> str | None:
    """A sentence that says why no game of this mix ends like that; None if one can.

    A game may have been stopped, so the first of its rounds alone may count.
    """
    uneven = next((line for line in lines if line.score % 10), None)
    if uneven is not None:
        return f"{uneven.who}: scores are multiples of ten, and {uneven.score} is not."
    played = [line for line in lines if line.played]
    sizes = {len(lines), max(len(played), MIN_PLAYERS)}
    games = [game for size in sorted(sizes) if (game := _rounds(mix, size))]
    if len(games) < len(sizes):
        # The mix has no schedule for them, so what they played is not known.
        return None
    for line in lines:
        if fault := _fault_of_seat(line, games, cheating=mix.cheating):
            return fault
    if len(played) < MIN_PLAYERS:
        return None
    if any(_fits(played if game.players == len(played) else lines, game, mix.cheating) for game in games):
        return None
    return _fault_of_table(lines, games[0], cheating=mix.cheating)


def _rounds(mix: Mix, players: int) -> Rounds | None:
    """The rounds of a table of so many; None where the mix is not made for that number."""
    try:
        return rounds_of(parse_options(options_for(mix, players)), players)
    except Refusal:
        return None


def _parts(rounds: Rounds) -> Iterator[Rounds]:
    """The whole game first, then those of which fewer and fewer rounds were scored."""
    return (rounds.first(count) for count in range(len(rounds.cards), -1, -1))


def _fits(lines: Sequence[ResultLine], rounds: Rounds, cheating: bool) -> bool:
    results = [(line.score, line.correct_bids) for line in lines]
    return any(is_possible(part, results, cheating=cheating) for part in _parts(rounds))


def _fault_of_seat(line: ResultLine, games: Sequence[Rounds], *, cheating: bool) -> str | None:
    """What none of the games that can have been played brings a seat."""
    count = max(len(game.cards) for game in games)
    if not 0 <= line.correct_bids <= count:
        return (
            f"{line.who}: {bids_met(line.correct_bids)} cannot be right. "
            f"The game has {count} rounds, so it must be 0 to {count}."
        )
    bounds = _union([seat_bounds(part, line.correct_bids) for game in games for part in _parts(game)])
    if cheating:
        bounds = Bounds(-MAX_POINTS_LOST, bounds.high + max(map(most_rewards, games)))
    if line.score in bounds:
        return None
    return (
        f"{line.who}: {line.score} points are not possible. "
        f"With {bids_met(line.correct_bids)} in {count} rounds, a score is from {bounds.low} to "
        f"{bounds.high}."
    )


def _fault_of_table(lines: Sequence[ResultLine], rounds: Rounds, *, cheating: bool) -> str:
    met, total = sum(line.correct_bids for line in lines), sum(line.score for line in lines)
    if met > most_met(rounds):
        return (
            f"{bids_met(met)} at one table are not possible: the most is {most_met(rounds)}. "
            f"In {sum(rounds.restricted)} of the {len(rounds.cards)} rounds the bids must not add up, so "
            "somebody must miss."
        )
    bounds = _union([table_bounds(part, met) for part in _parts(rounds)])
    if total > bounds.high or (total < bounds.low and not cheating):
        most = f"at most {bounds.high}" if cheating else f"from {bounds.low} to {bounds.high}"
        return (
            f"{total} points for all seats together are not possible, because only one player wins each "
            f"trick. With {bids_met(met)} in all, the total is {most}."
        )
    return "No game can end with all of these results: check the points and the bids met of each seat."


def _union(found: Sequence[Bounds | None]) -> Bounds:
    known = [bounds for bounds in found if bounds is not None]
    return Bounds(min(bounds.low for bounds in known), max(bounds.high for bounds in known))


def bids_met(count: int) -> str:
    """The number of bids met in words: "1 bid met", "2 bids met"."""
    return f"{count} bid{'' if count == 1 else 's'} met"
