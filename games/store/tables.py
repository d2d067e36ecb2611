"""Reading tables: from this process's cache while its number is the table's, else from the log."""

from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache
from django.db import connection

from games.rules.errors import NoSuchTable, Quarantined
from games.rules.state import ABANDONED, FINISHED
from games.store.entries import COLUMNS, StoredEntry, entry_of
from games.store.quarantine import Damaged, quarantine, replay_log
from games.store.snapshot import TableSnapshot

MAX_CACHED, MAX_CACHED_OVER = 2000, 100
_running: LRUCache[str, TableSnapshot] = LRUCache(MAX_CACHED)
_over: LRUCache[str, TableSnapshot] = LRUCache(MAX_CACHED_OVER)
"""Finished games have the longest logs and are looked at briefly: apart, they displace no running table."""
_lock = Lock()


def cached(table_id: str) -> TableSnapshot | None:
    """The table as this process last saw it, however old; no query."""
    with _lock:
        return _known(table_id)


def _known(table_id: str) -> TableSnapshot | None:
    return _running.get(table_id) or _over.get(table_id)


def _put(snapshot: TableSnapshot) -> None:
    if snapshot.state.status in (FINISHED, ABANDONED):
        _running.pop(snapshot.table_id, None)
        _over[snapshot.table_id] = snapshot
    else:
        _running[snapshot.table_id] = snapshot


def _drop(table_id: str) -> None:
    _running.pop(table_id, None)
    _over.pop(table_id, None)


def keep(snapshot: TableSnapshot) -> None:
    """Remember a committed state, unless a newer one is known."""
    with _lock:
        known = _known(snapshot.table_id)
        if known is None or known.number < snapshot.number:
            _put(snapshot)


def _keep_unsealed(snapshot: TableSnapshot) -> None:
    """Remember that a table has been sealed or unsealed, which leaves its number as it is."""
    with _lock:
        known = _known(snapshot.table_id)
        if known is not None:
            _put(known._replace(sealed=snapshot.sealed))


def forget(table_id: str | None = None) -> None:
    """Remove a table, or all tables, from this process's cache."""
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
    """Number, due_at and sealed. Written by hand, because it is read for each table, and often."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(_ROW_OF_SQLITE if sqlite else _ROW, (table_id,))
        row = cursor.fetchone()
    if row is None:
        raise NoSuchTable()
    number, due_at, quarantined, sealed = row
    if quarantined:
        raise Quarantined()
    return number, _parsed_moment(due_at) if sqlite and due_at else due_at, bool(sealed)


def load(table_id: str, *, at_least: int | None = None) -> TableSnapshot:
    """Return the table at its newest number, or from the cache if that has reached `at_least`.

    Raises NotFound, or Quarantined: a table whose log is damaged is quarantined at once.
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
        snapshot = _read(table_id, number, known)
    except Damaged as damage:
        quarantine(table_id, str(damage))
        forget(table_id)
        raise Quarantined() from None
    snapshot = snapshot._replace(due_at=due_at, sealed=sealed)
    keep(snapshot)
    return snapshot


def _read(table_id: str, number: int, known: TableSnapshot | None) -> TableSnapshot:
    """The table at `number` or, if it moves meanwhile, later; raises Damaged."""
    before = known if known is not None and known.number < number else None
    rows = log_rows(table_id, before.number if before else 0)
    snapshot = replay_log(table_id, rows, before)
    if snapshot.number < number:
        raise Damaged(f"The log ends at entry {snapshot.number}, the table is at {number}.")
    # An entry is committed together with the table's number, so a later read has to show both.
    if snapshot.number > number and (now_at := _current(table_id)[0]) < snapshot.number:
        raise Damaged(f"The log goes on to entry {snapshot.number}, the table is at {now_at}.")
    return snapshot


def entries_since(table_id: str, after: int) -> list[StoredEntry]:
    """The log's entries after number `after`, in order."""
    return [entry_of(row) for row in log_rows(table_id, after)]


_LOG = f"SELECT {', '.join(COLUMNS)} FROM games_logentry WHERE table_id = %s AND number > %s ORDER BY number"
_LOG_OF_SQLITE = _LOG.replace(" at,", " CAST(at AS text),")


def log_rows(table_id: str, after: int) -> list[tuple[Any, ...]]:
    """The COLUMNS of the log's entries after number `after`, in order.

    Written by hand: a server that starts reads the logs of all due tables, and Django's conversion of text
    to datetimes, on SQLite, takes longer than all the rest.
    """
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(_LOG_OF_SQLITE if sqlite else _LOG, (table_id, after))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [(row[0], _parsed_moment(row[1]), *row[2:]) for row in rows] if sqlite else rows


def _parsed_moment(text: str) -> datetime:
    """A datetime from SQLite's text, which is in UTC without saying so."""
    return datetime.fromisoformat(text + "+00:00")
