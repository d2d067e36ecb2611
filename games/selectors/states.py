"""The progress of many tables for the organisers' console; reveals nothing of the current round."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max

from games.models import Round, Seat, Table
from games.models.table import RUNNING
from games.rules.options import restore_options
from games.rules.options.schedules import plan_rounds
from games.selectors.results import SeatResult
from games.store.tables import load_snapshot


class Sitter(NamedTuple):
    """A player with a seat: an account (`user`), or one of the site's bots (a `level`, and no `user`)."""

    name: str
    kind: str
    user: int | None = None
    level: str | None = None


class TableState(NamedTuple):
    """A table as organisers see it. `sitters`, `scores` and `arrived_at` map seats to values.

    `halted` is also set during a pause that the players agreed on: see `is_paused_by_players`. `round` is the
    number of the current round or, after the game, of the last one; 0 before the start.
    `rounds` is the number of rounds in the game. `scores` are the totals after the last finished round.
    `result`, from first to last place, is None until the game is finished.
    """

    status: str
    number: int
    halted: bool
    closes_at: datetime | None
    round: int
    rounds: int
    sitters: dict[int, Sitter]
    scores: dict[int, int]
    arrived_at: dict[int, datetime | None]
    result: tuple[SeatResult, ...] | None


def table_states(table_ids: Collection[str]) -> dict[str, TableState]:
    """Return each table's players, progress, scores and result, by table id, for the organisers' console."""
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table_id__in=table_ids).order_by("table_id", "seat"):
        seats[seat.table_id].append(seat)
    over = dict(
        Round.objects.filter(table_id__in=table_ids)
        .order_by()
        .values_list("table_id")
        .annotate(last=Max("number"))
    )
    rows = Table.objects.filter(pk__in=table_ids)
    return {row.pk: _table_state(row, seats[row.pk], over.get(row.pk, 0)) for row in rows}


def is_paused_by_players(table_id: str) -> bool:
    """Return whether a game stands still because its players agreed on a pause."""
    return load_snapshot(table_id).state.own_pause


def _table_state(table: Table, seats: list[Seat], finished_rounds: int) -> TableState:
    """Return the organisers' summary of a table, from its seats and the number of its finished rounds."""
    players = table.size if table.started_at is None else len(seats)
    return TableState(
        status=table.status,
        number=table.number,
        halted=table.halted,
        closes_at=table.closes_at,
        round=finished_rounds + (table.status in RUNNING),
        rounds=len(plan_rounds(restore_options(table.options), players)),
        sitters={seat.seat: Sitter(seat.name, seat.kind, seat.user_id, seat.level or None) for seat in seats},
        scores={seat.seat: seat.score for seat in seats},
        arrived_at={seat.seat: seat.arrived_at for seat in seats},
        result=_seat_results(seats) if table.status == "finished" else None,
    )


def _seat_results(seats: list[Seat]) -> tuple[SeatResult, ...]:
    """Return the results of the seats of a finished game, from first to last place."""
    results = [
        SeatResult(
            seat.seat,
            seat.user_id,
            seat.name,
            seat.kind,
            seat.score,
            seat.correct_bids,
            seat.rank,
        )
        for seat in seats
        if seat.rank is not None
    ]
    return tuple(sorted(results, key=lambda result: result.rank))
