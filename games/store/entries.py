"""Log entries as objects, and how they are read from rows; `append` writes these."""

from datetime import datetime
from typing import Any, NamedTuple

import orjson

from games.rules.events import Event, event_of


class StoredEntry(NamedTuple):
    """An event of a table with its log number.

    `seat` and `action_id` are those of the action that caused it, if any.
    """

    number: int
    at: datetime
    event: Event
    seat: int | None = None
    action_id: str | None = None


COLUMNS = ("number", "at", "type", "data", "seat", "action_id")


def entry_of(row: tuple[Any, ...]) -> StoredEntry:
    """Parse a log row with the columns COLUMNS; the inverse of `row_of`."""
    number, at, type_name, data, seat, action_id = row
    return StoredEntry(number, at, event_of(type_name, orjson.loads(data)), seat, action_id)
