"""The timer wheel, with a clock that is passed in."""

from contextlib import suppress

from core.realtime.timer_wheel import TimerWheel


def test_items_are_due_up_to_a_slot_late_and_never_early():
    wheel: TimerWheel[str] = TimerWheel(0.25)
    wheel.schedule("on a slot", 1.0)
    wheel.schedule("between two", 1.1)
    assert [list(wheel.take_due(now)) for now in (0.99, 1.0, 1.24, 1.25, 9.0)] == [
        [],
        ["on a slot"],
        [],
        ["between two"],
        [],
    ]


def test_an_item_has_one_time_and_the_last_one_counts():
    wheel: TimerWheel[str] = TimerWheel(1.0)
    for at in (20.0, 3.0, 5.0):
        wheel.schedule("alice", at)
    assert [now for now in range(30) if list(wheel.take_due(now))] == [5]


def test_a_cancelled_item_is_not_due():
    wheel: TimerWheel[str] = TimerWheel(1.0)
    wheel.schedule("alice", 2.0)
    wheel.schedule("bob", 2.0)
    wheel.cancel("alice")
    wheel.cancel("nobody")
    assert ("alice" in wheel, "bob" in wheel) == (False, True)
    assert list(wheel.take_due(2.0)) == ["bob"]


def test_after_a_jump_of_the_clock_everything_is_due_in_order():
    wheel: TimerWheel[int] = TimerWheel(0.25)
    for at in (50, 3, 7):
        wheel.schedule(at, float(at))
    assert list(wheel.take_due(3600.0)) == [3, 7, 50]


def test_what_is_scheduled_for_the_past_while_items_are_taken_is_due_in_the_next_slot():
    wheel: TimerWheel[str] = TimerWheel(1.0)
    wheel.schedule("alice", 1.0)
    taken = []
    for item in wheel.take_due(1.0):
        taken.append(item)
        wheel.schedule(item, 0.0)
    assert taken == ["alice"]
    assert (list(wheel.take_due(1.9)), list(wheel.take_due(2.0))) == ([], ["alice"])


def test_an_item_that_is_cancelled_while_others_are_taken_is_not_taken():
    wheel: TimerWheel[str] = TimerWheel(1.0)
    for name in ("alice", "bob"):
        wheel.schedule(name, 1.0)
    for item in wheel.take_due(1.0):
        wheel.cancel("bob" if item == "alice" else "alice")
    assert "alice" not in wheel
    assert "bob" not in wheel


def test_a_failure_at_one_item_leaves_the_others_due():
    wheel: TimerWheel[str] = TimerWheel(1.0)
    for name in ("alice", "bob"):
        wheel.schedule(name, 1.0)
    with suppress(RuntimeError):
        for _ in wheel.take_due(1.0):
            raise RuntimeError
    assert list(wheel.take_due(1.0)) == ["bob"]
