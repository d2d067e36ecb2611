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
    """Compare two snapshots of a table, and return the mark rows of the seats that have changed.

    Marks are moves that players have set in advance. The row of a seat contains the player's marks, and the
    answers to the player's latest actions that set or removed a mark. A row has changed if either differs.
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
    """Insert or update rows of moves set in advance (marks), in a single SQL statement.

    Each item of `rows` is a pair: the id of a game table, and the row of a player at that table. Without
    items, do nothing.
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
    """Return a copy of the snapshot, with its moves set in advance (marks) replaced by those in the database.

    `version` is the table's stored `mark_version`. If it is 0, no such moves are stored: the copy has none,
    and the database is not read.
    """
    rows = _read_mark_rows(snapshot.table_id) if version else []
    marks = {row.seat: row.marks for row in rows}
    seats = tuple(marks.get(seat, NO_MARKS) for seat in range(len(snapshot.state.seats))) if marks else ()
    answers = {row.seat: row.answered for row in rows}
    return snapshot._replace(
        state=snapshot.state._replace(marks=seats), mark_version=version, mark_answers=answers
    )


def _read_mark_rows(table_id: str) -> list[MarkRow]:
    """Read the cards and bids that a table's players have set in advance: at most one row for each seat."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seat, data, answered FROM games_mark WHERE table_id = %s", (table_id,))
        return [_decode_mark_row(*row) for row in cursor.fetchall()]


def _decode_mark_row(seat: int, marks_json: str, answers_json: str) -> MarkRow:
    """Decode a database row of the moves that the player in a seat has set in advance (marks).

    `answers_json` has a pair for each of the latest actions that set or removed such a move: the action's id,
    and the server's answer, which is the number of the last log entry at that time.
    """
    card, card_moment, bid, bid_moment = orjson.loads(marks_json)
    marks = SeatMarks(card, tuple(card_moment), bid, tuple(bid_moment))
    answers = tuple((action_id, number) for action_id, number in orjson.loads(answers_json))
    return MarkRow(seat, marks, answers)
