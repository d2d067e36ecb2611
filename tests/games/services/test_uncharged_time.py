"""Time that is charged to nobody: while no server ran or none could store, and when the clock jumped."""

from datetime import datetime, timedelta
from random import Random

import pytest

from games.models import Table
from games.rules.statuses import PAUSE
from games.rules.topics.absence import GoAway
from games.rules.topics.holds import AskPause
from games.rules.topics.pause import Ready
from games.services import uncharged_time
from games.services.audit import audit_table
from games.services.commands.act import dispatch, dispatch_all
from games.services.commands.command import Command, Unavailable
from games.services.commands.due import CLOCK_SLACK, DESERTED_TIMEOUT, OWN_PAUSE_TIMEOUT
from games.services.referee import halt_table
from games.services.uncharged_time import (
    STALL_SECONDS,
    Outage,
    OutageDetector,
    record_outage,
    reset_due_times,
    restart_outdated_clocks,
    tables_with_clocks,
    tables_with_outdated_due_times,
)
from games.store import tables
from tests.support.games.choices import some_action
from tests.support.games.clocks import clocked, count_entries, due_at
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    number,
    opened,
    play_on,
    put_back,
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
    found.clear_outage(found.recorded_count)
    assert found.outage is None
    return found


def test_a_scheduler_that_starts_assumes_that_none_ran_before():
    assert OutageDetector(AT, 100.0).outage is Outage.STOPPED


def test_a_jump_is_told_from_time_that_goes_by():
    found = detector()
    assert not found.check(AT + timedelta(seconds=4), 104.5)
    assert found.check(AT + HOUR, 105.0)
    assert found.outage is Outage.CLOCK_JUMPED
    found.clear_outage(found.recorded_count)
    assert not found.check(AT + HOUR + timedelta(seconds=1), 106.0)
    assert found.check(AT, 107.0)


def test_a_scheduler_that_did_not_look_for_long_stood_still():
    found = detector()
    assert not found.check(AT + timedelta(seconds=STALL_SECONDS), 100.0 + STALL_SECONDS)
    late = 1 + 2 * STALL_SECONDS
    assert found.check(AT + timedelta(seconds=late), 100.0 + late)
    assert found.outage is Outage.STOPPED
    assert not found.check(AT + timedelta(seconds=late + 1), 101.0 + late)


def test_after_a_jump_and_a_stop_all_timers_are_restarted():
    found = detector()
    found.check(AT + HOUR, 101.0)
    found.record_stop()
    assert found.outage is Outage.CLOCK_JUMPED


@pytest.mark.parametrize("is_jump", [False, True])
def test_an_outage_that_begins_while_timers_are_restarted_is_not_forgotten(is_jump):
    found = detector()
    found.record_stop()
    before = found.recorded_count
    found.check(AT + HOUR, 101.0) if is_jump else found.record_stop()
    found.clear_outage(before)
    assert found.outage is (Outage.CLOCK_JUMPED if is_jump else Outage.STOPPED)
    found.clear_outage(found.recorded_count)
    assert found.outage is None


# --- Restarting -----------------------------------------------------------------------------------------


def renew_all(now: datetime) -> None:
    """Renew clocks as a scheduler does that serves again since `now`."""
    record_outage(until=now)
    restart_outdated_clocks(tables_with_clocks(), now=now, dispatch_all=dispatch_all)


def restart_all(outage: Outage, now: datetime) -> None:
    """Restart timers as a scheduler does that serves again since `now`."""
    renew_all(now)
    reset_due_times(tables_with_outdated_due_times(outage, now=now), now=now)


def test_after_a_stop_everybody_who_was_thinking_has_all_the_time_again():
    table_id = clocked()
    bank = sight(table_id)["players"][sight(table_id)["turn"][0]]["bank"]
    now = AT + HOUR
    renew_all(now)
    assert due_at(table_id) == now + timedelta(seconds=15 + 60) + CLOCK_SLACK
    seat = sight(table_id)["turn"][0]
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)), now + timedelta(seconds=14))
    assert sight(table_id)["players"][seat]["bank"] == bank
    assert audit_table(table_id) == []


def test_a_server_that_remembers_the_old_end_of_a_pause_does_not_bring_it_back():
    table_id = running(3, pause=8)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == PAUSE)
    remembered, now = snapshot(table_id), AT + HOUR
    restart_all(Outage.STOPPED, now)
    put_back(remembered)
    do(table_id, 0, Ready(), now + timedelta(seconds=1))
    assert due_at(table_id) == now + timedelta(seconds=8)
    assert audit_table(table_id) == []


def test_a_stop_moves_no_table_without_a_clock_and_none_that_is_halted():
    halted, without = clocked(), running(4)
    halt_table(table_id=halted, now=AT)
    before = number(halted), number(without)
    renew_all(AT + HOUR)
    assert (number(halted), number(without)) == before
    assert count_entries(halted, "clock_renewed") == count_entries(without, "clock_renewed") == 0


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_jump_of_the_systems_time_charges_nobody(by):
    table_id = clocked()
    now = AT + by
    restart_all(Outage.CLOCK_JUMPED, now)
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
    restart_all(Outage.CLOCK_JUMPED, AT + by)
    assert due_at(resting) == AT + by + OWN_PAUSE_TIMEOUT
    assert due_at(paused) == AT + by + timedelta(seconds=8)
    assert due_at(deserted) == AT + by + DESERTED_TIMEOUT
    assert snapshot(paused).due_at == due_at(paused)


def test_a_pause_that_was_over_while_nothing_was_served_is_as_long_as_any():
    table_id = running(4, **short(1, 1, pause=8))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == PAUSE)
    restart_all(Outage.STOPPED, AT + HOUR)
    assert tables.load_snapshot(table_id).due_at == due_at(table_id) == AT + HOUR + timedelta(seconds=8)


def test_a_clock_that_cannot_be_renewed_is_logged(caplog) -> None:
    refused = [Unavailable()]
    restart_outdated_clocks(["t"], now=AT, dispatch_all=lambda commands: refused)
    assert "The clock of table t cannot be renewed" in caplog.text


def test_a_table_whose_moment_cannot_be_moved_hides_no_other(monkeypatch, caplog) -> None:
    poor, good = sorted(opened(person("mary"), size=3, bots=2, options=short(1)) for _ in range(2))
    restart_one, moved = uncharged_time._reset_due_time, []

    def restart(table_id, now) -> None:
        if table_id == poor:
            raise Fault
        restart_one(table_id, now)
        moved.append(table_id)

    monkeypatch.setattr(uncharged_time, "_reset_due_time", restart)
    for table_id in (poor, good):
        Table.objects.filter(pk=table_id).update(due_at=AT + timedelta(hours=1))
    restart_all(Outage.CLOCK_JUMPED, AT)
    assert good in moved
    assert poor not in moved
    assert f"Table {poor} cannot be given another moment" in caplog.text
