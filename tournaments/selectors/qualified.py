"""Qualification, always computed from the results and the entrants who are still in the tournament."""

from collections.abc import Set
from typing import Any

from tournaments.models.choices import Qualify
from tournaments.rules.draw.table_sizes import MIN_PLAYERS
from tournaments.rules.standings.lot import lot_of_entry
from tournaments.rules.standings.standings import StageScore
from tournaments.selectors.snapshot import StageSnapshot, TournamentSnapshot
from tournaments.selectors.standings import standings_after, table_order

FULL_TABLE = 4
"""The number of entrants who qualify if there are too few table winners to fill a table."""


def qualifiers_for_stage(
    snapshot: TournamentSnapshot, stage_number: int, present: Set[int] | None = None
) -> tuple[int, ...]:
    """Return the entry ids that qualify for a stage, in the order of the standings.

    Until the first stage with a cut, all checked-in entrants qualify, so that entrants from the waiting list
    can still join. After that, entrants need a seat in the previous stage and must have qualified there.
    `present` replaces the set of checked-in entrants; without it, the result is cached on the snapshot.
    """
    if present is None:
        found: tuple[int, ...] = snapshot.compute_once(
            ("qualified", stage_number),
            lambda: qualifiers_for_stage(snapshot, stage_number, checked_in_entrants(snapshot)),
        )
        return found
    pool: Set[int] | None = None
    for stage in snapshot.stages:
        if stage.row.number < stage_number:
            pool = _find_qualifiers(snapshot, stage, _qualifying_pool(stage, pool), present)
    return tuple(
        standing.entry
        for standing in standings_after(snapshot, stage_number - 1)
        if standing.entry in present and (pool is None or standing.entry in pool)
    )


def checked_in_entrants(snapshot: TournamentSnapshot) -> set[int]:
    """Return the entrants who take part in the next draw."""
    return {entry.pk for entry in snapshot.entries.values() if entry.is_checked_in}


def has_cut_before(snapshot: TournamentSnapshot, stage_number: int) -> bool:
    """Whether only some entrants qualify from an earlier stage."""
    return any(
        stage.row.number < stage_number and stage.row.qualify != Qualify.ALL for stage in snapshot.stages
    )


def next_best_entrants(snapshot: TournamentSnapshot, stage_number: int) -> tuple[int, ...]:
    """Return the entrants who qualify for a stage only because there were too few table winners."""
    before = [stage for stage in snapshot.stages if stage.row.number < stage_number]
    if not before or before[-1].row.qualify != Qualify.PER_TABLE:
        return ()
    winners = _find_table_winners(snapshot, before[-1], checked_in_entrants(snapshot))
    return tuple(entry for entry in qualifiers_for_stage(snapshot, stage_number) if entry not in winners)


def _qualifying_pool(stage: StageSnapshot, pool: Set[int] | None) -> Set[int] | None:
    """Return the entrants who can still qualify from a stage: those seated at its tables, or `pool`.

    A `pool` of None means that nobody has been eliminated yet.
    """
    return pool if pool is None or not stage.tables else set(stage.entrants)


def _find_qualifiers(
    snapshot: TournamentSnapshot, stage: StageSnapshot, pool: Set[int] | None, present: Set[int]
) -> Set[int] | None:
    """Return the entrants in `pool` who qualify from a stage; None, in or out, means all entrants.

    Absent entrants are skipped, so that the next best move up.
    """
    if stage.row.qualify == Qualify.ALL:
        return pool
    if stage.row.qualify == Qualify.PER_TABLE:
        winners = _find_table_winners(snapshot, stage, present)
        return winners | _find_next_best(snapshot, stage, present, len(winners))
    ranked = (one.entry for one in standings_after(snapshot, stage.row.number))
    left = [entry for entry in ranked if entry in present and (pool is None or entry in pool)]
    return set(left[: stage.row.qualify_count or 1])


def _find_table_winners(snapshot: TournamentSnapshot, stage: StageSnapshot, present: Set[int]) -> set[int]:
    """Return the present entrants who qualify as the best of their table."""
    count = stage.row.qualify_count or 1
    return {one.entry for line in _table_orders(snapshot, stage, present) for one in line[:count]}


def _find_next_best(
    snapshot: TournamentSnapshot, stage: StageSnapshot, present: Set[int], winner_count: int
) -> set[int]:
    """Return the entrants who also qualify because the table winners cannot fill a table.

    The best below the cut at each table come first, ordered by points, then the second best, and so on, until
    there are FULL_TABLE qualifiers.
    """
    if not 0 < winner_count < MIN_PLAYERS or not stage.is_complete:
        return set()
    count, seed = stage.row.qualify_count or 1, snapshot.tournament.lot_seed
    rest: list[tuple[Any, ...]] = [
        (place, -one.points, -one.score, -one.correct_bids, lot_of_entry(seed, one.entry), one.entry)
        for line in _table_orders(snapshot, stage, present)
        for place, one in enumerate(line[count:])
    ]
    return {entry for *_, entry in sorted(rest)[: FULL_TABLE - winner_count]}


def _table_orders(
    snapshot: TournamentSnapshot, stage: StageSnapshot, present: Set[int]
) -> list[list[StageScore]]:
    """Return the scores of the present entrants at each table, best first."""
    return [
        [one for one in table_order(snapshot, stage, table) if one.entry in present] for table in stage.tables
    ]
