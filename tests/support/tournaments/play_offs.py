"""Ties that are played off at a table of their own."""

from typing import Any

from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    start,
    with_bots,
)
from tests.support.tournaments.ties import against_the_lot, end_in_a_tie
from tournaments.models import StageTable, Tournament
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.services.stage.play_offs import open_play_off

FINAL = {"kind": "final"}


CUT = {"qualify": "best", "qualify_count": 3}


GIVEN: dict[str, Any] = {"now": AT}


def tied(*stages: dict[str, Any], bots: int = 4, **fields: Any) -> tuple[Tournament, list[int]]:
    """A first stage of one table at which all tied, and their order by the game's lot."""
    tournament = with_bots(event(*stages, **fields), bots)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    return fresh(tournament), order


def snapshot(tournament: Tournament) -> TournamentSnapshot:
    return read_snapshot(fresh(tournament))


def play_off(tournament: Tournament, order: list[int], table_number: int = 1, **more: Any) -> StageTable:
    return open_play_off(**desk(tournament), stage_number=table_number, entries=order, **more)


def in_scores(order: list[int]) -> dict[int, tuple[int, int]]:
    """A result in this order."""
    return {entry: (80 - 20 * place, 2) for place, entry in enumerate(order)}
