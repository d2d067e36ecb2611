"""Standings as the audit log keeps them when a stage is closed, so that they can be proved later."""

from tournaments.selectors.qualified import present_entrants, qualified_for
from tournaments.selectors.snapshot import TournamentSnapshot
from tournaments.selectors.standings import final_list, standings_after

Row = list[int | str]


def published_standings(snapshot: TournamentSnapshot, stage_number: int) -> list[Row]:
    """Entry, points, game points and correct bids of all who have played up to a stage, by place."""
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(snapshot, stage_number)
        if one.games
    ]


def published_players(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[int]]:
    """Who plays a stage, and who of those who sat in one before is not there any more."""
    return {
        "qualified": list(qualified_for(snapshot, stage_number)),
        "absent": sorted(entrants_seated_before(snapshot, stage_number) - present_entrants(snapshot)),
    }


def published_stage(snapshot: TournamentSnapshot, stage_number: int) -> dict[str, list[Row] | list[int]]:
    """What is written down of a closed stage: the standings after it, and who goes on from it."""
    return {
        "standings": published_standings(snapshot, stage_number),
        **published_players(snapshot, stage_number + 1),
    }


def published_ranking(snapshot: TournamentSnapshot) -> list[Row]:
    """The final list: entries and their names, from the winner down."""
    return [[entry, snapshot.entries[entry].name] for entry in final_list(snapshot)]


def entrants_seated_before(snapshot: TournamentSnapshot, stage_number: int) -> set[int]:
    """The entrants who have a seat in a stage before this one."""
    return {entry for stage in snapshot.stages if stage.row.number < stage_number for entry in stage.entrants}
