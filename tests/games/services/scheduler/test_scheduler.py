"""The scheduler's loop: plays on after people, ends pauses at their time, finds what no wake-up told of."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from core.realtime import bus
from games import broadcast
from games.models import Table
from games.rules.topics.pause import Ready
from games.services import uncharged_time
from games.services.attendance import abandoned_lobbies
from games.services.audit import audit_table
from games.services.bots import turns
from games.services.commands import committer
from games.services.referee import halt_table, resume_table
from games.services.scheduler import backoff, due_moves, scheduler, watches
from games.store import tables
from tests.support.games.people import person
from tests.support.games.playing import (
    do,
    move,
    number,
    opened,
    play_on,
    running,
    short,
    sight,
)
from tests.support.games.schedulers import (
    Wakes,
    aside,
    play_with_scheduler,
    run_scheduler,
    waits_for_alice,
    with_bots,
)
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.usefixtures("on_file")


async def test_a_table_with_bots_is_played_on_until_alice_is_asked_and_to_its_end():
    with Wakes() as wakes:
        async with run_scheduler():
            table_id = await aside(with_bots)(pause=0)
            await play_with_scheduler(table_id, wakes)
    assert await aside(audit_table)(table_id) == []


async def test_bots_are_served_that_were_due_before_the_scheduler_opened():
    """As after a crash: nobody tells of them."""
    table_id = await aside(with_bots)()
    with Wakes() as wakes:
        async with run_scheduler():
            await wakes.until(lambda: waits_for_alice(table_id))
    assert number(table_id) > 6


async def test_a_lost_wake_up_is_found_by_the_slow_look(monkeypatch):
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(scheduler.Scheduler, "_handle_table_change", lambda self, wake: None)
    with Wakes() as wakes:
        async with run_scheduler():
            table_id = await aside(with_bots)()
            await wakes.until(lambda: waits_for_alice(table_id))


async def test_doubled_and_wrong_wake_ups_do_no_harm():
    with Wakes() as wakes:
        async with run_scheduler():
            bus.publish_message(broadcast.Wake("nowhere", 3, timezone.now()))
            table_id = await aside(with_bots)()
            for told in (1, 2, number(table_id), number(table_id), 999):
                bus.publish_message(broadcast.Wake(table_id, told, timezone.now()))
            await wakes.until(lambda: waits_for_alice(table_id))
    assert await aside(audit_table)(table_id) == []


class Clock:
    """The scheduler's clock, in the test's hand."""

    def __init__(self, monkeypatch) -> None:
        self.at = timezone.now()
        for module in (scheduler, backoff, uncharged_time):
            monkeypatch.setattr(module, "timezone", self)

    def now(self):
        return self.at


def paused() -> str:
    table_id = running(4, now=timezone.now(), **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    return table_id


async def test_a_pause_ends_at_its_time_and_not_before(monkeypatch):
    clock = Clock(monkeypatch)
    table_id = await aside(paused)()
    row = await Table.objects.aget(pk=table_id)
    looked = asyncio.Event()
    look = scheduler.due_tables
    loop = asyncio.get_running_loop()

    def due_tables(until, shards):
        loop.call_soon_threadsafe(looked.set)
        return look(until, shards)

    monkeypatch.setattr(scheduler, "due_tables", due_tables)
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    clock.at = row.due_at - timedelta(microseconds=1)
    with Wakes() as wakes:
        async with run_scheduler():
            for _ in range(3):
                looked.clear()
                await asyncio.wait_for(looked.wait(), WAIT_TIMEOUT)
            assert sight(table_id)["status"] == "pause"
            clock.at = row.due_at
            await wakes.until(lambda: sight(table_id)["round"]["number"] == 2)


async def test_a_pause_that_people_ended_is_not_ended_again(monkeypatch):
    table_id = await aside(paused)()
    keeper = scheduler.Scheduler()
    row = await Table.objects.aget(pk=table_id)
    due = [(table_id, row.number)]
    assert len(await aside(keeper._find_due_moves)(due)) == 1
    for seat in range(4):
        await aside(do)(table_id, seat, Ready())
    assert await aside(keeper._find_due_moves)(due) == []


async def test_a_table_that_cannot_be_read_holds_up_no_other(monkeypatch, caplog):
    good, poor = await aside(with_bots)(), await aside(with_bots)()
    load = due_moves.load_snapshot

    def fail(table_id, **more):
        if table_id == poor:
            raise RuntimeError("unreadable")
        return load(table_id, **more)

    monkeypatch.setattr(due_moves, "load_snapshot", fail)
    with Wakes() as wakes:
        async with run_scheduler():
            await wakes.until(lambda: waits_for_alice(good))
    assert f"no move at table {poor}" in caplog.text


async def test_the_scheduler_closes_with_its_committer():
    async with run_scheduler():
        await asyncio.sleep(0)
        assert committer.running is not None
    assert committer.running is None
    assert not any(
        getattr(listener, "__name__", "") == "_handle_table_change" for listener in bus.all_listeners()
    )


async def test_a_move_outside_of_the_scheduler_goes_its_own_way():
    """Commands and tests act without a committer."""
    table_id = await aside(running)(3)
    before = number(table_id)
    await aside(move)(table_id, Random(1))
    assert number(table_id) == before + 1


async def test_a_halted_table_is_left_alone_by_a_scheduler_that_opens_anew_and_played_on_when_resumed(
    monkeypatch,
):
    """As after a restart: the look at the database finds nothing to do, until the organisers let it go on."""
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    halted, other = await aside(with_bots)(), await aside(with_bots)()
    await aside(halt_table)(table_id=halted, now=timezone.now())
    tables.clear_cached_tables(halted)
    stood_at = (await Table.objects.aget(pk=halted)).number
    with Wakes() as wakes:
        async with run_scheduler():
            await wakes.until(lambda: waits_for_alice(other))
            assert (await Table.objects.aget(pk=halted)).number == stood_at
            await aside(resume_table)(table_id=halted, now=timezone.now())
            await wakes.until(lambda: waits_for_alice(halted))
    assert await aside(audit_table)(halted) == []


async def test_a_table_that_rests_does_not_do_so_for_an_hour_when_the_time_jumps_back(monkeypatch):
    clock = Clock(monkeypatch)
    keeper = scheduler.Scheduler()
    keeper._backoff.record_failure("poor")
    assert keeper._backoff.is_skipped("poor")
    clock.at -= timedelta(hours=1)
    keeper._check_for_outage()
    assert not keeper._backoff.is_skipped("poor")


def fails(seen, *, level, rng):
    raise RuntimeError("a bot without a move")


@pytest.mark.parametrize(
    "poor",
    [fails, lambda seen, *, level, rng: {"type": "bid", "bid": 99}, lambda seen, *, level, rng: None],
)
async def test_nobody_waits_for_ever_for_a_bot_that_fails_or_does_what_is_refused(monkeypatch, poor):
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(backoff, "FAILED_SECONDS", 0.02)
    asked = []
    monkeypatch.setattr(turns, "choose_action", lambda *seen, **how: (asked.append(1), poor(*seen, **how))[1])
    with Wakes() as wakes:
        async with run_scheduler():
            table_id = await aside(with_bots)(pause=0)
            await play_with_scheduler(table_id, wakes)
    # Three bots, two bids and three cards each, perhaps a trump: asked once or twice for each, no more.
    assert 15 <= len(asked) <= 2 * 17
    assert await aside(audit_table)(table_id) == []


async def test_the_scheduler_frees_the_seats_of_who_left_an_open_table(monkeypatch):
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(abandoned_lobbies, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(
        abandoned_lobbies, "SEAT_TIMEOUT_SECONDS", dict.fromkeys(abandoned_lobbies.SEAT_TIMEOUT_SECONDS, 0.05)
    )
    with Wakes() as wakes:
        async with run_scheduler():
            table_id = await aside(lambda: opened(person("alice")))()
            await wakes.until(lambda: sight(table_id)["status"] == "abandoned")


async def test_a_watch_that_fails_keeps_no_other_from_its_work(monkeypatch, caplog):
    ticked = asyncio.Event()
    loop = asyncio.get_running_loop()

    def fail(*_: object, **__: object) -> None:
        raise ValueError("no match")

    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(watches.MatchWatch, "tick", fail)
    monkeypatch.setattr(watches.TurnWatch, "tick", lambda *_, **__: loop.call_soon_threadsafe(ticked.set))
    async with run_scheduler():
        await asyncio.wait_for(ticked.wait(), WAIT_TIMEOUT)
    assert "MatchWatch has failed" in caplog.text
