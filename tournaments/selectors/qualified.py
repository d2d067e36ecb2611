"""Qualification, always computed from the results and the entrants who are still in the tournament."""

from collections.abc import Set
from typing import Any

from tournaments.models import Stage
from tournaments.models.choices import EntryStatus, Qualify
from tournaments.rules.draw.table_sizes import MIN_PLAYERS
from tournaments.rules.standings.lot import lot_of_entry
from tournaments.rules.standings.standings import StageScore
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot
from tournaments.selectors.standings import ranked_scores_at_table, standings_after

FULL_TABLE = 4
"""The number of entrants who qualify if there are too few table winners to fill a table."""


def qualifiers_for_stage(
    snapshot: TournamentSnapshot, stage_number: int, present: Set[int] | None = None
) -> tuple[int, ...]:
    """Return the ids of the entrants who qualify for a stage, best first.

    Only entrants whose ids are in `present` can qualify. If it is None, all checked-in entrants can.
    """
    if present is None:
        found: tuple[int, ...] = snapshot.compute_once(
            ("qualified", stage_number),
            lambda: qualifiers_for_stage(snapshot, stage_number, checked_in_entrants(snapshot)),
        )
        return found
    # While this is None, nobody has been eliminated and all checked-in entrants qualify, so that entrants
    # from the waiting list can still join.
    pool: Set[int] | None = None
    for stage in snapshot.stages:
        if stage.row.number < stage_number:
            pool = _find_qualifiers(snapshot, stage, _eligible_entrants(stage, pool), present)
    return tuple(
        standing.entry
        for standing in standings_after(snapshot, stage_number - 1)
        if standing.entry in present and (pool is None or standing.entry in pool)
    )


def qualifiers_as_drawn(snapshot: TournamentSnapshot, stage_number: int) -> tuple[int, ...]:
    """Return the ids of the entrants who had qualified for a stage when it was drawn.

    Disqualified entrants are left out. Until the seats are published, return those who qualify now.
    """
    stage = snapshot.find_stage(stage_number)
    if stage is None or stage.row.released_at is None:
        return qualifiers_for_stage(snapshot, stage_number)
    # Nobody moves up for those who have left since the draw.
    # Draws that an earlier version stored do not say who had qualified.
    drawn = stage.row.draw_report.get("qualified", stage.entrants)
    return tuple(entry for entry in drawn if snapshot.entries[entry].status != EntryStatus.DISQUALIFIED)


def checked_in_entrants(snapshot: TournamentSnapshot) -> set[int]:
    """Return the ids of the entrants who are checked in and not on the waiting list."""
    return {entry.pk for entry in snapshot.entries.values() if entry.is_checked_in}


def has_eliminating_stage_before(snapshot: TournamentSnapshot, stage_number: int) -> bool:
    """Return whether there is a stage before this one from which only some entrants qualify."""
    return any(
        stage.row.number < stage_number and stage.row.qualify != Qualify.ALL for stage in snapshot.stages
    )


def next_best_entrants(snapshot: TournamentSnapshot, stage_number: int) -> tuple[int, ...]:
    """Return the ids of the entrants who qualify for a stage without being among the best of their table.

    There are such entrants only if the best entrants of all tables are too few to fill one table.
    """
    before = [stage for stage in snapshot.stages if stage.row.number < stage_number]
    if not before or before[-1].row.qualify != Qualify.PER_TABLE:
        return ()
    winners = _find_table_winners(snapshot, before[-1], checked_in_entrants(snapshot))
    return tuple(entry for entry in qualifiers_for_stage(snapshot, stage_number) if entry not in winners)


def is_cut_too_small(stage: Stage, qualify: str, count: int | None) -> bool:
    """Return whether fewer entrants would qualify from a stage than a table of the next stage needs.

    `qualify` is a value of Qualify, and `count` is the number of entrants who would qualify from the whole
    stage. Return False if `qualify` is not BEST, `count` is None, `stage` has not been saved, or there is no
    next stage.
    """
    # Per table, one may be enough; if it is not, the next best fill up the table.
    if qualify != Qualify.BEST or count is None or count >= MIN_PLAYERS or stage.pk is None:
        return False
    return Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number).exists()


