"""A log entry as an object, and its way to and from a row."""

from datetime import datetime
from typing import Any, NamedTuple

import orjson

from games.rules.events import Event, event_of, fields_of, type_of


class StoredEntry(NamedTuple):
    """One event of a table with its number; `seat` and `action_id` say which action it answered, if any."""

    number: int
    at: datetime
    event: Event
    seat: int | None = None
    action_id: str | None = None


COLUMNS = ("number", "at", "type", "data", "seat", "action_id")


def entry_of(row: tuple[Any, ...]) -> StoredEntry:
    """The entry of a row's COLUMNS."""
    number, at, type_name, data, seat, action_id = row
    return StoredEntry(number, at, event_of(type_name, orjson.loads(data)), seat, action_id)


def row_of(entry: StoredEntry) -> dict[str, Any]:
    """The row's columns of an entry."""
    return {
        "number": entry.number,
        "at": entry.at,
        "type": type_of(entry.event),
        "data": orjson.dumps(fields_of(entry.event)).decode(),
        "seat": entry.seat,
        "action_id": entry.action_id,
    }
