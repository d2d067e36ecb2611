"""The final ranking and its ties: finalists first, then players by the stage they reached, then the rest."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.rules.standings.broken_ties import (
    BrokenTies,
    find_tie_break,
    order_by_ties,
    sort_ties_by_table_place,
)
from tournaments.rules.standings.lot import lot_of_entry
from tournaments.rules.standings.standings import StageScore, Standing


class LaterStage(NamedTuple):
    """A stage after the preliminaries, with its results."""

    final: bool
    scores: tuple[StageScore, ...]
    """The stage's scores."""
    broken_ties: BrokenTies = ()
    """Ties at the stage's tables that were broken by a play-off or the organisers."""


def final_ranking(
    preliminary: Sequence[int], later_stages: Sequence[LaterStage], *, lot_seed: str
) -> tuple[int, ...]:
    """Return the entry ids of all entrants in their final order, the winner first.

    Entrants are ranked by the last stage that they reached. `preliminary` has the entry ids in the order of
    the preliminary standings, and `later_stages` the knock-out stages and the final. The lots that break ties
    are computed from `lot_seed`.
    """
    place = {entry: number for number, entry in enumerate(preliminary)}
    ranking: list[int] = []
    for stage in reversed(later_stages):
        ranking += _rank_remaining_entrants(stage, set(ranking), place, lot_seed)
    ranked = set(ranking)
    # Entrants who reached none of the later stages follow in the order of the preliminary standings.
    return (*ranking, *(entry for entry in preliminary if entry not in ranked))


def _rank_remaining_entrants(
    stage: LaterStage, already_ranked: Collection[int], preliminary_places: dict[int, int], lot_seed: str
) -> list[int]:
    """Return the entry ids of a stage's entrants who are not in `already_ranked`, best first.

    In a final, ties are broken by lots that are computed from `lot_seed`. In other stages, equal points at
    different tables are ordered by `preliminary_places`, the places in the preliminary standings by entry id.
    """
    games = [game for game in stage.scores if game.entry not in already_ranked]
    if stage.final:
        games.sort(key=lambda game: (game.table, game.rank, lot_of_entry(lot_seed, game.entry)))
    else:
        # Entrants without a place in the standings come after all who have one.
        games.sort(
            key=lambda game: (-game.points, preliminary_places.get(game.entry, len(preliminary_places)))
        )
        # Entrants who tied at the same table keep the table's order.
        games = sort_ties_by_table_place(games, lambda game: ((game.table, game.merit), game.table_place))
    return [game.entry for game in games]


class RankingTies:
    """Finds out which entrants in a final ranking are tied, and which of their ties were broken."""

    def __init__(
        self,
        preliminary: Sequence[Standing],
        later_stages: Sequence[LaterStage],
        broken_in_standings: BrokenTies = (),
        broken_in_last_stage: BrokenTies = (),
    ) -> None:
        """Store the results and the broken ties, which tell who is tied.

        `preliminary` has the preliminary standings, and `later_stages` the knock-out stages and the final.
        `broken_in_standings` and `broken_in_last_stage` are the ties that play-offs or the organisers have
        broken.
        """
        self._rounds = later_stages
        self._broken = broken_in_standings
        # Broken ties of the last stage, which may be between any tied entrants.
        self._last = broken_in_last_stage
        self._game = {
            game.entry: (number, game) for number, stage in enumerate(later_stages) for game in stage.scores
        }
        self._merit = {line.entry: line.merit for line in preliminary}
        self._played = {line.entry for line in preliminary if line.games}

    def ties_between(self, above: int, below: int) -> BrokenTies | None:
        """Return the broken ties that can decide between two entrants who follow each other in the ranking.

        `above` and `below` are entry ids. Return None if the two are not tied, and () if no tie was broken.
        """
        # The result may include ties between other entrants.
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
            return (*stage.broken_ties, *self._last)
        return standings if not stage.final and one.points == other.points else None

    def find_table_of_last_tie(self, entries: Sequence[int]) -> int | None:
        """Return the number of the last stage's table at which all these entrants have equal results.

        Return None if there is no such table.
        """
        games = [self._game.get(entry) for entry in entries]
        found = {(number, game.table, game.merit) for number, game in filter(None, games)}
        if None in games or len(found) != 1:
            return None
        ((number, table, _),) = found
        return table if number == len(self._rounds) - 1 else None


def reorder_tied_entrants(
    ranking: Sequence[int], ties: RankingTies, broken_in_last_stage: BrokenTies
) -> tuple[int, ...]:
    """Return the ranking, with tied entrants in the order that `broken_in_last_stage` gives them.

    `ranking` has entry ids, and `ties` tells which of them are tied. `broken_in_last_stage` has the ties that
    play-offs or the organisers broke in the last stage.
    """
    if not broken_in_last_stage:
        return tuple(ranking)
    runs: list[list[int]] = []
    for entry in ranking:
        if runs and ties.ties_between(runs[-1][-1], entry) is not None:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return tuple(entry for run in runs for entry in order_by_ties(run, broken_in_last_stage))


def neighbours_separated_by(criterion: str, ranking: Sequence[int], ties: RankingTies) -> frozenset[int]:
    """Return the ids of the entrants whom `criterion` separates from a tied neighbour in the ranking.

    `criterion` is "lot" or "play_off". `ranking` has entry ids, and `ties` tells which of them are tied.
    """
    return frozenset(
        entry
        for pair in pairwise(ranking)
        if (broken := ties.ties_between(*pair)) is not None and find_tie_break(*pair, broken) == criterion
        for entry in pair
    )