def changed_qualifiers(snapshot: TournamentSnapshot, stage: StageSnapshot) -> set[int]:
    """Return the ids of the entrants who have gained or lost the right to a seat in a stage since its draw.

    Entrants who newly qualify are included if they have no seat. However, after a stage that eliminates
    entrants, none of the new qualifiers is included unless there are more of them than qualifiers who have
    left since the draw. Entrants who no longer qualify are included if they have a seat and are checked in.

    Return an empty set if the organisers have chosen to keep the draw after a correction, or if the draw does
    not record who had qualified.
    """
    report, seated = stage.row.draw_report, set(stage.entrants)
    if report.get("kept") or "qualified" not in report:
        # Drafts that an earlier version stored do not say who had qualified.
        return set()
    drawn, qualified = set(report["qualified"]), set(qualifiers_for_stage(snapshot, stage.row.number))
    here = checked_in_entrants(snapshot)
    new = qualified - drawn - seated
    if has_eliminating_stage_before(snapshot, stage.row.number) and len(new) <= len(drawn - here):
        # The next best qualify for those who left, but the organisers gave these seats to others.
        new = set()
    return new | ((drawn & seated & here) - qualified)


def entrants_who_may_qualify(snapshot: TournamentSnapshot, stage: StageSnapshot) -> set[int]:
    """Return the ids of the checked-in entrants who can still qualify from a stage."""
    # After a cut, this includes seated entrants who were called from the waiting list.
    if has_eliminating_stage_before(snapshot, stage.row.number) and stage.tables:
        return checked_in_entrants(snapshot) & set(stage.entrants)
    return set(qualifiers_for_stage(snapshot, stage.row.number))


def _eligible_entrants(stage: StageSnapshot, qualified_before: Set[int] | None) -> Set[int] | None:
    """Return the ids of the entrants who can qualify from a stage, or None if everybody can.

    `qualified_before` has the ids of the entrants who qualified for this stage, or is None if nobody has been
    eliminated before it.
    """
    # Once somebody has been eliminated, only entrants with a seat in the stage can qualify.
    return qualified_before if qualified_before is None or not stage.tables else set(stage.entrants)


def _find_qualifiers(
    snapshot: TournamentSnapshot, stage: StageSnapshot, eligible: Set[int] | None, present: Set[int]
) -> Set[int] | None:
    """Return the ids of the entrants who qualify from a stage, or None if everybody does.

    `eligible` has the ids of the entrants who can qualify, or is None if everybody can. If the stage
    eliminates nobody, return `eligible`. Otherwise, entrants who are not in `present` are skipped, so that
    the next best qualify.
    """
    if stage.row.qualify == Qualify.ALL:
        return eligible
    if stage.row.qualify == Qualify.PER_TABLE:
        winners = _find_table_winners(snapshot, stage, present)
        return winners | _find_next_best(snapshot, stage, present, len(winners))
    # The next best move up for entrants who are not present.
    ranked = (one.entry for one in standings_after(snapshot, stage.row.number))
    left = [entry for entry in ranked if entry in present and (eligible is None or entry in eligible)]
    return set(left[: stage.row.qualify_count or 1])


def _find_table_winners(snapshot: TournamentSnapshot, stage: StageSnapshot, present: Set[int]) -> set[int]:
    """Return the ids of the table winners: the best `qualify_count` entrants of each table.

    Entrants who are not in `present` are skipped.
    """
    count = stage.row.qualify_count or 1
    return {one.entry for line in _scores_by_table(snapshot, stage, present) for one in line[:count]}


def _find_next_best(
    snapshot: TournamentSnapshot, stage: StageSnapshot, present: Set[int], winner_count: int
) -> set[int]:
    """Return the ids of the entrants who also qualify because the table winners are too few to fill a table.

    `winner_count` is the number of table winners. Return an empty set if they can fill a table, if there are
    none, or if a result is missing. Entrants who are not in `present` are skipped.
    """
    if not 0 < winner_count < MIN_PLAYERS or not stage.is_complete:
        return set()
    count, seed = stage.row.qualify_count or 1, snapshot.tournament.lot_seed
    # The best non-qualifiers of each table come first, ordered by points, then the second best, and so on.
    rest: list[tuple[Any, ...]] = [
        (place, -one.points, -one.score, -one.correct_bids, lot_of_entry(seed, one.entry), one.entry)
        for line in _scores_by_table(snapshot, stage, present)
        for place, one in enumerate(line[count:])
    ]
    return {entry for *_, entry in sorted(rest)[: FULL_TABLE - winner_count]}


def _scores_by_table(
    snapshot: TournamentSnapshot, stage: StageSnapshot, present: Set[int]
) -> list[list[StageScore]]:
    """Return the scores at each table of a stage, best first.

    Only entrants in `present` are included.
    """
    return [
        [one for one in ranked_scores_at_table(snapshot, stage, table) if one.entry in present]
        for table in stage.tables
    ]
