"""Standings, qualifiers and rankings as recorded in the audit log, so that they can be verified later."""

from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.qualified import checked_in_entrants, qualifiers_for_stage
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.standings import standings_after

Row = list[int | str]


def standings_for_audit_log(snapshot: TournamentSnapshot, stage_number: int) -> list[Row]:
    """Return the standings after a stage as rows that can be stored as JSON.

    A row has the entry id, points, game points and correct bids. Entrants who have not played are left out.
    """
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(snapshot, stage_number)
        if one.games
    ]


def qualifiers_for_audit_log(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[int]]:
    """Return the ids of the entrants who qualify for a stage and of those who are absent.

    The keys of the dict are "qualified" and "absent" (no longer checked in, but seated in an earlier stage).
    """
    return {
        # In the order of the standings.
        "qualified": list(qualifiers_for_stage(snapshot, stage_number)),
        "absent": sorted(entrants_seated_before(snapshot, stage_number) - checked_in_entrants(snapshot)),
    }


def stage_closing_for_audit_log(
    snapshot: TournamentSnapshot, stage_number: int
) -> dict[str, list[Row] | list[int]]:
    """Return what the audit log records about a closed stage: the standings, and who qualifies from it.

    The keys of the dict are "standings", "qualified" and "absent" (no longer checked in, but seated before).
    """
    return {
        "standings": standings_for_audit_log(snapshot, stage_number),
        **qualifiers_for_audit_log(snapshot, stage_number + 1),
    }


def ranking_for_audit_log(snapshot: TournamentSnapshot) -> list[Row]:
    """Return the final ranking as rows of entry id and name, winner first."""
    return [[entry, snapshot.entries[entry].name] for entry in ranked_entrants(snapshot)]


def entrants_seated_before(snapshot: TournamentSnapshot, stage_number: int) -> set[int]:
    """Return the ids of the entrants who have a seat in any stage before this one."""
    return {entry for stage in snapshot.stages if stage.row.number < stage_number for entry in stage.entrants}
