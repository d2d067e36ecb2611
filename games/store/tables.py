"""Reading tables: from this process's cache while its number is the table's, else from the log."""

from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.db import connection

from games.rules.errors import NotFound, Quarantined
from games.rules.state import ABANDONED, FINISHED
from games.store.entries import COLUMNS, Entry, entry_of
from games.store.loaded import Loaded
from games.store.quarantine import Damaged, checked, put_aside

CACHED_TABLES, CACHED_OVER = 2000, 100
_running: LRUCache[str, Loaded] = LRUCache(CACHED_TABLES)
_over: LRUCache[str, Loaded] = LRUCache(CACHED_OVER)
"""Games that are over are the largest, and looked at for a moment: an evening would fill all with them."""
_lock = Lock()


def cached(table_id: str) -> Loaded | None:
    """The table as this process last saw it, however old; no database."""
    with _lock:
        return _known(table_id)


def _known(table_id: str) -> Loaded | None:
    return _running.get(table_id) or _over.get(table_id)


def _put(loaded: Loaded) -> None:
    if loaded.state.status in (FINISHED, ABANDONED):
        _running.pop(loaded.table_id, None)
        _over[loaded.table_id] = loaded
    else:
        _running[loaded.table_id] = loaded


def _drop(table_id: str) -> None:
    _running.pop(table_id, None)
    _over.pop(table_id, None)


def keep(loaded: Loaded) -> None:
    """Remember a committed state, unless a newer one is known."""
    with _lock:
        known = _known(loaded.table_id)
        if known is None or known.number < loaded.number:
            _put(loaded)


def _keep_unsealed(loaded: Loaded) -> None:
    """Remember that a table holds nothing back any more, which moves its number nowhere."""
    with _lock:
        known = _known(loaded.table_id)
        if known is not None:
            _put(known._replace(sealed=loaded.sealed))


def forget(table_id: str | None = None) -> None:
    """Drop a table, or all of them, from the cache."""
    with _lock:
        if table_id is None:
            _running.clear()
            _over.clear()
        else:
            _drop(table_id)


def current_number(table_id: str) -> int:
    """The number that the database has now; raises NotFound, or Quarantined."""
    return _current(table_id)[0]


_ROW = "SELECT number, due_at, quarantined, sealed FROM games_table WHERE id = %s"
_ROW_OF_SQLITE = _ROW.replace(" due_at,", " CAST(due_at AS text),")


def _current(table_id: str) -> tuple[int, datetime | None, bool]:
    """Written by hand, as reading the log is: asked for each table, and often."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(_ROW_OF_SQLITE if sqlite else _ROW, (table_id,))
        row = cursor.fetchone()
    if row is None:
        raise NotFound()
    number, due_at, quarantined, sealed = row
    if quarantined:
        raise Quarantined()
    return number, _moment(due_at) if sqlite and due_at else due_at, bool(sealed)


def load(table_id: str, *, at_least: int | None = None) -> Loaded:
    """The table at its newest number, or from the cache alone if that has come to `at_least` already.

    Raises NotFound, or Quarantined: a log that cannot be right is put aside at once.
    """
    known = cached(table_id)
    if known is not None and at_least is not None and known.number >= at_least:
        return known
    number, due_at, sealed = _current(table_id)
    if known is not None and known.number == number:
        if known.sealed != sealed:
            known = known._replace(sealed=sealed)
            _keep_unsealed(known)
        return known
    try:
        loaded = _read(table_id, number, known)
    except Damaged as damage:
        put_aside(table_id, str(damage))
        forget(table_id)
        raise Quarantined() from None
    loaded = loaded._replace(due_at=due_at, sealed=sealed)
    keep(loaded)
    return loaded


def _read(table_id: str, number: int, known: Loaded | None) -> Loaded:
    """The table at `number` or, if it moves meanwhile, later; raises Damaged."""
    before = known if known is not None and known.number < number else None
    rows = log_rows(table_id, before.number if before else 0)
    loaded = checked(table_id, rows, before)
    if loaded.number < number:
        raise Damaged(f"The log ends at entry {loaded.number}, the table is at {number}.")
    # An entry is committed with its number: who sees the one later sees the other.
    if loaded.number > number and (now_at := _current(table_id)[0]) < loaded.number:
        raise Damaged(f"The log goes on to entry {loaded.number}, the table is at {now_at}.")
    return loaded


def entries_since(table_id: str, after: int) -> list[Entry]:
    """The log's entries after number `after`, in order."""
    return [entry_of(row) for row in log_rows(table_id, after)]


_LOG = f"SELECT {', '.join(COLUMNS)} FROM games_logentry WHERE table_id = %s AND number > %s ORDER BY number"
_LOG_OF_SQLITE = _LOG.replace(" at,", " CAST(at AS text),")


def log_rows(table_id: str, after: int) -> list[tuple[Any, ...]]:
    """The COLUMNS of the log's entries after number `after`, in order.

    Written by hand: a server that starts reads the logs of all tables that are due, and Django's way from
    SQLite's text to a moment takes longer than the rest of the reading.
    """
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(_LOG_OF_SQLITE if sqlite else _LOG, (table_id, after))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [(row[0], _moment(row[1]), *row[2:]) for row in rows] if sqlite else rows


def _moment(text: str) -> datetime:
    """SQLite's text as a moment: it is kept in UTC, and without saying so."""
    return datetime.fromisoformat(text + "+00:00")
