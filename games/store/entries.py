"""Log entries as objects, and how they are read from rows; `append` writes these."""

from datetime import datetime
from typing import Any, NamedTuple

import orjson

from games.rules.events import Event, decode_event


class StoredEntry(NamedTuple):
    """An entry of a table's log.

    `seat` and `action_id` are those of the action that caused the event, if any.
    """

    number: int
    at: datetime
    event: Event
    seat: int | None = None
    action_id: str | None = None


COLUMNS = ("number", "at", "type", "data", "seat", "action_id")


def decode_entry(row: tuple[Any, ...]) -> StoredEntry:
    """Decode a log entry from a database row with the columns COLUMNS.

    A damaged row may raise any exception.
    """
    number, at, type_name, data, seat, action_id = row
    return StoredEntry(number, at, decode_event(type_name, orjson.loads(data)), seat, action_id)
