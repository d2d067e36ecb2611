"""Reading tables: from this process's cache while its number is the table's, else from the log."""

from datetime import datetime
from threading import Lock

from cachetools import LRUCache

from games.models import LogEntry, Table
from games.rules.errors import NotFound
from games.store.entries import COLUMNS, Entry, entry_of
from games.store.loaded import Loaded, folded

CACHED_TABLES = 2000
_cache: LRUCache[str, Loaded] = LRUCache(CACHED_TABLES)
_lock = Lock()


def cached(table_id: str) -> Loaded | None:
    """The table as this process last saw it, however old; no database."""
    with _lock:
        return _cache.get(table_id)


def keep(loaded: Loaded) -> None:
    """Remember a committed state, unless a newer one is known."""
    with _lock:
        known = _cache.get(loaded.table_id)
        if known is None or known.number < loaded.number:
            _cache[loaded.table_id] = loaded


def forget(table_id: str | None = None) -> None:
    """Drop a table, or all of them, from the cache."""
    with _lock:
        if table_id is None:
            _cache.clear()
        else:
            _cache.pop(table_id, None)


def current_number(table_id: str) -> int:
    """The number that the database has now; raises NotFound."""
    return _current(table_id)[0]


def _current(table_id: str) -> tuple[int, datetime | None]:
    found = Table.objects.filter(pk=table_id).values_list("number", "due_at").first()
    if found is None:
        raise NotFound()
    return found


def load(table_id: str, *, at_least: int | None = None) -> Loaded:
    """The table at its newest number, or from the cache alone if that has come to `at_least` already.

    Raises NotFound.
    """
    known = cached(table_id)
    if known is not None and at_least is not None and known.number >= at_least:
        return known
    number, due_at = _current(table_id)
    if known is not None and known.number == number:
        return known
    loaded = folded(table_id, entries_since(table_id, known.number if known else 0), known)
    if loaded is None:
        raise NotFound()
    loaded = loaded._replace(due_at=due_at)
    keep(loaded)
    return loaded


def entries_since(table_id: str, after: int) -> list[Entry]:
    """The log's entries after number `after`, in order."""
    rows = LogEntry.objects.filter(table_id=table_id, number__gt=after).order_by("number")
    return [entry_of(row) for row in rows.values_list(*COLUMNS)]
