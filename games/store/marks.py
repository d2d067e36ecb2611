"""Reads and writes the rows of players' marks: cards and bids that they have set in advance.

The statements are hand-written, as for the log.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson
from django.db import connection

from games.rules.marks import NO_MARKS, SeatMarks
from games.store.snapshot import TableSnapshot

MAX_ANSWERS = 32
"""Idempotency keys stored for each seat; a client repeats an action only until it is answered."""


class MarkRow(NamedTuple):
    """The marks of a seat, and the latest answers to its marking actions, as (action id, number) pairs."""

    seat: int
    marks: SeatMarks
    answered: tuple[tuple[str, int], ...]


def changed_mark_rows(before: TableSnapshot, after: TableSnapshot) -> list[MarkRow]:
    """Return the marks (cards and bids set in advance) of all seats where two snapshots of a table differ.

    Each MarkRow also contains the answers to the actions that set the marks; these may differ, too.
    """
    seats = range(len(after.state.marks))
    old = before.state.marks or (NO_MARKS,) * len(seats)
    return [
        MarkRow(seat, after.state.marks[seat], after.mark_answers.get(seat, ()))
        for seat in seats
        if after.state.marks[seat] != old[seat]
        or after.mark_answers.get(seat) != before.mark_answers.get(seat)
    ]


def write_mark_rows(rows: Iterable[tuple[str, MarkRow]]) -> None:
    """Insert or update rows of marks (cards and bids set in advance) in one statement.

    `rows` are pairs of a table id and a row.
    """
    parameters: list[Any] = []
    for table_id, row in rows:
        data, answered = orjson.dumps(tuple(row.marks)).decode(), orjson.dumps(row.answered).decode()
        parameters += (table_id, row.seat, data, answered)
    if not parameters:
        return
    values = ", ".join(["(%s, %s, %s, %s)"] * (len(parameters) // 4))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_mark (table_id, seat, data, answered) VALUES {values} "
            "ON CONFLICT (table_id, seat) DO UPDATE SET data = excluded.data, answered = excluded.answered",
            parameters,
        )


def add_stored_marks(snapshot: TableSnapshot, version: int) -> TableSnapshot:
    """Return a copy of the snapshot with the marks (cards and bids set in advance) from the database.

    The answers to the actions that set the marks are added, too. `version` is the table's mark version; if it
    is 0, there are no marks and the database is not queried.
    """
    rows = _read_mark_rows(snapshot.table_id) if version else []
    marks = {row.seat: row.marks for row in rows}
    seats = tuple(marks.get(seat, NO_MARKS) for seat in range(len(snapshot.state.seats))) if marks else ()
    answers = {row.seat: row.answered for row in rows}
    return snapshot._replace(
        state=snapshot.state._replace(marks=seats), mark_version=version, mark_answers=answers
    )


def _read_mark_rows(table_id: str) -> list[MarkRow]:
    """Read the rows of a table's marks (cards and bids set in advance), at most one for each seat."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seat, data, answered FROM games_mark WHERE table_id = %s", (table_id,))
        return [_decode_mark_row(*row) for row in cursor.fetchall()]


def _decode_mark_row(seat: int, data: str, answered: str) -> MarkRow:
    """Decode the marks of a seat (a card and a bid set in advance) from columns of a database row.

    `data` (the marks) and `answered` (answers to the actions that set them) are JSON arrays.
    """
    card, card_moment, bid, bid_moment = orjson.loads(data)
    marks = SeatMarks(card, tuple(card_moment), bid, tuple(bid_moment))
    return MarkRow(seat, marks, tuple((action_id, number) for action_id, number in orjson.loads(answered)))
