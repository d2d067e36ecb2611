"""The base of hubs, with toy topics: names of counters, whose snapshots are the numbers they have come to."""

import asyncio
import time
from collections.abc import Callable

import pytest

from core.realtime import access_checks, bus
from core.realtime.hub import Hub
from tests.support.toy_hub import Counted, ToyHub, ToySocket


@pytest.fixture
async def hub():
    yield ToyHub.get_current()
    Hub.forget_all_instances()


async def joined(hub: ToyHub, topic: str = "a", user_id: int | None = None) -> ToySocket:
    socket = ToySocket(user_id)
    await hub.join(topic, socket)
    return socket


async def until(condition: Callable[[], object]) -> None:
    """Let the loop run until it is so; the test's time limit ends what never comes."""
    while not condition():
        await asyncio.sleep(0.001)


# --- Subscriptions ---------------------------------------------------------------------------------


async def test_a_socket_is_sent_the_topic_in_full_and_then_its_changes_alone(hub):
    one, other = await joined(hub), await joined(hub, "b")
    hub.counters["a"] = 2
    hub.update_subscribers("a", 2)
    await hub.finish_tasks()
    assert (one.texts, other.texts) == (["a1!", "a2"], ["b1!"])


async def test_nothing_is_kept_of_sockets_that_have_left(hub):
    socket = await joined(hub)
    hub.leave("a", socket)
    hub.leave("a", socket)
    hub.update_subscribers("a", 2)
    await hub.finish_tasks()
    assert (hub.topics(), hub.all_connections(), hub.reads) == ([], [], [("a", None)])


async def test_a_socket_that_leaves_during_the_first_read_is_sent_nothing(hub):
    hub.reading.clear()
    socket = ToySocket()
    joining = asyncio.create_task(hub.join("a", socket))
    await asyncio.sleep(0)
    hub.leave("a", socket)
    hub.reading.set()
    await joining
    assert socket.texts == []


async def test_the_first_update_is_the_full_one_even_if_the_topic_changes_during_the_read(hub):
    hub.reading.clear()
    socket = ToySocket()
    joining = asyncio.create_task(hub.join("a", socket))
    await asyncio.sleep(0)
    hub.counters["a"] = hub.cache["a"] = 2
    hub.update_subscribers("a", 2)
    assert socket.texts == []
    hub.reading.set()
    await joining
    assert socket.texts == ["a2!"]


async def test_a_broken_socket_disturbs_no_other(hub):
    broken, well = await joined(hub), await joined(hub)
    broken.is_broken = True
    hub.counters["a"] = 2
    hub.update_subscribers("a", 2)
    await hub.finish_tasks()
    assert well.texts == ["a1!", "a2"]


async def test_a_socket_that_leaves_while_others_are_served_is_passed_over(hub):
    first, second = await joined(hub), await joined(hub)
    first.on_put = lambda: hub.leave("a", second)
    second.on_put = lambda: hub.leave("a", first)
    hub.counters["a"] = 2
    hub.update_subscribers("a", 2)
    await hub.finish_tasks()
    assert sorted([first.texts, second.texts]) == [["a1!"], ["a1!", "a2"]]


async def test_each_event_loop_has_its_own_hub(hub):
    assert ToyHub.get_current() is hub
    old_listeners = len(bus.all_listeners())
    hub.loop = asyncio.new_event_loop()
    try:
        assert ToyHub.get_current() is not hub
    finally:
        hub.loop.close()
    assert len(bus.all_listeners()) == old_listeners


# --- Wake-ups --------------------------------------------------------------------------------------


async def test_a_message_of_the_bus_wakes_the_topic(hub):
    socket = await joined(hub)
    hub.counters["a"] = 2
    await asyncio.to_thread(bus.publish_message, Counted("a", 2))
    await until(lambda: len(socket.texts) == 2)
    assert socket.texts == ["a1!", "a2"]


async def test_many_wake_ups_cost_one_call_of_the_loop_and_one_read(hub):
    socket = await joined(hub)
    hub.reads.clear()
    hub.counters["a"] = 5
    for number in range(2, 6):
        hub.schedule_update("a", number)
    await hub.finish_tasks()
    assert socket.texts == ["a1!", "a5"]
    assert len(hub.reads) == 1


async def test_what_the_cache_has_is_sent_at_once_without_a_read(hub):
    socket = await joined(hub)
    hub.reads.clear()
    hub.cache["a"] = 2
    hub.update_subscribers("a", 2)
    assert (socket.texts, hub.reads) == (["a1!", "a2"], [])


