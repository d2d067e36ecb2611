"""What runs for all tables at once: a fault at one of them is logged, and stops nothing else."""

import os
import socket

import pytest
from django.db import OperationalError

from games import presence
from games.models import Loop
from games.rules.topics.absence import ComeBack, GoAway
from games.services.analysis import analysis
from games.services.analysis.claims import claimant_of_this_process
from games.services.attendance import abandoned_lobbies, absence
from games.services.commands import committer
from games.services.commands.command import Command, Unavailable
from games.services.commands.pending import PendingTable
from games.services.scheduler import heartbeat
from games.shards import ALL_SHARDS
from games.store import tables
from tests.support.games.playing import AT, running, snapshot

pytestmark = pytest.mark.django_db


class Fault(Exception):
    """What no code expects."""


def broken(*args: object, **fields: object) -> None:
    raise Fault


def refused(*args: object, **fields: object) -> Unavailable:
    return Unavailable()


def test_who_cannot_come_back_hears_nothing_of_the_fault(monkeypatch, caplog) -> None:
    table_id = running()
    monkeypatch.setattr(tables, "load_snapshot", broken)
    absence.return_seat_to_player(table_id=table_id, user=1, now=AT)
    assert f"Nobody can come back to table {table_id}" in caplog.text


def test_who_is_there_in_the_moment_of_going_away_has_the_seat_back(monkeypatch) -> None:
    table_id = running()
    monkeypatch.setattr(presence, "connected_seats", lambda asked: {0: 1} if asked == table_id else {})
    asked = []
    monkeypatch.setattr(absence, "dispatch", lambda command: asked.append(command.action))
    absence.send_stand_in(table_id=table_id, seat=0, now=AT)
    assert asked == [GoAway(0), ComeBack(0)]


def test_a_stand_in_that_is_refused_is_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(absence, "dispatch", refused)
    absence.send_stand_in(table_id="t", seat=0, now=AT)
    assert "was refused at table t" in caplog.text


def test_a_seat_that_cannot_be_watched_hides_no_other(monkeypatch, caplog) -> None:
    watch = absence.AbsenceWatch(0)
    seen = []

    def look_at(place, now, monotonic_now) -> None:
        if place[0] == "poor":
            raise Fault
        seen.append(place[0])

    monkeypatch.setattr(watch, "_check_player", look_at)
    watch.check([("poor", 0, 1), ("good", 0, 2)], now=AT, monotonic_now=1)
    assert seen == ["good"]
    assert "Nobody can be away at table poor" in caplog.text


def test_a_seat_that_cannot_be_given_up_is_kept_and_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(abandoned_lobbies, "dispatch", broken)
    abandoned_lobbies._free_seat(("t", 0, 1), AT)
    monkeypatch.setattr(abandoned_lobbies, "dispatch", refused)
    abandoned_lobbies._free_seat(("t", 0, 1), AT)
    assert "Nobody can get up at table t" in caplog.text
    assert "Seat 0 of table t is kept" in caplog.text


def test_a_loop_ends_without_a_database(monkeypatch, caplog) -> None:
    def away(**fields: object) -> None:
        raise OperationalError

    monkeypatch.setattr(heartbeat.Loop.objects, "filter", away)
    heartbeat.end()
    assert "The scheduler's end cannot be stored: OperationalError" in caplog.text


@pytest.mark.parametrize(
    ("says", "runs"), [(PermissionError, True), (ProcessLookupError, False), (None, True)]
)
def test_a_loop_of_this_machine_runs_as_long_as_its_process(says, runs, monkeypatch) -> None:
    """A process of another account may not be signalled, and so is there."""
    Loop.objects.create(pk="another", host=socket.gethostname(), pid=4_000_000, seen_at=AT)

    def kill(pid: int, how: int) -> None:
        if says:
            raise says

    monkeypatch.setattr(os, "kill", kill)
    assert heartbeat.shards_served_by_others(now=AT) == (ALL_SHARDS if runs else frozenset())


def test_a_loop_of_another_machine_is_believed_for_a_time() -> None:
    Loop.objects.create(pk="another", host="elsewhere.example", pid=1, seen_at=AT)
    assert heartbeat.shards_served_by_others(now=AT)
    assert not heartbeat.shards_served_by_others(now=AT + 2 * heartbeat.HEARTBEAT_TIMEOUT)


def test_an_action_that_fails_spoils_no_other_of_its_table(caplog) -> None:
    table_id = running()
    pending = PendingTable(snapshot(table_id))
    pending._apply_command = broken
    pending.carry_out(0, Command(table_id, GoAway(0), AT))
    assert isinstance(pending.outcomes[0], Unavailable)
    assert f"An action at table {table_id} failed" in caplog.text


def test_a_batch_that_fails_ends_no_committer(monkeypatch, caplog) -> None:
    one = committer.Committer()
    batches = iter([["first"], ["second"], None])
    monkeypatch.setattr(one, "_take_batch", lambda: next(batches))
    monkeypatch.setattr(one, "_handle_batch", broken)
    one._handle_batches()
    assert caplog.text.count("A batch was handled, but not to its end") == 2


def test_what_waits_before_the_end_is_handled_first() -> None:
    one = committer.Committer()
    for item in ("first", "second", None):
        one._waiting.put(item)
    assert one._take_batch() == ["first", "second"]
    assert one._take_batch() is None


def test_an_analysis_that_fails_stops_and_may_be_asked_for_again(monkeypatch, caplog) -> None:
    monkeypatch.setattr(analysis, "close_old_connections", lambda: None)
    monkeypatch.setattr(analysis, "judge_next_round", broken)
    monkeypatch.setitem(analysis._running, 7, ("t", 0))
    analysis._judge_round_of_job(analysis.Job("t", 0, 7, [], claimant_of_this_process()))
    assert "The analysis of seat 0 at table t has stopped" in caplog.text
    assert 7 not in analysis._running


def test_an_analysis_that_cannot_begin_may_be_asked_for_again(monkeypatch) -> None:
    monkeypatch.setattr(analysis, "_list_rounds_left", broken)
    with pytest.raises(Fault):
        analysis._start_job("t", 0, 7, None, 0)
    assert 7 not in analysis._running
