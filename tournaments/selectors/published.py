"""Standings as the audit log keeps them when a stage is closed, so that they can be proved later."""

from tournaments.selectors.picture import Picture
from tournaments.selectors.qualified import here, qualified_for
from tournaments.selectors.standings import final_list, standings_after

Row = list[int | str]


def published_standings(picture: Picture, number: int) -> list[Row]:
    """Entry, points, game points and correct bids of all who have played up to stage `number`, by place."""
    return [
        [one.entry, str(one.points), one.game_points, one.correct_bids]
        for one in standings_after(picture, number)
        if one.games
    ]


def published_players(picture: Picture, number: int) -> dict[str, list[int]]:
    """Who plays stage `number`, and who of those who sat in one before is not there any more."""
    return {
        "qualified": list(qualified_for(picture, number)),
        "absent": sorted(seated_before(picture, number) - here(picture)),
    }


def published_stage(picture: Picture, number: int) -> dict[str, list[Row] | list[int]]:
    """What is written down of a closed stage: the standings after it, and who goes on from it."""
    return {
        "standings": published_standings(picture, number),
        **published_players(picture, number + 1),
    }


def published_ranking(picture: Picture) -> list[Row]:
    """The final list: entries and their names, from the winner down."""
    return [[entry, picture.entries[entry].name] for entry in final_list(picture)]


def seated_before(picture: Picture, number: int) -> set[int]:
    """The entrants who have a seat in a stage before this one."""
    return {entry for staged in picture.stages if staged.row.number < number for entry in staged.entrants}
