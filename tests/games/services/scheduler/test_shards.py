"""Schedulers with some of the shards: each serves its own, and those of schedulers that don't run."""

import importlib
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from games.models import Loop, Table
from games.selectors.tables import due_tables
from games.services.attendance.absence import players_in_live_games
from games.services.scheduler import scheduler
from games.services.scheduler.shards import ShardAssignment
from games.services.uncharged_time import must_restart_clock, record_outage, tables_with_clocks
from games.shards import ALL_SHARDS, parse_shards, shard_of
from tests.support.games.clocks import clocked
from tests.support.games.playing import AT, number, running, snapshot
from tests.support.games.schedulers import Wakes, aside, running_beside, waits_for_alice, with_bots

pytestmark = pytest.mark.usefixtures("on_file")
LOW, HIGH = parse_shards("0-511"), parse_shards("512-1023")


def opened_in(shards: frozenset[int], make: Callable[[], str]) -> str:
    """A table of these shards."""
    while shard_of(table_id := make()) not in shards:
        pass
    return table_id


def other_scheduler(owned: str, served: str) -> Loop:
    """One that runs on another machine for as long as this test."""
    seen_at = timezone.now() + timedelta(hours=1)
    return Loop.objects.create(pk="other", host="else", pid=1, seen_at=seen_at, owned=owned, served=served)


def test_shards_without_a_running_scheduler_are_served_by_all_others() -> None:
    assignment = ShardAssignment(LOW)
    assert assignment.served() == LOW
    assert assignment.shards_to_serve(HIGH) == LOW
    assert assignment.shards_to_serve(frozenset()) == ALL_SHARDS
    assert assignment.shards_to_serve(HIGH - {1000}) == LOW | {1000}
    # Two for the same shards: both serve them.
    assert assignment.shards_to_serve(ALL_SHARDS) == LOW


def test_a_table_has_the_shard_of_its_id() -> None:
    table_id = running(3)
    assert Table.objects.get(pk=table_id).shard == shard_of(table_id)


def test_tables_of_earlier_versions_get_their_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    migration = importlib.import_module("games.migrations.0026_shards_of_tables")
    monkeypatch.setattr(migration, "BATCH_SIZE", 2)
    table_ids = [running(3) for _ in range(5)]
    Table.objects.update(shard=0)
    migration.fill_in_shards(apps, SimpleNamespace(connection=connection))
    stored = Table.objects.filter(pk__in=table_ids).values_list("pk", "shard")
    assert dict(stored) == {table_id: shard_of(table_id) for table_id in table_ids}


def test_queries_find_the_tables_of_some_shards() -> None:
    low, high = opened_in(LOW, clocked), opened_in(HIGH, clocked)
    later = AT + timedelta(days=1)
    for shards, wanted, other in ((LOW, low, high), (HIGH, high, low), (LOW - {shard_of(low)}, None, low)):
        for found in (
            {table_id for table_id, _, _ in due_tables(later, shards)},
            {table_id for table_id, _, _ in players_in_live_games(shards)},
            set(tables_with_clocks(shards)),
        ):
            assert other not in found
            assert wanted is None or wanted in found


def test_an_outage_of_a_shard_is_charged_to_nobody_there_and_changes_no_other() -> None:
    low, high = opened_in(LOW, clocked), opened_in(HIGH, clocked)
    later = AT + timedelta(seconds=20)
    record_outage(until=later, shards=HIGH)
    assert must_restart_clock(high, snapshot(high).state, now=later)
    assert not must_restart_clock(low, snapshot(low).state, now=later)


async def test_a_scheduler_serves_its_shards_and_those_of_one_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    other = await aside(other_scheduler)("512-1023", "512-1023")
    high = await aside(opened_in)(HIGH, with_bots)
    low = await aside(opened_in)(LOW, with_bots)
    before = await aside(number)(high)
    with Wakes() as wakes:
        async with running_beside(scheduler.scheduler_job(LOW)):
            await wakes.until(lambda: waits_for_alice(low))
            assert await aside(number)(high) == before
            await other.adelete()
            await wakes.until(lambda: waits_for_alice(high))
            again = await aside(opened_in)(HIGH, with_bots)
            await wakes.until(lambda: waits_for_alice(again))
