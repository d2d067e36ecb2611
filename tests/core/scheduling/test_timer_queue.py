"""The timer queue: which tables are due, and that void moments do not pile up."""

from datetime import UTC, datetime, timedelta

from core.scheduling.timer_queue import MIN_TIDY_SIZE, TimerQueue

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def timer_queue(*moments: tuple[float, str, int]) -> TimerQueue[str]:
    made: TimerQueue[str] = TimerQueue()
    for seconds, table_id, number in moments:
        made.add(at(seconds), table_id, number)
    return made


def test_tables_are_taken_in_the_order_of_their_moments_once_they_are_due():
    noted = timer_queue((3, "late", 1), (1, "first", 7), (2, "second", 4))
    assert noted.next_due_at == at(1)
    assert noted.take_due(at(0.999), limit=9) == []
    assert noted.take_due(at(2), limit=9) == [("first", 7), ("second", 4)]
    assert noted.take_due(at(2.999), limit=9) == []
    assert noted.take_due(at(3), limit=9) == [("late", 1)]
    assert noted.next_due_at is None


def test_a_crowd_is_taken_in_portions():
    noted = timer_queue(*((n, f"table {n}", 1) for n in range(5)))
    portions = [len(noted.take_due(at(9), limit=2)) for _ in range(4)]
    assert portions == [2, 2, 1, 0]


def test_a_move_voids_the_moment_before_it():
    noted = timer_queue((5, "table", 1), (9, "table", 2), (4, "table", 1))
    assert noted.next_due_at == at(9)
    assert noted.take_due(at(5), limit=9) == []
    assert noted.take_due(at(9), limit=9) == [("table", 2)]


def test_a_number_can_have_two_moments():
    noted = timer_queue((5, "table", 1), (2, "table", 1))
    assert noted.take_due(at(2), limit=9) == [("table", 1)]
    assert noted.take_due(at(5), limit=9) == [("table", 1)]


def test_what_is_noted_is_known_until_it_is_taken():
    noted = timer_queue((1, "table", 5))
    assert [noted.has_timer("table", number) for number in (4, 5, 6)] == [True, True, False]
    assert not noted.has_timer("other", 0)
    noted.take_due(at(1), limit=9)
    assert not noted.has_timer("table", 5)


def test_nothing_is_due_any_more_after_all_is_forgotten():
    noted = timer_queue((1, "table", 5))
    noted.clear()
    assert (noted.take_due(at(2), limit=9), noted.next_due_at, noted.has_timer("table", 5)) == (
        [],
        None,
        False,
    )


def test_void_moments_do_not_pile_up():
    tables = 40
    noted = timer_queue(*((n + 100, f"table {n % tables}", n) for n in range(100 * MIN_TIDY_SIZE)))
    assert len(noted) <= MIN_TIDY_SIZE + 1
    assert len(noted.take_due(at(1e6), limit=1000)) == tables