@pytest.mark.parametrize(("number", "reads"), [(2, 1), (3, 2), (None, 2)])
async def test_during_a_read_only_a_newer_or_unknown_number_asks_for_another(hub, number, reads):
    socket = await joined(hub)
    hub.reads.clear()
    hub.reading.clear()
    hub.update_subscribers("a", 2)
    await asyncio.sleep(0)
    hub.update_subscribers("a", number)
    hub.counters["a"] = 3
    hub.reading.set()
    await hub.finish_tasks()
    assert (socket.texts, len(hub.reads)) == (["a1!", "a3"], reads)


async def test_numbers_never_go_back(hub):
    socket = await joined(hub)
    hub.counters["a"] = 3
    hub.update_subscribers("a", 3)
    await hub.finish_tasks()
    hub.counters["a"] = 2
    hub.update_subscribers("a", 4)
    await hub.finish_tasks()
    assert socket.texts == ["a1!", "a3"]


async def test_a_topic_that_cannot_be_read_is_logged_and_read_at_the_next_wake_up(hub, caplog):
    socket = await joined(hub)
    del hub.counters["a"]
    hub.update_subscribers("a", 2)
    await hub.finish_tasks()
    assert "Counter a cannot be shown" in caplog.text
    hub.counters["a"] = 2
    hub.update_subscribers("a", 2)
    await hub.finish_tasks()
    assert socket.texts == ["a1!", "a2"]


# --- Backpressure ----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_cached", [True, False])
async def test_a_slow_client_is_passed_over_and_gets_all_it_missed_in_one_update(hub, is_cached):
    slow, quick = await joined(hub), await joined(hub)
    slow.health.begin_backpressure(time.monotonic())
    for number in (2, 3):
        hub.counters["a"] = number
        hub.update_subscribers("a", number)
        await hub.finish_tasks()
    assert (slow.texts, quick.texts) == (["a1!"], ["a1!", "a2", "a3"])
    if is_cached:
        hub.cache["a"] = 3
    slow.health.end_backpressure()
    assert slow.texts == ["a1!"], "amid a write nothing more is put"
    await until(lambda: len(slow.texts) > 1)
    assert (slow.texts, quick.texts) == (["a1!", "a3"], ["a1!", "a2", "a3"])


async def test_a_client_that_reads_again_after_its_socket_has_left_costs_nothing(hub):
    socket = await joined(hub)
    socket.health.begin_backpressure(time.monotonic())
    hub.leave("a", socket)
    hub.reads.clear()
    socket.health.end_backpressure()
    await hub.finish_tasks()
    assert hub.reads == []


# --- Looks -----------------------------------------------------------------------------------------


async def test_a_look_finds_what_no_message_reported(hub):
    socket = await joined(hub)
    hub.counters["a"] = 2
    await hub.poll_for_changes()
    await hub.finish_tasks()
    assert socket.texts == ["a1!", "a2"]


async def test_the_sockets_of_a_topic_that_cannot_be_shown_are_refused(hub):
    gone, other = await joined(hub), await joined(hub, "b")
    del hub.counters["a"]
    await hub.poll_for_changes()
    assert (gone.ended, other.ended) == (["not_found"], [])


async def test_a_look_that_fails_is_made_again(hub, caplog, monkeypatch):
    looks: list[int] = []

    async def fail_once(hub: ToyHub) -> None:
        looks.append(1)
        if len(looks) == 1:
            raise RuntimeError("made to fail")

    monkeypatch.setattr(ToyHub, "interval", 0.001)
    monkeypatch.setattr(ToyHub, "poll_for_changes", fail_once)
    ToyHub()
    await until(lambda: len(looks) > 1)
    assert "The hub cannot look after its sockets" in caplog.text


# --- Access checks ---------------------------------------------------------------------------------


async def test_sockets_that_lost_their_access_are_closed_and_no_others(hub):
    alice, bob = await joined(hub, user_id=1), await joined(hub, "b", user_id=2)
    hub.revoked = {1, 2}
    hub.check_access_of_user(1)
    await hub.finish_tasks()
    assert (alice.ended, bob.ended) == ([4001], [])


async def test_access_that_ended_without_a_message_is_found_by_a_regular_check(hub, monkeypatch):
    monkeypatch.setattr(access_checks, "ACCESS_CHECK_INTERVAL_SECONDS", 0.001)
    other = ToyHub()
    alice = await joined(other, user_id=1)
    other.revoked = {1}
    await until(lambda: alice.ended)
    assert set(alice.ended) == {4001}
    other.stop_listening()
