"""The rows of the public standings and the final ranking."""

from collections import defaultdict
from itertools import pairwise
from typing import TypedDict

from tournaments.models import Entry
from tournaments.models.choices import PRELIMINARIES
from tournaments.rules.standings.standings import Standing
from tournaments.selectors.final_ranking import (
    entrants_ranked_by_lot,
    entrants_ranked_by_play_off,
    ranked_entrants,
)
from tournaments.selectors.public.stages import rounded_points
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.standings import game_scores, standings_after


class StagePoints(TypedDict):
    """An entrant's result in one game."""

    stage: int
    table: int
    rank: int
    points: float


class EntrantFields(TypedDict):
    """The public fields of an entrant in lists."""

    entry: int
    name: str
    nation: str
    bot: bool
    status: str


class StandingRow(EntrantFields):
    """A row of the standings."""

    place: int
    points: float
    penalty: float
    game_points: int
    correct_bids: int
    games: int
    decided_by: str | None
    stages: list[StagePoints]


class FinalRow(EntrantFields):
    """A row of the final ranking."""

    place: int
    prize: str | None
    by_lot: bool
    by_play_off: bool


def standing_rows(snapshot: TournamentSnapshot) -> list[StandingRow]:
    """Return the public rows of the standings, best first.

    They include everyone who is checked in or has played, except disqualified entrants.
    """
    by_entry: defaultdict[int, list[StagePoints]] = defaultdict(list)
    for made in game_scores(snapshot):
        by_entry[made.entry].append(
            {
                "stage": made.stage,
                "table": made.table,
                "rank": made.rank,
                "points": rounded_points(made.points),
            }
        )
    found = standings_after(snapshot)
    decided = [None, *(_find_tie_breaker(above, below) for above, below in pairwise(found))]
    return [
        {
            "place": one.place,
            **_common_entrant_fields(snapshot.entries[one.entry]),
            "points": rounded_points(one.points),
            "penalty": rounded_points(one.penalty),
            "game_points": one.game_points,
            "correct_bids": one.correct_bids,
            "games": one.games,
            "decided_by": why,
            "stages": by_entry[one.entry],
        }
        for one, why in zip(found, decided, strict=False)
    ]


def _find_tie_breaker(above: Standing, below: Standing) -> str | None:
    """Return the criterion that ranks one entrant above the next in the standings, such as "lot".

    Return None if their points differ or if neither has played.
    """
    level = above.points == below.points and (above.games or below.games)
    return above.decided_by if level else None


def final_rows(snapshot: TournamentSnapshot) -> list[FinalRow]:
    """Return the public rows of the final ranking, winner first.

    Until the tournament ends, the ranking is based on the results so far.
    """
    prizes, lots, played_off = (
        snapshot.tournament.prizes_by_place,
        entrants_ranked_by_lot(snapshot),
        entrants_ranked_by_play_off(snapshot),
    )
    return [
        {
            "place": place,
            **_common_entrant_fields(snapshot.entries[entry]),
            "prize": prizes[place - 1] if place <= len(prizes) else None,
            "by_lot": entry in lots,
            "by_play_off": entry in played_off,
        }
        for place, entry in enumerate(ranked_entrants(snapshot), start=1)
    ]


def started_preliminary_stage_numbers(snapshot: TournamentSnapshot) -> list[int]:
    """Return the numbers of the preliminary stages that have started. Only these count in the standings."""
    return [
        stage.row.number
        for stage in snapshot.stages
        if stage.row.kind in PRELIMINARIES and stage.row.started_at is not None
    ]


def _common_entrant_fields(entry: Entry) -> EntrantFields:
    """Return the public fields of an entrant that the standings and the final ranking share."""
    return {
        "entry": entry.start_number,
        "name": entry.shown_name,
        "nation": entry.nation,
        "bot": bool(entry.bot_level),
        "status": entry.status,
    }
