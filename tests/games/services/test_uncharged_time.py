"""Time that is charged to nobody: while no server ran or none could store, and when the clock jumped."""

import math
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, OperationalError

from core.scheduling.outages import STANDSTILL_SECONDS, Outage, OutageDetector
from games.models import Table
from games.rules.state import PAUSE
from games.rules.topics.absence import GoAway
from games.rules.topics.holds import AskPause
from games.rules.topics.playing import Play
from games.services import uncharged_time
from games.services.audit import faults_of_table
from games.services.commands import handler
from games.services.commands.act import dispatch, dispatch_all
from games.services.commands.command import Command, Unavailable
from games.services.commands.due import CLOCK_SLACK, DESERTED_TIMEOUT, OWN_PAUSE_TIMEOUT
from games.services.commands.handler import handle_commands
from games.services.referee import halt_table
from games.services.uncharged_time import (
    RETRY_SECONDS,
    claim_renewal,
    forget_expired_renewals,
    renew_clocks,
    require_renewal,
    restart_all_timers,
    restart_pauses,
    tables_with_clocks,
)
from games.store import tables
from tests.support.games.choices import some_action
from tests.support.games.clocks import clocked, count_entries, due_at
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    in_play,
    number,
    on_turn,
    opened,
    play_on,
    running,
    short,
    sight,
    snapshot,
)

pytestmark = pytest.mark.usefixtures("either_database")
HOUR = timedelta(hours=1)


class Fault(Exception):
    """What no code expects."""


# --- Noticing -------------------------------------------------------------------------------------------


def detector() -> OutageDetector:
    """One that has looked at the clocks at AT, and after which timers have been restarted."""
    found = OutageDetector(AT, 100.0)
    found.note_restart(Outage.STOPPED)
    assert found.outage is None
    return found


def test_a_scheduler_that_starts_assumes_that_none_ran_before():
    assert OutageDetector(AT, 100.0).outage is Outage.STOPPED


def test_a_jump_is_told_from_time_that_goes_by():
    found = detector()
    assert not found.check(AT + timedelta(seconds=4), 104.5)
    assert found.check(AT + HOUR, 105.0)
    assert found.outage is Outage.CLOCK_JUMPED
    found.note_restart(Outage.CLOCK_JUMPED)
    assert not found.check(AT + HOUR + timedelta(seconds=1), 106.0)
    assert found.check(AT, 107.0)


def test_a_scheduler_that_did_not_look_for_long_stood_still():
    found = detector()
    assert not found.check(AT + timedelta(seconds=STANDSTILL_SECONDS), 100.0 + STANDSTILL_SECONDS)
    late = 1 + 2 * STANDSTILL_SECONDS
    assert found.check(AT + timedelta(seconds=late), 100.0 + late)
    assert found.outage is Outage.STOPPED
    assert not found.check(AT + timedelta(seconds=late + 1), 101.0 + late)


def test_after_a_jump_and_a_stop_all_timers_are_restarted():
    found = detector()
    found.check(AT + HOUR, 101.0)
    found.note_stop()
    assert found.outage is Outage.CLOCK_JUMPED
    found.note_restart(Outage.STOPPED)
    assert found.outage is Outage.CLOCK_JUMPED


# --- Restarting -----------------------------------------------------------------------------------------


def test_after_a_stop_everybody_who_was_thinking_has_all_the_time_again():
    table_id = clocked()
    bank = sight(table_id)["players"][sight(table_id)["turn"][0]]["bank"]
    now = AT + HOUR
    renew_clocks(tables_with_clocks(), now=now, dispatch_all=dispatch_all)
    assert due_at(table_id) == now + timedelta(seconds=15 + 60) + CLOCK_SLACK
    seat = sight(table_id)["turn"][0]
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)), now + timedelta(seconds=14))
    assert sight(table_id)["players"][seat]["bank"] == bank
    assert faults_of_table(table_id) == []


def test_a_stop_moves_no_table_without_a_clock_and_none_that_is_halted():
    halted, without = clocked(), running(4)
    halt_table(table_id=halted, now=AT)
    before = number(halted), number(without)
    renew_clocks(tables_with_clocks(), now=AT + HOUR, dispatch_all=dispatch_all)
    assert (number(halted), number(without)) == before
    assert count_entries(halted, "clock_renewed") == count_entries(without, "clock_renewed") == 0


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_jump_of_the_systems_time_charges_nobody(by):
    table_id = clocked()
    now = AT + by
    restart_all_timers(now=now, dispatch_all=dispatch_all)
    seat = sight(table_id)["turn"][0]
    bank = sight(table_id)["players"][seat]["bank"]
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)), now + timedelta(seconds=2))
    assert sight(table_id)["players"][seat]["bank"] == bank


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_after_a_jump_pauses_and_deserted_tables_wait_as_long_as_before_it(by):
    paused = running(4, **short(1, 1, pause=8))
    play_on(paused, Random(1), until=lambda seen: seen["status"] == PAUSE)
    deserted = running(2 + 1, **short(2, 1))
    for seat in range(3):
        dispatch(Command(deserted, GoAway(seat), AT))
    resting = running(3)
    for seat in range(3):
        do(resting, seat, AskPause())
    restart_all_timers(now=AT + by, dispatch_all=dispatch_all)
    assert due_at(resting) == AT + by + OWN_PAUSE_TIMEOUT
    assert due_at(paused) == AT + by + timedelta(seconds=8)
    assert due_at(deserted) == AT + by + DESERTED_TIMEOUT
    assert snapshot(paused).due_at == due_at(paused)


