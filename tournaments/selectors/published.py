"""Standings, qualifiers and rankings as recorded in the audit log, so that they can be verified later."""

from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.qualified import checked_in_entrants, qualifiers_for_stage
from tournaments.selectors.snapshot import TournamentSnapshot
from tournaments.selectors.standings import standings_after

Row = list[int | str]


def recorded_standings(snapshot: TournamentSnapshot, stage_number: int) -> list[Row]:
    """Return the standings after a stage for the audit log.

    Each row contains an entry id, points, game points and the number of bids met. Entrants who have not
    played are left out.
    """
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(snapshot, stage_number)
        if one.games
    ]


def recorded_qualifiers(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[int]]:
    """Return the ids of a stage's qualifiers (`qualified`) and absentees (`absent`) for the audit log.

    The absentees are the entrants who had a seat in an earlier stage but are no longer checked in.
    """
    return {
        "qualified": list(qualifiers_for_stage(snapshot, stage_number)),
        "absent": sorted(entrants_seated_before(snapshot, stage_number) - checked_in_entrants(snapshot)),
    }


def recorded_stage_closing(
    snapshot: TournamentSnapshot, stage_number: int
) -> dict[str, list[Row] | list[int]]:
    """Return the data to record in the audit log when a stage is closed.

    It contains the stage's standings (see `recorded_standings`), and the qualifiers and absentees of the next
    stage (see `recorded_qualifiers`).
    """
    return {
        "standings": recorded_standings(snapshot, stage_number),
        **recorded_qualifiers(snapshot, stage_number + 1),
    }


def recorded_ranking(snapshot: TournamentSnapshot) -> list[Row]:
    """Return the final ranking for the audit log as rows of entry id and name, winner first."""
    return [[entry, snapshot.entries[entry].name] for entry in ranked_entrants(snapshot)]


def entrants_seated_before(snapshot: TournamentSnapshot, stage_number: int) -> set[int]:
    """Return the ids of the entrants who have a seat in a stage before number `stage_number`."""
    return {entry for stage in snapshot.stages if stage.row.number < stage_number for entry in stage.entrants}
