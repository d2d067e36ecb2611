"""Standings in the form that the audit log records, so that they can be verified later."""

from tournaments.selectors.qualified import checked_in_entrants, qualifiers_for_stage
from tournaments.selectors.snapshot import TournamentSnapshot
from tournaments.selectors.standings import ranked_entrants, standings_after

Row = list[int | str]


def recorded_standings(snapshot: TournamentSnapshot, stage_number: int) -> list[Row]:
    """Return the standings after a stage in the form that the audit log records.

    Each row has an entry id, points, game points and correct bids. Entrants who have not played are left out.
    """
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(snapshot, stage_number)
        if one.games
    ]


def recorded_qualifiers(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[int]]:
    """Return the data that the audit log records about a stage's qualifiers.

    These are the entrants who qualify, and those who had a seat earlier but are no longer present.
    """
    return {
        "qualified": list(qualifiers_for_stage(snapshot, stage_number)),
        "absent": sorted(entrants_seated_before(snapshot, stage_number) - checked_in_entrants(snapshot)),
    }


def recorded_stage_closing(
    snapshot: TournamentSnapshot, stage_number: int
) -> dict[str, list[Row] | list[int]]:
    """Return the data that the audit log records when a stage is closed: standings, qualified and absent."""
    return {
        "standings": recorded_standings(snapshot, stage_number),
        **recorded_qualifiers(snapshot, stage_number + 1),
    }


def recorded_ranking(snapshot: TournamentSnapshot) -> list[Row]:
    """Return the final ranking in the form that the audit log records: entry ids and names, winner first."""
    return [[entry, snapshot.entries[entry].name] for entry in ranked_entrants(snapshot)]


def entrants_seated_before(snapshot: TournamentSnapshot, stage_number: int) -> set[int]:
    """Return the entrants who have a seat in a stage with a lower number."""
    return {entry for stage in snapshot.stages if stage.row.number < stage_number for entry in stage.entrants}
