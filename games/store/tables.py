"""Reads tables: from this process's cache if that is up to date, otherwise from the log."""

import logging
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache
from django.db import connection

from games.rules.errors import NoSuchTable, Quarantined
from games.rules.statuses import ABANDONED, FINISHED
from games.store.entries import COLUMNS, StoredEntry, decode_entry
from games.store.marks import add_stored_marks
from games.store.quarantine import Damaged, quarantine_table, replay_log
from games.store.round_snapshots.rows import read_snapshot
from games.store.snapshot import TableSnapshot, answers_from_entries

logger = logging.getLogger(__name__)

MAX_CACHED, MAX_CACHED_OVER = 2000, 100
_running: LRUCache[str, TableSnapshot] = LRUCache(MAX_CACHED)
_over: LRUCache[str, TableSnapshot] = LRUCache(MAX_CACHED_OVER)
"""A separate cache for finished games, whose long logs must not displace games in progress."""
# An LRU cache is not thread-safe: even a read moves its entry.
_lock = Lock()


def cached_snapshot(table_id: str) -> TableSnapshot | None:
    """Return a table's snapshot from the cache, or None if it is not cached. The snapshot may be outdated."""
    with _lock:
        return _find_in_cache(table_id)


def _find_in_cache(table_id: str) -> TableSnapshot | None:
    """Return a table's snapshot from one of the two caches, or None if neither contains it.

    The caller must hold `_lock`.
    """
    return _running.get(table_id) or _over.get(table_id)


def _put_in_cache(snapshot: TableSnapshot) -> None:
    """Put a snapshot in one of the two caches: for games that are over, or for all other games.

    The caller must hold `_lock`.
    """
    if snapshot.state.status in (FINISHED, ABANDONED):
        _running.pop(snapshot.table_id, None)
        _over[snapshot.table_id] = snapshot
    else:
        _running[snapshot.table_id] = snapshot


def _remove_from_cache(table_id: str) -> None:
    """Remove a table's snapshot from both caches. The caller must hold `_lock`."""
    _running.pop(table_id, None)
    _over.pop(table_id, None)


def cache_snapshot(snapshot: TableSnapshot) -> None:
    """Cache a table's snapshot, unless the cached one is at least as new.

    The snapshot's changes must have been committed to the database.
    """
    with _lock:
        known = _find_in_cache(snapshot.table_id)
        if known is None or known.version < snapshot.version:
            _put_in_cache(snapshot)


def advance_cached_snapshot(
    table_id: str, rows: Sequence[tuple[Any, ...]], *, due_at: datetime | None, mark_version: int
) -> None:
    """Apply log rows from another server process to a table's cached snapshot.

    `due_at` is when the server must act next in the game. `mark_version` is the number of changes that made
    no log entries. Do nothing if the table is not cached, if its snapshot has a different `mark_version` or
    does not end just before the first row, or if a row cannot be read.
    """
    if not rows:
        return
    known = cached_snapshot(table_id)
    if known is None or known.version != (rows[0][0] - 1, mark_version):
        return
    try:
        after = replay_log(table_id, rows, known)
    except Damaged as damage:
        # The sender may run another version. If the log itself is damaged, its next reader finds that out.
        logger.warning("Log entries sent for table %s cannot be read: %s", table_id, damage)
    else:
        cache_snapshot(after._replace(due_at=due_at))


def _cache_sealed_flag(snapshot: TableSnapshot) -> None:
    """Copy the flag `sealed` from a snapshot to the table's cached snapshot, if there is one.

    The flag says whether other tables still play the same cards, which must stay secret.
    """
    # Changes of the flag make no log entries, so the cached flag may be outdated even if its log number is
    # current.
    with _lock:
        known = _find_in_cache(snapshot.table_id)
        if known is not None:
            _put_in_cache(known._replace(sealed=snapshot.sealed))


def clear_cached_tables(table_id: str | None = None) -> None:
    """Remove a table from this process's cache, or all tables if `table_id` is None."""
    with _lock:
        if table_id is None:
            _running.clear()
            _over.clear()
        else:
            _remove_from_cache(table_id)


def read_current_version(table_id: str) -> tuple[int, int]:
    """Read a table's last log number, and the number of changes that made no log entries, from the database.

    Raise NoSuchTable if there is no such table, or Quarantined if its log is damaged.
    """
    row = _read_table_row(table_id)
    return row.number, row.mark_version


class _TableRow(NamedTuple):
    """The columns of a table that change while it is played."""

    number: int
    due_at: datetime | None
    sealed: bool
    mark_version: int


_ROW = "SELECT number, due_at, quarantined, sealed, mark_version FROM games_table WHERE id = %s"
# A cast column has no declared type, so Django's slow converter of datetimes is not called.
_ROW_OF_SQLITE = _ROW.replace(" due_at,", " CAST(due_at AS text),")


def _read_table_row(table_id: str) -> _TableRow:
    """Read from the database the columns of a table that change during a game.

    Raise NoSuchTable if there is no such table, or Quarantined if its log is damaged.
    """
    # The query is written by hand, because it runs very often.
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(_ROW_OF_SQLITE if sqlite else _ROW, (table_id,))
        row = cursor.fetchone()
    if row is None:
        raise NoSuchTable()
    number, due_at, quarantined, sealed, mark_version = row
    if quarantined:
        raise Quarantined()
    due_at = _parse_utc(due_at) if sqlite and due_at else due_at
    return _TableRow(number, due_at, bool(sealed), mark_version)


