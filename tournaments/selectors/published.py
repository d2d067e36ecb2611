"""Standings in the form that the audit log records, so that they can be verified later."""

from tournaments.selectors.qualified import checked_in_entrants, qualified_for
from tournaments.selectors.snapshot import TournamentSnapshot
from tournaments.selectors.standings import final_list, standings_after

Row = list[int | str]


def published_standings(snapshot: TournamentSnapshot, stage_number: int) -> list[Row]:
    """Return the standings after a stage as rows of entry, points, game points and correct bids, by place.

    Entrants who have not played are left out.
    """
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(snapshot, stage_number)
        if one.games
    ]


def published_players(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[int]]:
    """Return the entrants who qualify for a stage, and those seated earlier who are no longer present."""
    return {
        "qualified": list(qualified_for(snapshot, stage_number)),
        "absent": sorted(entrants_seated_before(snapshot, stage_number) - checked_in_entrants(snapshot)),
    }


def published_stage(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[Row] | list[int]]:
    """Return the data recorded when a stage is closed: standings, and qualified and absent entrants."""
    return {
        "standings": published_standings(snapshot, stage_number),
        **published_players(snapshot, stage_number + 1),
    }


def published_ranking(snapshot: TournamentSnapshot) -> list[Row]:
    """Return the final ranking in the recorded form: entry ids and names, from the winner down."""
    return [[entry, snapshot.entries[entry].name] for entry in final_list(snapshot)]


def entrants_seated_before(snapshot: TournamentSnapshot, stage_number: int) -> set[int]:
    """Return the entrants who have a seat in a stage with a lower number."""
    return {entry for stage in snapshot.stages if stage.row.number < stage_number for entry in stage.entrants}
