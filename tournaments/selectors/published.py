"""Standings as the audit log keeps them when a stage is closed, so that they can be proved later."""

from tournaments.selectors.qualified import present_entrants, qualified_for
from tournaments.selectors.snapshot import TournamentSnapshot
from tournaments.selectors.standings import final_list, standings_after

Row = list[int | str]


def published_standings(snapshot: TournamentSnapshot, number: int) -> list[Row]:
    """Entry, points, game points and correct bids of all who have played up to stage `number`, by place."""
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(snapshot, number)
        if one.games
    ]


def published_players(snapshot: TournamentSnapshot, number: int) -> dict[str, list[int]]:
    """Who plays stage `number`, and who of those who sat in one before is not there any more."""
    return {
        "qualified": list(qualified_for(snapshot, number)),
        "absent": sorted(entrants_seated_before(snapshot, number) - present_entrants(snapshot)),
    }


def published_stage(snapshot: TournamentSnapshot, number: int) -> dict[str, list[Row] | list[int]]:
    """What is written down of a closed stage: the standings after it, and who goes on from it."""
    return {
        "standings": published_standings(snapshot, number),
        **published_players(snapshot, number + 1),
    }


def published_ranking(snapshot: TournamentSnapshot) -> list[Row]:
    """The final list: entries and their names, from the winner down."""
    return [[entry, snapshot.entries[entry].name] for entry in final_list(snapshot)]


def entrants_seated_before(snapshot: TournamentSnapshot, number: int) -> set[int]:
    """The entrants who have a seat in a stage before this one."""
    return {entry for stage in snapshot.stages if stage.row.number < number for entry in stage.entrants}