def load_snapshot(table_id: str, *, min_number: int | None = None) -> TableSnapshot:
    """Return the newest snapshot of a table.

    If `min_number` is given, a cached snapshot is enough if it includes the log entry with this number. Raise
    NoSuchTable if there is no such table. If its log is damaged, quarantine the table and raise Quarantined.
    """
    known = cached_snapshot(table_id)
    if known is not None and min_number is not None and known.number >= min_number:
        return known
    row = _read_table_row(table_id)
    if known is not None and known.number == row.number:
        return _refresh_snapshot(known, row)
    try:
        snapshot = _load_from_log(table_id, row.number, known)
    except Damaged as damage:
        quarantine_table(table_id, str(damage))
        clear_cached_tables(table_id)
        raise Quarantined() from None
    snapshot = snapshot._replace(due_at=row.due_at, sealed=row.sealed)
    snapshot = add_stored_marks(snapshot, row.mark_version)
    cache_snapshot(snapshot)
    return snapshot


def _refresh_snapshot(cached: TableSnapshot, row: _TableRow) -> TableSnapshot:
    """Update the values of a cached snapshot that can change without a log entry, and return the result.

    `row` contains the current values of the table's database row.
    """
    # These are the marks (moves set in advance), the due time and the flag `sealed`.
    if cached.mark_version < row.mark_version:
        cached = add_stored_marks(cached._replace(due_at=row.due_at), row.mark_version)
        cache_snapshot(cached)
    if cached.sealed != row.sealed:
        cached = cached._replace(sealed=row.sealed)
        _cache_sealed_flag(cached)
    return cached


def _load_from_log(table_id: str, last_number: int, cached: TableSnapshot | None) -> TableSnapshot:
    """Build a table's snapshot from its log, which must contain entry number `last_number`.

    If possible, start from `cached` or from the snapshot that was stored at the start of a round. Raise
    Damaged if the log is invalid.
    """
    if cached is not None and cached.number < last_number:
        return _replay_and_check(table_id, last_number, read_log_rows(table_id, cached.number), cached)
    if cached is None and (stored := read_snapshot(table_id)) is not None:
        # With the last entry that the snapshot includes, to see that the log is there at all.
        last, *rows = read_log_rows(table_id, stored.number - 1) or [(0,)]
        try:
            if last[0] == stored.number:
                return _replay_and_check(table_id, last_number, rows, stored)
        except Damaged:
            # The log is authoritative: the whole of it shows where the fault is.
            logger.warning("Table %s cannot be read from its round snapshot", table_id)
    return _replay_and_check(table_id, last_number, read_log_rows(table_id, 0), None)


def _replay_and_check(
    table_id: str, last_number: int, rows: Sequence[tuple[Any, ...]], before: TableSnapshot | None
) -> TableSnapshot:
    """Apply log rows to the snapshot `before`, and return the result.

    If `before` is None, `rows` must be the whole log. `last_number` is the number of the last log entry
    according to the table's database row. Raise Damaged if the log contradicts it, or if the rows cannot be
    applied.
    """
    # The rows may include entries that were committed after `last_number` was read.
    snapshot = replay_log(table_id, rows, before)
    if snapshot.number < last_number:
        raise Damaged(f"The log ends at entry {snapshot.number}, the table is at {last_number}.")
    # An entry is committed together with the table's number, so a later read has to show both.
    if snapshot.number > last_number and (now_at := _read_table_row(table_id).number) < snapshot.number:
        raise Damaged(f"The log goes on to entry {snapshot.number}, the table is at {now_at}.")
    return snapshot


def load_earlier_answers(snapshot: TableSnapshot) -> None:
    """Read the answers to a game's earlier actions from the log, and add them to `snapshot.answers`.

    Do nothing if it already contains all answers.
    """
    answers = snapshot.answers
    # A snapshot that was loaded from the database has only later answers.
    if not answers.unread_until:
        return
    # Entries without an action id, which answer nothing, need not be decoded.
    rows = [row for row in read_log_rows(snapshot.table_id, 0) if row[_ACTION_ID] is not None]
    answers.update(answers_from_entries(map(decode_entry, rows)))
    answers.unread_until = 0


def read_entries_after(table_id: str, after: int) -> list[StoredEntry]:
    """Read a table's log entries after number `after`, in order."""
    return [decode_entry(row) for row in read_log_rows(table_id, after)]


_ACTION_ID = COLUMNS.index("action_id")
_LOG = f"SELECT {', '.join(COLUMNS)} FROM games_logentry WHERE table_id = %s AND number > %s ORDER BY number"
_LOG_OF_SQLITE = _LOG.replace(" at,", " CAST(at AS text),")


def read_log_rows(table_id: str, after: int) -> list[tuple[Any, ...]]:
    """Read a table's log entries after number `after`, in order, as tuples of the columns in COLUMNS."""
    # Written by hand: a server that starts reads the logs of all due tables, and on SQLite Django's
    # conversion of text to datetimes takes longer than everything else.
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(_LOG_OF_SQLITE if sqlite else _LOG, (table_id, after))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [(row[0], _parse_utc(row[1]), *row[2:]) for row in rows] if sqlite else rows


def _parse_utc(text: str) -> datetime:
    """Parse a datetime in the format in which SQLite returns it: UTC, but without an offset."""
    return datetime.fromisoformat(text + "+00:00")
