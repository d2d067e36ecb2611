"""Rejects results with which no game can end, and says which results are possible."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.refusal import Refusal
from core.sentence import Sentence, counted_sentence
from games.rules.options import MIN_PLAYERS, parse_options
from games.rules.scoring.bounds import (
    Bounds,
    Rounds,
    is_possible_result,
    max_accusation_points,
    max_bids_met,
    rounds_for_score_limits,
    seat_bounds,
    table_bounds,
)
from tournaments.rules.mixes import Mix, table_options

MAX_POINTS_LOST = 10_000
"""The maximum loss from wrong accusations; a result with a greater loss is considered a mistake."""


class ResultLine(NamedTuple):
    """The result entered for a seat; `who` is the player's name."""

    who: str
    score: int
    correct_bids: int

    @property
    def is_nonzero(self) -> bool:
        """Whether the score or the number of correct bids differs from 0."""
        return (self.score, self.correct_bids) != (0, 0)


def find_result_error(lines: Sequence[ResultLine], mix: Mix) -> str | None:
    """Return an error message if no full or shortened game with these options can end with these results.

    Return None if no error is found.
    """
    # Bids, tricks and accusations all count in tens, so every score does.
    uneven = next((line for line in lines if line.score % 10), None)
    if uneven is not None:
        return Sentence(
            "%(who)s: scores are multiples of ten, and %(score)s is not.", who=uneven.who, score=uneven.score
        )
    entered = [line for line in lines if line.is_nonzero]
    # Seats without a result may be no-shows, in which case the others played with fewer players.
    sizes = {len(lines), max(len(entered), MIN_PLAYERS)}
    games = [game for size in sorted(sizes) if (game := _rounds_for_table(mix, size))]
    if len(games) < len(sizes):
        # The mix has no schedule for this number of players, so the rounds they played are not known.
        return None
    for line in lines:
        if message := _find_seat_error(line, games, cheating=mix.cheating):
            return message
    # With fewer results, it is unclear who played, so only each seat by itself can be checked.
    if len(entered) < MIN_PLAYERS:
        return None
    if any(
        _is_possible_outcome(entered if game.players == len(entered) else lines, game, mix.cheating)
        for game in games
    ):
        return None
    return _table_error_message(lines, games[0], cheating=mix.cheating)


def _rounds_for_table(mix: Mix, players: int) -> Rounds | None:
    """Return the rounds for a table with this number of players.

    Return None if the options in `mix` do not support that number.
    """
    try:
        return rounds_for_score_limits(parse_options(table_options(mix, players)), players)
    except Refusal:
        return None


def _rounds_of_shortened_games(rounds: Rounds) -> Iterator[Rounds]:
    """Yield the rounds of the full game, then the rounds of each game that was stopped early, longest first.

    A game that was stopped early has only the first n of the full game's rounds; n goes down to 0.
    """
    return (rounds.limit_to(count) for count in range(len(rounds.cards), -1, -1))


def _is_possible_outcome(lines: Sequence[ResultLine], rounds: Rounds, cheating: bool) -> bool:
    """Return whether these results are within the limits of a full or shortened game with these rounds.

    `cheating` says whether the game options allow cheating.
    """
    results = [(line.score, line.correct_bids) for line in lines]
    return any(
        is_possible_result(part, results, cheating=cheating) for part in _rounds_of_shortened_games(rounds)
    )


def _find_seat_error(line: ResultLine, games: Sequence[Rounds], *, cheating: bool) -> str | None:
    """Return an error message if a seat's result is out of range for all these games, otherwise None.

    `games` has the rounds of each game that may have been played. `cheating` says whether cheating was
    allowed.
    """
    count = max(len(game.cards) for game in games)
    if not 0 <= line.correct_bids <= count:
        return Sentence(
            "%(who)s: %(bids_met)s cannot be right. The game has %(count)d rounds, so it "
            "must be 0 to %(count)d.",
            who=line.who,
            bids_met=bids_met_text(line.correct_bids),
            count=count,
        )
    bounds = _enclosing_bounds(
        [seat_bounds(part, line.correct_bids) for game in games for part in _rounds_of_shortened_games(game)]
    )
    if cheating:
        # Each wrong accusation costs points, so by the rules there is no lowest score.
        bounds = Bounds(-MAX_POINTS_LOST, bounds.high + max(map(max_accusation_points, games)))
    if line.score in bounds:
        return None
    return Sentence(
        "%(who)s: %(score)s points are not possible. With %(bids_met)s in %(count)d "
        "rounds, a score is from %(low)s to %(high)s.",
        who=line.who,
        score=line.score,
        bids_met=bids_met_text(line.correct_bids),
        count=count,
        low=bounds.low,
        high=bounds.high,
    )


def _table_error_message(lines: Sequence[ResultLine], rounds: Rounds, *, cheating: bool) -> str:
    """Return an error message for results that are possible for each single seat, but not all together.

    `cheating` says whether the game options allow cheating.
    """
    met, total = sum(line.correct_bids for line in lines), sum(line.score for line in lines)
    if met > max_bids_met(rounds):
        return Sentence(
            "%(bids_met)s at one table are not possible: the most is %(most)d. In "
            "%(restricted)d of the %(number)d rounds the bids must not add up, so somebody must "
            "miss.",
            bids_met=bids_met_text(met),
            most=max_bids_met(rounds),
            restricted=sum(rounds.restricted),
            number=len(rounds.cards),
        )
    bounds = _enclosing_bounds([table_bounds(part, met) for part in _rounds_of_shortened_games(rounds)])
    if total > bounds.high or (total < bounds.low and not cheating):
        most = (
            Sentence("at most %(high)d", high=bounds.high)
            if cheating
            else Sentence("from %(low)d to %(high)d", low=bounds.low, high=bounds.high)
        )
        return Sentence(
            "%(total)s points for all seats together are not possible, because only one "
            "player wins each trick. With %(bids_met)s in all, the total is %(most)s.",
            total=total,
            bids_met=bids_met_text(met),
            most=most,
        )
    return Sentence(
        "No game can end with all of these results: check the points and the bids met of each seat."
    )


def _enclosing_bounds(all_bounds: Sequence[Bounds | None]) -> Bounds:
    """Return the narrowest bounds that contain all the given bounds.

    Items that are None are skipped. Raise ValueError if no other items are given.
    """
    known = [bounds for bounds in all_bounds if bounds is not None]
    return Bounds(min(bounds.low for bounds in known), max(bounds.high for bounds in known))


def bids_met_text(count: int) -> str:
    """Return text such as "1 bid met" or "2 bids met"."""
    return counted_sentence("%(count)d bid met", "%(count)d bids met", count)
