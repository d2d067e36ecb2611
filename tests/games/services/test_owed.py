"""Time that is given back because nothing could be stored: not for one broken table, and not late."""

import math
from collections.abc import Callable

import pytest
from django.db import IntegrityError, OperationalError

from games.rules.actions import Play
from games.services import owed
from games.services import settle as settling
from games.services.owed import NOTICE_SECONDS
from games.services.settle import Request, Unavailable, settle
from tests.support.games.playing import AT, in_play, on_turn, sight

Faults = dict[str, Exception]


@pytest.fixture(autouse=True)
def nothing_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owed, "_owed", {})


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """What writing to these tables raises."""
    faults: Faults = {}
    write = settling.store._insert_entries

    def insert(changes) -> None:
        for change in changes:
            if fault := faults.get(change.after.table_id):
                raise fault
        write(changes)

    monkeypatch.setattr(settling.store, "_insert_entries", insert)
    return faults


def with_clocks(count: int) -> list[str]:
    return [in_play(clock=15) for _ in range(count)]


def act_at(table_ids: list[str]) -> list[bool]:
    """Play a card at each of these tables, in one batch; where that was refused."""
    requests = []
    for table_id in table_ids:
        seat = on_turn(table_id)
        card = sight(table_id, seat)["legal"]["cards"][0]
        requests.append(Request(table_id, Play(card), AT, seat=seat))
    return [isinstance(reply, Unavailable) for reply in settle(requests)]


def owing(table_ids: list[str]) -> list[bool]:
    return [owed.take(table_id, steady=0) for table_id in table_ids]


@pytest.mark.django_db
def test_where_nothing_can_be_stored_all_tables_are_owed_time(faults: Faults) -> None:
    both = with_clocks(2)
    faults.update(dict.fromkeys(both, OperationalError("disk full")))
    assert act_at(both) == [True, True]
    assert owing(both) == [True, True]


@pytest.mark.django_db
def test_a_table_that_alone_cannot_be_stored_is_owed_nothing(faults: Faults) -> None:
    both = with_clocks(2)
    faults[both[0]] = OperationalError("disk full")
    assert act_at(both) == [True, False]
    assert owing(both) == [False, False]


@pytest.mark.django_db
@pytest.mark.parametrize("make", [IntegrityError, TypeError])
def test_rows_that_cannot_be_are_no_fault_of_the_storage(
    faults: Faults, make: Callable[..., Exception]
) -> None:
    [poor] = with_clocks(1)
    faults[poor] = make("no such row")
    assert act_at([poor]) == [True]
    assert owing([poor]) == [False]


@pytest.mark.django_db
def test_without_a_clock_there_is_no_time_to_owe(faults: Faults) -> None:
    table_id = in_play()
    faults[table_id] = OperationalError("disk full")
    assert act_at([table_id]) == [True]
    assert owing([table_id]) == [False]


def test_what_is_owed_for_an_action_is_forgotten_and_what_the_house_owes_is_not() -> None:
    owed.owe(["a", "b"], until=NOTICE_SECONDS)
    owed.owe(["b", "c"])
    assert owed.take("a", steady=NOTICE_SECONDS)
    owed.owe(["a"], until=NOTICE_SECONDS)
    owed.forget_expired(steady=NOTICE_SECONDS + 1)
    assert owed._owed == {"b": math.inf, "c": math.inf}
    owed.owe(["a"], until=NOTICE_SECONDS)
    found = [owed.take(table_id, steady=NOTICE_SECONDS + 1) for table_id in "abca"]
    assert found == [False, True, True, False]


def test_whoever_is_told_sees_to_it_and_nobody_else_is() -> None:
    owed.owe(["a"])
    assert [owed.take("a", steady=0.0) for _ in range(2)] == [True, False]
