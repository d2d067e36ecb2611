"""Reading tables: the cache while it is right, the log's missing part on top of it, else the whole log."""

from random import Random
from typing import Any

import pytest
from cachetools import LRUCache

from core.refusal import NotFound
from games.store import tables
from games.store.snapshot import MAX_RECENT_ENTRIES, TableSnapshot
from tests.support.games.playing import move, play_on, put_back, running, short

pytestmark = pytest.mark.django_db


def played(table_id: str, moves: int) -> TableSnapshot:
    """The table after so many moves more."""
    rng = Random(1)
    for _ in range(moves):
        move(table_id, rng)
    return tables.load_snapshot(table_id)


def test_a_table_that_nobody_opened_is_not_found():
    with pytest.raises(NotFound):
        tables.load_snapshot("nowhere")
    with pytest.raises(NotFound):
        tables.read_current_version("nowhere")


def test_the_log_alone_gives_the_same_table_as_the_cache():
    known = played(running(), 12)
    tables.clear_cached_tables()
    assert tables.cached_snapshot(known.table_id) is None
    assert tables.load_snapshot(known.table_id) == known


def test_the_cache_is_asked_first_and_only_the_number_is_read(django_assert_num_queries):
    table_id = running()
    with django_assert_num_queries(1):
        tables.load_snapshot(table_id)


def test_whoever_knows_what_to_expect_reads_nothing(django_assert_num_queries):
    known = tables.load_snapshot(running())
    with django_assert_num_queries(0):
        assert tables.load_snapshot(known.table_id, min_number=known.number) == known


def test_an_old_state_is_brought_up_to_date_by_what_it_lacks():
    table_id = running()
    old = tables.load_snapshot(table_id)
    new = played(table_id, 9)
    put_back(old)
    assert old.number < new.number
    assert tables.load_snapshot(table_id, min_number=old.number) == old
    assert tables.load_snapshot(table_id, min_number=new.number) == new
    put_back(old)
    assert tables.load_snapshot(table_id) == new


def test_an_older_state_never_replaces_a_newer_one():
    table_id = running()
    old = tables.load_snapshot(table_id)
    new = played(table_id, 3)
    tables.cache_snapshot(old)
    assert tables.cached_snapshot(table_id) == new


def moved_elsewhere(known: TableSnapshot, moves: int) -> tuple[TableSnapshot, list[tuple[Any, ...]]]:
    """The table after moves that this process has not seen, and the rows of the log that it lacks."""
    after = played(known.table_id, moves)
    put_back(known)
    return after, tables.read_log_rows(known.table_id, known.number)


def test_rows_of_another_process_bring_the_cached_state_up_to_date(django_assert_num_queries):
    known = tables.load_snapshot(running())
    after, rows = moved_elsewhere(known, 5)
    with django_assert_num_queries(0):
        tables.advance_cached_snapshot(
            known.table_id, rows, due_at=after.due_at, mark_version=after.mark_version
        )
    assert tables.cached_snapshot(known.table_id) == after


def test_rows_that_do_not_follow_the_cached_state_change_nothing():
    known = tables.load_snapshot(running())
    after, rows = moved_elsewhere(known, 5)
    unknown = [(*row[:2], "weather", *row[3:]) for row in rows]
    for wrong in (rows[1:], [], unknown, [rows[0], *rows[2:]]):
        tables.advance_cached_snapshot(known.table_id, wrong, due_at=None, mark_version=known.mark_version)
        assert tables.cached_snapshot(known.table_id) == known
    tables.advance_cached_snapshot(known.table_id, rows, due_at=None, mark_version=known.mark_version + 1)
    assert tables.cached_snapshot(known.table_id) == known
    tables.clear_cached_tables()
    tables.advance_cached_snapshot(known.table_id, rows, due_at=None, mark_version=known.mark_version)
    assert tables.cached_snapshot(known.table_id) is None
    assert tables.load_snapshot(known.table_id) == after


def test_the_answers_given_are_known_from_the_log():
    table_id = running()
    answer = move(table_id, Random(1), action_id="a-1")
    known = tables.load_snapshot(table_id).answers
    tables.clear_cached_tables()
    assert tables.load_snapshot(table_id).answers == known
    assert list(known.values()) == [answer]
    assert [action_id for _, action_id in known] == ["a-1"]


def test_entries_since_a_number_as_long_as_they_are_at_hand():
    table_id = running(preset="standard")
    snapshot = played(table_id, 120)
    everything = tables.read_entries_after(table_id, 0)
    assert [entry.number for entry in everything] == list(range(1, snapshot.number + 1))
    assert snapshot.number > MAX_RECENT_ENTRIES
    assert snapshot.recent_entries_after(snapshot.number) == ()
    assert snapshot.recent_entries_after(snapshot.number + 5) == ()
    assert snapshot.recent_entries_after(snapshot.number - 3) == tuple(everything[-3:])
    assert snapshot.recent_entries_after(snapshot.number - MAX_RECENT_ENTRIES) == tuple(
        everything[-MAX_RECENT_ENTRIES:]
    )
    assert snapshot.recent_entries_after(snapshot.number - MAX_RECENT_ENTRIES - 1) is None


def test_games_that_are_over_leave_the_room_to_those_that_run(monkeypatch):
    monkeypatch.setattr(tables, "_over", LRUCache(2))
    monkeypatch.setattr(tables, "_running", LRUCache(2))
    runs = running()
    ended = [running(3, **short(1, 1)) for _ in range(3)]
    for table_id in ended:
        play_on(table_id, Random(1), until=lambda seen: seen["status"] == "finished")
    tables.load_snapshot(runs)
    at_hand = [tables.cached_snapshot(table_id) is not None for table_id in (runs, *ended)]
    assert at_hand == [True, False, True, True]
    assert tables.load_snapshot(ended[0]).state.status == "finished"
    tables.clear_cached_tables(ended[0])
    assert tables.cached_snapshot(ended[0]) is None
