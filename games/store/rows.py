"""Hand-written statements for rows that a running game writes: one for many rows, whose text is soon made."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db import connection
from django.db.models import JSONField, Model


def insert(model: type[Model], rows: Sequence[Mapping[str, Any]], **common: Any) -> None:
    """Insert rows with the same fields by column name; `common` are values that all of them share."""
    if not rows:
        return
    names = tuple(common) + tuple(rows[0])
    head, mark, documents = _statement(model, names)
    values = [[*common.values(), *row.values()] for row in rows]
    for place in documents:
        for row in values:
            row[place] = orjson.dumps(row[place]).decode()
    with connection.cursor() as cursor:
        cursor.execute(f"{head}{', '.join([mark] * len(rows))}", [value for row in values for value in row])


def insert_one(model: type[Model], row: Mapping[str, Any]) -> int:
    """Insert one row; gives its key."""
    head, mark, _ = _statement(model, tuple(row))
    with connection.cursor() as cursor:
        cursor.execute(f"{head}{mark} RETURNING id", list(row.values()))
        key: int = cursor.fetchone()[0]
    return key


def write_scores(table_id: str, scores: Sequence[int]) -> None:
    """Write the scores of a table's seats, by seat."""
    cases = " ".join(["WHEN %s THEN %s"] * len(scores))
    numbers = [value for seat_and_score in enumerate(scores) for value in seat_and_score]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_seat SET score = CASE seat {cases} ELSE score END WHERE table_id = %s",
            [*numbers, table_id],
        )


_statements: dict[tuple[str, tuple[str, ...]], tuple[str, str, list[int]]] = {}


def _statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, str, list[int]]:
    """The head of an INSERT, the marks of a row, and at which places documents are."""
    key = (model._meta.db_table, names)
    if key not in _statements:
        _statements[key] = _build_statement(model, names)
    return _statements[key]


def _build_statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, str, list[int]]:
    columns = {field.column: field for field in model._meta.concrete_fields}
    documents = [place for place, name in enumerate(names) if isinstance(columns[name], JSONField)]
    head = f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES "
    return head, f"({', '.join(['%s'] * len(names))})", documents
