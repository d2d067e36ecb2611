"""Hand-written statements for rows written during a game: one statement for many rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db import connection
from django.db.models import JSONField, Model


def insert_rows(model: type[Model], rows: Sequence[Mapping[str, object]], **common: Any) -> None:
    """Insert rows, which map column names to values, into a model's table with one statement.

    Do nothing if there are no rows. All rows must have the same columns in the same order. `common` are
    further columns, which have the same value in all rows.
    """
    if not rows:
        return
    names = tuple(common) + tuple(rows[0])
    head, mark, documents = _cached_insert_statement(model, names)
    values = [[*common.values(), *row.values()] for row in rows]
    for place in documents:
        for row in values:
            # A hand-written statement bypasses the JSONField, which would encode this.
            row[place] = orjson.dumps(row[place]).decode()
    with connection.cursor() as cursor:
        cursor.execute(f"{head}{', '.join([mark] * len(rows))}", [value for row in values for value in row])


def insert_row(model: type[Model], row: Mapping[str, object]) -> int:
    """Insert a row, which maps column names to values, into a model's table, and return its primary key.

    The row must have no JSON columns.
    """
    head, mark, _ = _cached_insert_statement(model, tuple(row))
    values: list[Any] = list(row.values())
    with connection.cursor() as cursor:
        cursor.execute(f"{head}{mark} RETURNING id", values)
        key: int = cursor.fetchone()[0]
    return key


def update_seat_scores(table_id: str, scores: Sequence[int]) -> None:
    """Set the total scores of a table's seats. `scores` are in seat order."""
    cases = " ".join(["WHEN %s THEN %s"] * len(scores))
    numbers = [value for seat_and_score in enumerate(scores) for value in seat_and_score]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_seat SET score = CASE seat {cases} ELSE score END WHERE table_id = %s",
            [*numbers, table_id],
        )


_statements: dict[tuple[str, tuple[str, ...]], tuple[str, str, list[int]]] = {}


def _cached_insert_statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, str, list[int]]:
    """Return the result of `_build_insert_statement`, which is cached for each model and columns."""
    key = (model._meta.db_table, names)
    if key not in _statements:
        _statements[key] = _build_insert_statement(model, names)
    return _statements[key]


def _build_insert_statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, str, list[int]]:
    """Return the parts of an INSERT statement for rows with the columns `names`.

    These are the text before the values, the placeholders of one row, and the indices of the JSON columns.
    """
    columns = {field.column: field for field in model._meta.concrete_fields}
    documents = [place for place, name in enumerate(names) if isinstance(columns[name], JSONField)]
    head = f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES "
    return head, f"({', '.join(['%s'] * len(names))})", documents