def test_a_pause_that_was_over_while_nothing_was_served_is_as_long_as_any():
    table_id = running(4, **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == PAUSE)
    restart_pauses(now=AT + HOUR)
    assert tables.load(table_id).due_at == due_at(table_id) == AT + HOUR + timedelta(seconds=8)


def test_a_clock_that_cannot_be_renewed_is_logged(caplog) -> None:
    refused = [Unavailable()]
    assert renew_clocks(["t"], now=AT, dispatch_all=lambda commands: refused) == []
    assert "The clock of table t cannot be renewed" in caplog.text


def test_a_table_whose_moment_cannot_be_moved_hides_no_other(monkeypatch, caplog) -> None:
    poor, good = sorted(opened(person("mary"), size=3, bots=2, options=short(1)) for _ in range(2))
    restart_one, moved = uncharged_time._restart_timer, []

    def restart(table_id, now) -> None:
        if table_id == poor:
            raise Fault
        restart_one(table_id, now)
        moved.append(table_id)

    monkeypatch.setattr(uncharged_time, "_restart_timer", restart)
    for table_id in (poor, good):
        Table.objects.filter(pk=table_id).update(due_at=AT + timedelta(hours=1))
    restart_all_timers(now=AT, dispatch_all=dispatch_all)
    assert good in moved
    assert poor not in moved
    assert f"Table {poor} cannot be given another moment" in caplog.text


# --- Actions that could not be stored -------------------------------------------------------------------


Faults = dict[str, Exception]


@pytest.fixture(autouse=True)
def no_renewals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uncharged_time, "_renewals", {})


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """What writing to these tables raises."""
    faults: Faults = {}
    write = handler.store._insert_entries

    def insert(changes) -> None:
        for change in changes:
            if fault := faults.get(change.after.table_id):
                raise fault
        write(changes)

    monkeypatch.setattr(handler.store, "_insert_entries", insert)
    return faults


def with_clocks(count: int) -> list[str]:
    return [in_play(clock=15) for _ in range(count)]


def act_at(table_ids: list[str]) -> list[bool]:
    """Play a card at each of these tables, in one batch; where that was refused."""
    commands = []
    for table_id in table_ids:
        seat = on_turn(table_id)
        card = sight(table_id, seat)["legal"]["cards"][0]
        commands.append(Command(table_id, Play(card), AT, seat=seat))
    return [isinstance(outcome, Unavailable) for outcome in handle_commands(commands)]


def claimed(table_ids: list[str]) -> list[bool]:
    return [claim_renewal(table_id, steady=0) for table_id in table_ids]


def test_where_nothing_can_be_stored_all_tables_are_owed_time(faults: Faults) -> None:
    both = with_clocks(2)
    faults.update(dict.fromkeys(both, OperationalError("disk full")))
    assert act_at(both) == [True, True]
    assert claimed(both) == [True, True]


def test_a_table_that_alone_cannot_be_stored_is_owed_nothing(faults: Faults) -> None:
    both = with_clocks(2)
    faults[both[0]] = OperationalError("disk full")
    assert act_at(both) == [True, False]
    assert claimed(both) == [False, False]


@pytest.mark.parametrize("make", [IntegrityError, TypeError])
def test_rows_that_cannot_be_are_no_fault_of_the_storage(
    faults: Faults, make: Callable[..., Exception]
) -> None:
    [poor] = with_clocks(1)
    faults[poor] = make("no such row")
    assert act_at([poor]) == [True]
    assert claimed([poor]) == [False]


def test_without_a_clock_there_is_no_time_to_owe(faults: Faults) -> None:
    table_id = in_play()
    faults[table_id] = OperationalError("disk full")
    assert act_at([table_id]) == [True]
    assert claimed([table_id]) == [False]


def test_what_is_owed_for_an_action_is_forgotten_and_what_the_scheduler_owes_is_not() -> None:
    require_renewal(["a", "b"], until=RETRY_SECONDS)
    require_renewal(["b", "c"])
    assert claim_renewal("a", steady=RETRY_SECONDS)
    require_renewal(["a"], until=RETRY_SECONDS)
    forget_expired_renewals(steady=RETRY_SECONDS + 1)
    assert uncharged_time._renewals == {"b": math.inf, "c": math.inf}
    require_renewal(["a"], until=RETRY_SECONDS)
    found = [claim_renewal(table_id, steady=RETRY_SECONDS + 1) for table_id in "abca"]
    assert found == [False, True, True, False]


def test_whoever_is_told_sees_to_it_and_nobody_else_is() -> None:
    require_renewal(["a"])
    assert [claim_renewal("a", steady=0.0) for _ in range(2)] == [True, False]
