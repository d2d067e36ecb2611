"""Audits a table: replays its log, and compares the result with the database rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

from django.db.models import Model

from accounts.models import User
from games import models
from games.models import RoundSnapshot, Table
from games.rules.round import Round
from games.rules.state import State
from games.rules.statuses import FINISHED, RUNNING
from games.store.expected import (
    SeatRow,
    is_unrated,
    parse_time_limit,
    round_detail_rows,
    round_row,
    seat_rows,
)
from games.store.round_snapshots.code_version import CODE_VERSION
from games.store.round_snapshots.encoding import UnreadableState, decode_state
from games.store.snapshot import TableSnapshot, fold_entries
from games.store.tables import read_entries_after

Row = TypeVar("Row", bound=Mapping[str, object])

MAX_ATTEMPTS = 5
"""Maximum audits of a table that keeps changing."""


def audit_table(table_id: str) -> list[str]:
    """Check a table's log and database rows, and return a message for each error found.

    Raise Table.DoesNotExist if there is no such table.
    """
    for _ in range(MAX_ATTEMPTS):
        row = Table.objects.get(pk=table_id)
        errors = _find_table_errors(row)
        # If the table has moved during the audit, the errors may be spurious, so audit it again.
        if not errors or Table.objects.filter(pk=table_id, number=row.number).exists():
            break
    return errors


def _find_table_errors(table: Table) -> list[str]:
    """Return a message for each error in a table's log, and for each stored row that contradicts the log."""
    table_id = table.pk
    numbers = list(table.log.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        return ["the log's numbers have gaps"]
    stored = RoundSnapshot.objects.filter(table=table, code_version=CODE_VERSION).first()
    try:
        entries = read_entries_after(table_id, 0)
        number = stored.number if stored else 0
        at_round = fold_entries(table_id, entries[:number])
        snapshot = fold_entries(table_id, entries[number:], at_round)
    except Exception as error:
        return [f"the log cannot be replayed: {type(error).__name__} {error}"]
    if snapshot is None:
        return ["the log is empty"]
    return [*_find_row_errors(table, snapshot), *_find_snapshot_errors(stored, at_round)]


def _find_snapshot_errors(stored: RoundSnapshot | None, replayed: TableSnapshot | None) -> Iterator[str]:
    """Yield an error message if the stored round snapshot is unreadable or differs from `replayed`.

    `replayed` is the table at the same log entry, according to the log. Yield nothing if `stored` is None.
    """
    if stored is None:
        return
    try:
        state = decode_state(stored.data)
    except UnreadableState:
        yield f"the round snapshot at entry {stored.number} cannot be read"
        return
    found = None if replayed is None else (replayed.number, replayed.moved, replayed.state)
    # The message does not say what differs, because that may be a hidden card.
    if found != (stored.number, stored.moved, state):
        yield f"the round snapshot at entry {stored.number} is not what the log says"


def _find_row_errors(table: Table, snapshot: TableSnapshot) -> Iterator[str]:
    """Yield an error message for each column and each round in the database that contradicts the log.

    `table` is the stored table, and `snapshot` the table according to the log.
    """
    state = snapshot.state
    seats = _clear_deleted_user_ids(seat_rows(state))
    pairs = (
        ("number", table.number, snapshot.number),
        ("status", table.status, state.status),
        ("size", table.size, state.size),
        ("options", table.options, state.options.as_dict()),
        ("commitment", table.commitment, state.commitment),
        ("started_at", table.started_at, state.started_at),
        ("finished_at", table.finished_at, state.finished_at),
        ("tie_break", table.tie_break, state.tie_break or ""),
        ("halted", table.halted, state.halted),
        ("deserted", table.deserted, state.is_deserted if state.status in RUNNING else table.deserted),
        ("closes_at", table.closes_at, parse_time_limit(state.closes_at)),
        # A row may be unrated for reasons outside the log, such as unsealing, but not rated against the log.
        ("unrated", table.unrated or is_unrated(state), table.unrated),
        ("seats", _select_expected_columns(table.seats.all(), seats), seats),
    )
    yield from (f"{name} is {kept!r}, the log says {said!r}" for name, kept, said in pairs if kept != said)
    rounds = {found.number: found for found in table.rounds.all()}
    if sorted(rounds) != [past.number for past in state.past]:
        yield f"the rounds are {sorted(rounds)}, the log has {len(state.past)}"
        return
    for past in state.past:
        yield from _find_round_errors(rounds[past.number], state, past)


def _clear_deleted_user_ids(seats: list[SeatRow]) -> list[SeatRow]:
    """Return copies of the seats, with `user_id` set to None if the user's account has been deleted."""
    living = set(User.objects.filter(pk__in=[seat["user_id"] for seat in seats]).values_list("pk", flat=True))
    return [{**seat, "user_id": seat["user_id"] if seat["user_id"] in living else None} for seat in seats]


def _find_round_errors(stored: models.Round, state: State, replayed: Round) -> Iterator[str]:
    """Yield error messages if a stored round, or its bids or other details, differ from the log.

    `replayed` is the round according to the log.
    """
    said = round_row(replayed)
    if _select_expected_columns([stored], [said]) != [said]:
        yield f"round {replayed.number} is not what the log says"
    expected = round_detail_rows(state, replayed, is_game_over=state.status == FINISHED)
    for model, details in expected.rows_by_model():
        kept = model._default_manager.filter(round=stored).order_by("pk")
        if _select_expected_columns(kept, details) != details:
            yield f"round {replayed.number}: {model._meta.verbose_name_plural} are not what the log says"


def _select_expected_columns(stored_rows: Iterable[Model], expected_rows: Sequence[Row]) -> list[Row]:
    """Return the stored rows as dicts with the same columns as the expected rows."""
    columns = list(expected_rows[0]) if expected_rows else ["pk"]
    return [cast(Row, {column: getattr(row, column) for column in columns}) for row in stored_rows]
