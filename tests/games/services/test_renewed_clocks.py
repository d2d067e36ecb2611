"""Clocks that are renewed because actions could not be stored, or ahead of a command."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, OperationalError

from core.refusal import Refusal
from games.rules.clock import CLOCK
from games.rules.errors import NothingChanged
from games.rules.topics.absence import ClockRenewed, RenewClock
from games.rules.topics.playing import Play
from games.services.audit import audit_table
from games.services.commands.act import dispatch
from games.services.commands.command import Command, Stale, Unavailable
from games.services.commands.handler import handle_commands
from games.services.uncharged_time import (
    must_restart_clock,
    record_outage,
)
from games.store.append import TableChange
from tests.support.games.choices import some_action
from tests.support.games.clocks import count_entries
from tests.support.games.playing import (
    AT,
    do,
    in_play,
    on_turn,
    sight,
    snapshot,
)
from tests.support.games.storing import before_writing

pytestmark = pytest.mark.usefixtures("either_database")


HOUR = timedelta(hours=1)


LATER = AT + timedelta(minutes=1)


# --- Actions that could not be stored -------------------------------------------------------------------


Faults = dict[str, Exception]


@pytest.fixture
def faults(either_database: None, monkeypatch: pytest.MonkeyPatch) -> Faults:
    """What writing to these tables raises."""
    faults: Faults = {}

    def fail(changes: Sequence[TableChange]) -> None:
        for change in changes:
            if fault := faults.get(change.after.table_id):
                raise fault

    before_writing(monkeypatch, fail)
    return faults


def with_clocks(count: int) -> list[str]:
    return [in_play(clock=15) for _ in range(count)]


def act_at(table_ids: list[str]) -> list[bool]:
    """Play a card at each of these tables, in one batch; where that was refused."""
    commands = []
    for table_id in table_ids:
        seat = on_turn(table_id)
        card = sight(table_id, seat)["legal"]["cards"][0]
        commands.append(Command(table_id, Play(card), LATER, seat=seat))
    return [isinstance(outcome, Unavailable) for outcome in handle_commands(commands)]


def renewed(table_ids: list[str]) -> list[bool]:
    """Where the clock has to be renewed ahead of the next command."""
    return [must_restart_clock(table_id, snapshot(table_id).state, now=LATER) for table_id in table_ids]


def test_where_nothing_can_be_stored_all_tables_get_their_time_back(faults: Faults) -> None:
    both = with_clocks(2)
    faults.update(dict.fromkeys(both, OperationalError("disk full")))
    assert act_at(both) == [True, True]
    assert renewed(both) == [True, True]


def test_a_table_that_alone_cannot_be_stored_gets_no_time_back(faults: Faults) -> None:
    both = with_clocks(2)
    faults[both[0]] = OperationalError("disk full")
    assert act_at(both) == [True, False]
    assert renewed(both) == [False, False]


@pytest.mark.parametrize("make", [IntegrityError, TypeError])
def test_rows_that_cannot_be_are_no_fault_of_the_storage(
    faults: Faults, make: Callable[..., Exception]
) -> None:
    [poor] = with_clocks(1)
    faults[poor] = make("no such row")
    assert act_at([poor]) == [True]
    assert renewed([poor]) == [False]


def test_without_a_clock_there_is_none_to_renew(faults: Faults) -> None:
    table_id = in_play()
    faults[table_id] = OperationalError("disk full")
    assert act_at([table_id]) == [True]
    assert renewed([table_id]) == [False]


# --- Renewing ahead of a command ------------------------------------------------------------------------


def test_the_first_command_after_an_outage_renews_the_clock_and_is_charged_nothing() -> None:
    [table_id] = with_clocks(1)
    now = AT + HOUR
    record_outage(until=now)
    seat = on_turn(table_id)
    bank = sight(table_id)["players"][seat]["bank"]
    for _ in range(2):
        acting = on_turn(table_id)
        do(table_id, acting, some_action(sight(table_id, acting), Random(1)), now)
    assert count_entries(table_id, "clock_renewed") == 1
    assert sight(table_id)["players"][seat]["bank"] == bank
    assert audit_table(table_id) == []


def test_the_end_of_a_clock_that_has_to_be_renewed_is_stale() -> None:
    [table_id] = with_clocks(1)
    record_outage(until=LATER)
    before = snapshot(table_id)
    seat = on_turn(table_id)
    card = sight(table_id, seat)["legal"]["cards"][0]
    late = Command(table_id, Play(card), LATER, seat=seat, at_number=before.moved, by=CLOCK)
    assert isinstance(dispatch(late), Stale)
    assert [type(entry.event) for entry in snapshot(table_id).recent_entries_after(before.number) or ()] == [
        ClockRenewed
    ]


def test_a_clock_is_renewed_once() -> None:
    [table_id] = with_clocks(1)
    assert isinstance(dispatch(Command(table_id, RenewClock(), LATER)), NothingChanged)
    record_outage(until=LATER)
    assert not isinstance(dispatch(Command(table_id, RenewClock(), LATER)), Refusal)
    assert isinstance(dispatch(Command(table_id, RenewClock(), LATER)), NothingChanged)
