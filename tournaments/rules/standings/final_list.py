"""The final list: the final, then who went out when, then the standings; and what told neighbours apart."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.rules.standings.broken_ties import (
    BrokenTies,
    in_table_order,
    ordered_by_ties,
    tie_decided_by,
)
from tournaments.rules.standings.lot import lot
from tournaments.rules.standings.standings import StageScore, Standing


class LaterStage(NamedTuple):
    """A stage after the preliminaries."""

    final: bool
    made: tuple[StageScore, ...]
    broken: BrokenTies = ()
    """The ties at its tables that a play-off or the organisers broke."""


def final_ranking(
    preliminary: Sequence[int], rounds: Sequence[LaterStage], *, lot_seed: str
) -> tuple[int, ...]:
    """All entries from the winner down.

    `preliminary`: the entries by the standings of the preliminaries; `rounds`: the later stages in order.
    Each is ranked by the last stage played: in the final by rank at the table (equal ones by lot), in a
    knock-out by its points, then the standings; those who tied at one table are in that table's order. Who
    played in none of them follows by the standings.
    """
    place = {entry: number for number, entry in enumerate(preliminary)}
    ranking: list[int] = []
    for stage in reversed(rounds):
        ranking += _of_stage(stage, set(ranking), place, lot_seed)
    ranked = set(ranking)
    return (*ranking, *(entry for entry in preliminary if entry not in ranked))


def _of_stage(stage: LaterStage, ranked: Collection[int], place: dict[int, int], lot_seed: str) -> list[int]:
    """Those whose last stage it was, best first."""
    games = [game for game in stage.made if game.entry not in ranked]
    if stage.final:
        games.sort(key=lambda game: (game.table, game.rank, lot(lot_seed, game.entry)))
    else:
        games.sort(key=lambda game: (-game.points, place.get(game.entry, len(place))))
        games = in_table_order(games, lambda game: ((game.table, game.merit), game.table_place))
    return [game.entry for game in games]


class Levels:
    """Who is level with whom in a final list, and the ties among them that were broken.

    `broken`: those of the standings; `last`: those that were broken in the last stage of all, where a tie of
    any stage may be found to decide about a prize.
    """

    def __init__(
        self,
        preliminary: Sequence[Standing],
        rounds: Sequence[LaterStage],
        broken: BrokenTies = (),
        last: BrokenTies = (),
    ) -> None:
        self._rounds = rounds
        self._broken = broken
        self._last = last
        self._game = {
            game.entry: (number, game) for number, stage in enumerate(rounds) for game in stage.made
        }
        self._merit = {line.entry: line.merit for line in preliminary}
        self._played = {line.entry for line in preliminary if line.games}

    def breaks(self, above: int, below: int) -> BrokenTies | None:
        """What may have told two neighbours apart who are level: a play-off counts only in the stage that
        ranks both, or in the last one. None: they are not level."""
        merit = self._merit
        standings = (*self._broken, *self._last) if merit.get(above, 0) == merit.get(below) else None
        if above not in self._game and below not in self._game:
            return standings if above in self._played and below in self._played else None
        if above not in self._game or below not in self._game:
            return None
        (number, one), (other_number, other) = self._game[above], self._game[below]
        if number != other_number:
            return None
        stage = self._rounds[number]
        if one.table == other.table and one.merit == other.merit:
            return (*stage.broken, *self._last)
        return standings if not stage.final and one.points == other.points else None

    def same_table(self, entries: Sequence[int]) -> int | None:
        """The table of the last stage at which these all tied; None where they tied in the standings."""
        games = [self._game.get(entry) for entry in entries]
        found = {(number, game.table, game.merit) for number, game in filter(None, games)}
        if None in games or len(found) != 1:
            return None
        ((number, table, _),) = found
        return table if number == len(self._rounds) - 1 else None


def ranking_by_ties(ranking: Sequence[int], levels: Levels, last: BrokenTies) -> tuple[int, ...]:
    """A final list with those who are level as the ties that were broken in the last stage put them."""
    if not last:
        return tuple(ranking)
    runs: list[list[int]] = []
    for entry in ranking:
        if runs and levels.breaks(runs[-1][-1], entry) is not None:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return tuple(entry for run in runs for entry in ordered_by_ties(run, last))


def entries_decided_by(how: str, ranking: Sequence[int], levels: Levels) -> frozenset[int]:
    """Of a final list, those whom `how` (lot or play_off) alone put before or behind their neighbour."""
    return frozenset(
        entry
        for pair in pairwise(ranking)
        if (broken := levels.breaks(*pair)) is not None and tie_decided_by(*pair, broken) == how
        for entry in pair
    )
