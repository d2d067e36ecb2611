"""Hand-written statements for rows written during a game: one statement for many rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db import connection
from django.db.models import JSONField, Model


def insert_rows(model: type[Model], rows: Sequence[Mapping[str, object]], **common: Any) -> None:
    """Insert rows into a model's database table in a single statement. Without rows, do nothing.

    Each row maps column names to values. All rows have the same columns in the same order. `common` has the
    values of further columns, which are the same in all rows.
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
    """Insert a row into a model's database table, and return its primary key.

    `row` maps column names to values, and must have no JSON columns.
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
    """Return the parts of an INSERT statement for the columns `names`, and cache them for further calls.

    The parts are the text up to VALUES, the placeholders for one row, and the indices of JSON columns in
    `names`.
    """
    key = (model._meta.db_table, names)
    if key not in _statements:
        _statements[key] = _build_insert_statement(model, names)
    return _statements[key]


def _build_insert_statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, str, list[int]]:
    """Return the parts of an INSERT statement for the columns `names`.

    The parts are the text up to VALUES, the placeholders for one row, and the indices of JSON columns in
    `names`.
    """
    columns = {field.column: field for field in model._meta.concrete_fields}
    documents = [place for place, name in enumerate(names) if isinstance(columns[name], JSONField)]
    head = f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES "
    return head, f"({', '.join(['%s'] * len(names))})", documents
