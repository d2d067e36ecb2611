"""Time that the scheduler charges to nobody: no database, or nothing could be stored."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.models import Table
from games.rules.topics.absence import ClockRenewed
from games.services import uncharged_time
from games.services.commands.act import dispatch_all
from games.services.scheduler import scheduler
from games.services.uncharged_time import Outage, OutageDetector, compensate_for_outage
from tests.support.games.choices import some_action
from tests.support.games.playing import (
    AT,
    do,
    running,
    short,
    sight,
    snapshot,
)
from tests.support.games.schedulers import (
    Wakes,
    aside,
    run_scheduler,
)
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.usefixtures("on_file")


async def test_time_in_which_the_database_could_not_be_had_is_charged_to_nobody(monkeypatch):
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    look = scheduler.due_tables
    faults = [OperationalError("it is away")]

    def due_tables(until, shards):
        if times_renewed(table_id) and faults:
            raise faults.pop()
        return look(until, shards)

    monkeypatch.setattr(scheduler, "due_tables", due_tables)
    table_id = await aside(running)(3, now=timezone.now(), **short(2, 1, clock=15))
    with Wakes() as wakes:
        async with run_scheduler():
            await wakes.until(lambda: times_renewed(table_id) == 2)
    assert not faults


async def test_a_stop_while_clocks_restart_is_charged_to_nobody_and_counts_as_not_served(monkeypatch):
    detectors, compensated, beats = [], [], []
    compensate, beat = scheduler.compensate_for_outage, scheduler.heartbeat.store_heartbeat

    class Detector(OutageDetector):
        def __init__(self, *clocks):
            super().__init__(*clocks)
            detectors.append(self)

    async def compensate_and_stop(outage, **given):
        await compensate(outage, **given)
        compensated.append(outage)
        if len(compensated) == 1:
            detectors[-1].record_stop()

    def store_heartbeat(**given):
        beats.append(len(compensated))
        return beat(**given)

    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(scheduler, "OutageDetector", Detector)
    monkeypatch.setattr(scheduler, "compensate_for_outage", compensate_and_stop)
    monkeypatch.setattr(scheduler.heartbeat, "store_heartbeat", store_heartbeat)
    async with run_scheduler(), asyncio.timeout(WAIT_TIMEOUT):
        while not beats:
            await asyncio.sleep(0.01)
    assert compensated[:2] == [Outage.STOPPED, Outage.STOPPED]
    assert beats[0] == 2


async def test_time_in_which_nothing_could_be_stored_is_charged_to_nobody(monkeypatch):
    """The disk is full: the scheduler can read, but nobody can act. Clocks restart once it stores again."""
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    beat, can_store = scheduler.heartbeat.store_heartbeat, scheduler.heartbeat.can_store
    full, asked = [True], []

    def beaten(*, now, **shards):
        return not (times_renewed(table_id) and full) and beat(now=now, **shards)

    def stored():
        if times_renewed(table_id) == 0:
            return can_store()
        asked.append(times_renewed(table_id))
        if len(asked) == 3:
            full.clear()
        return not full and can_store()

    monkeypatch.setattr(scheduler.heartbeat, "store_heartbeat", beaten)
    monkeypatch.setattr(scheduler.heartbeat, "can_store", stored)
    table_id = await aside(running)(3, now=timezone.now(), **short(2, 1, clock=15))
    with Wakes() as wakes:
        async with run_scheduler():
            await wakes.until(lambda: times_renewed(table_id) == 2)
    assert asked[:3] == [1, 1, 1]


def times_renewed(table_id: str) -> int:
    """How often a clock has begun anew, as far as this process knows."""
    return sum(isinstance(entry.event, ClockRenewed) for entry in snapshot(table_id).recent)


async def test_who_acts_before_the_scheduler_has_come_to_the_table_is_not_charged_for_the_stop_either(
    monkeypatch,
):
    await aside(Table.objects.update)(due_at=None)
    options = short(2, 1, clock=15, pause=0)
    first = await aside(running)(3, now=AT, **options)
    second = await aside(running)(3, now=AT + timedelta(seconds=1), **options)
    seat = sight(second)["turn"][0]
    renew = uncharged_time.restart_outdated_clocks

    def while_the_first_is_renewed(table_ids, **more):
        if table_ids == [first]:
            do(second, seat, some_action(sight(second, seat), Random(1)), timezone.now())
        return renew(table_ids, **more)

    monkeypatch.setattr(uncharged_time, "BATCH_SIZE", 1)
    monkeypatch.setattr(uncharged_time, "restart_outdated_clocks", while_the_first_is_renewed)
    await compensate_for_outage(Outage.STOPPED, dispatch_all=dispatch_all)
    assert [times_renewed(first), times_renewed(second)] == [1, 1]
    assert sight(second)["players"][seat]["bank"] == 60_000
