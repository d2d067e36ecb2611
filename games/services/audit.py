"""Replay a table's log and compare it with its rows: number, status, seats, and rounds that are over."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games import models
from games.models import Table
from games.rules.round import Round
from games.rules.state import FINISHED, RUNNING, State
from games.store.projections import is_unrated, moment_of, round_details, round_row, seat_rows
from games.store.snapshot import TableSnapshot, fold
from games.store.tables import entries_since

MAX_ATTEMPTS = 5
"""How often a table is read that changes in the meantime."""


def faults_of_table(table_id: str) -> list[str]:
    """Sentences about rows that differ from what the log says; empty if there are none."""
    for _ in range(MAX_ATTEMPTS):
        row = Table.objects.get(pk=table_id)
        faults = _faults_of(row)
        if not faults or Table.objects.filter(pk=table_id, number=row.number).exists():
            break
    return faults


def _faults_of(row: Table) -> list[str]:
    table_id = row.pk
    numbers = list(row.log.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        return ["the log's numbers have gaps"]
    try:
        snapshot = fold(table_id, entries_since(table_id, 0))
    except Exception as fault:
        return [f"the log cannot be replayed: {type(fault).__name__} {fault}"]
    if snapshot is None:
        return ["the log is empty"]
    return list(_faults(row, snapshot))


def _faults(row: Table, snapshot: TableSnapshot) -> Iterator[str]:
    state = snapshot.state
    seats = _without_gone_users(seat_rows(state))
    pairs = (
        ("number", row.number, snapshot.number),
        ("status", row.status, state.status),
        ("size", row.size, state.size),
        ("options", row.options, state.options.as_dict()),
        ("commitment", row.commitment, state.commitment),
        ("started_at", row.started_at, state.started_at),
        ("finished_at", row.finished_at, state.finished_at),
        ("tie_break", row.tie_break, state.tie_break or ""),
        ("halted", row.halted, state.halted),
        ("deserted", row.deserted, state.deserted if state.status in RUNNING else row.deserted),
        ("closes_at", row.closes_at, moment_of(state.closes_at)),
        ("unrated", row.unrated or is_unrated(state), row.unrated),
        ("seats", _rows(row.seats.all(), seats), seats),
    )
    yield from (f"{name} is {kept!r}, the log says {said!r}" for name, kept, said in pairs if kept != said)
    rounds = {found.number: found for found in row.rounds.all()}
    if sorted(rounds) != [past.number for past in state.past]:
        yield f"the rounds are {sorted(rounds)}, the log has {len(state.past)}"
        return
    for past in state.past:
        yield from _round_faults(rounds[past.number], state, past)


def _without_gone_users(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """An account that was deleted leaves its seat without a user, while the log still names it."""
    living = set(User.objects.filter(pk__in=[seat["user_id"] for seat in seats]).values_list("pk", flat=True))
    return [{**seat, "user_id": seat["user_id"] if seat["user_id"] in living else None} for seat in seats]


def _round_faults(row: models.Round, state: State, past: Round) -> Iterator[str]:
    said = round_row(past)
    if _rows([row], [said]) != [said]:
        yield f"round {past.number} is not what the log says"
    for model, details in round_details(state, past, finished=state.status == FINISHED).items():
        kept = model.objects.filter(round=row).order_by("pk")
        if _rows(kept, details) != details:
            yield f"round {past.number}: {model._meta.verbose_name_plural} are not what the log says"


def _rows(kept: Any, like: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The columns of the rows that `like` names."""
    columns = list(like[0]) if like else ["pk"]
    return [{column: getattr(row, column) for column in columns} for row in kept]
