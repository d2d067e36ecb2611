"""What runs for all tables at once: a fault at one of them is logged, and stops nothing else."""

import os
import socket
from datetime import timedelta

import pytest
from django.db import OperationalError

from games import presence
from games.models import Loop
from games.rules.actions import ComeBack, GoAway
from games.services import analysis, committer, leavers, loops, renewing, waiting_rooms
from games.services.analysis_claims import this_process
from games.services.settle import Draft, Request, Unavailable
from games.store import tables
from tests.support.games.people import person
from tests.support.games.playing import AT, loaded, opened, running, short

pytestmark = pytest.mark.django_db


class Fault(Exception):
    """What no code expects."""


def broken(*args: object, **fields: object) -> None:
    raise Fault


def refused(*args: object, **fields: object) -> Unavailable:
    return Unavailable()


def test_who_cannot_come_back_hears_nothing_of_the_fault(monkeypatch, caplog) -> None:
    table_id = running()
    monkeypatch.setattr(tables, "load", broken)
    leavers.come_back(table_id=table_id, user=1, now=AT)
    assert f"Nobody can come back to table {table_id}" in caplog.text


def test_who_is_there_in_the_moment_of_going_away_has_the_seat_back(monkeypatch) -> None:
    table_id = running()
    monkeypatch.setattr(presence, "connected", lambda asked: {0: 1} if asked == table_id else {})
    asked = []
    monkeypatch.setattr(leavers, "knock", lambda request: asked.append(request.action))
    leavers.go_away(table_id=table_id, seat=0, now=AT)
    assert asked == [GoAway(0), ComeBack(0)]


def test_a_stand_in_that_is_refused_is_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(leavers, "knock", refused)
    leavers.go_away(table_id="t", seat=0, now=AT)
    assert "was refused at table t" in caplog.text


def test_a_seat_that_cannot_be_watched_hides_no_other(monkeypatch, caplog) -> None:
    watch = leavers.Leavers(0)
    seen = []

    def look_at(place, now, steady) -> None:
        if place[0] == "poor":
            raise Fault
        seen.append(place[0])

    monkeypatch.setattr(watch, "_look_at", look_at)
    watch.look([("poor", 0, 1), ("good", 0, 2)], now=AT, steady=1)
    assert seen == ["good"]
    assert "Nobody can be away at table poor" in caplog.text


def test_a_clock_that_cannot_be_renewed_is_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(renewing, "knock_for_all", lambda requests: [Unavailable() for _ in requests])
    assert renewing.renew_clocks(["t"], now=AT) == []
    assert "The clock of table t cannot be renewed" in caplog.text


def test_a_table_whose_moment_cannot_be_moved_hides_no_other(monkeypatch, caplog) -> None:
    poor, good = sorted(opened(person("mary"), size=3, bots=2, options=short(1)) for _ in range(2))
    renew, moved = renewing._wait_anew, []

    def wait_anew(table_id, now) -> None:
        if table_id == poor:
            raise Fault
        renew(table_id, now)
        moved.append(table_id)

    monkeypatch.setattr(renewing, "_wait_anew", wait_anew)
    for table_id in (poor, good):
        renewing.Table.objects.filter(pk=table_id).update(due_at=AT + timedelta(hours=1))
    renewing.renew_after_jump(now=AT)
    assert moved == [good]
    assert f"Table {poor} cannot be given another moment" in caplog.text


def test_a_seat_that_cannot_be_given_up_is_kept_and_logged(monkeypatch, caplog) -> None:
    monkeypatch.setattr(waiting_rooms, "knock", broken)
    waiting_rooms._get_up(("t", 0, 1), AT)
    monkeypatch.setattr(waiting_rooms, "knock", refused)
    waiting_rooms._get_up(("t", 0, 1), AT)
    assert "Nobody can get up at table t" in caplog.text
    assert "Seat 0 of table t is kept" in caplog.text


def test_a_loop_ends_without_a_database(monkeypatch, caplog) -> None:
    def away(**fields: object) -> None:
        raise OperationalError

    monkeypatch.setattr(loops.Loop.objects, "filter", away)
    loops.end()
    assert "The loop's end cannot be stored: OperationalError" in caplog.text


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
    assert loops.another_runs(now=AT) is runs


def test_a_loop_of_another_machine_is_believed_for_a_time() -> None:
    Loop.objects.create(pk="another", host="elsewhere.example", pid=1, seen_at=AT)
    assert loops.another_runs(now=AT)
    assert not loops.another_runs(now=AT + 2 * loops.ALIVE)


def test_an_action_that_fails_spoils_no_other_of_its_table(caplog) -> None:
    table_id = running()
    draft = Draft(loaded(table_id))
    draft._do = broken
    draft.decide(0, Request(table_id, GoAway(0), AT))
    assert isinstance(draft.replies[0], Unavailable)
    assert f"An action at table {table_id} failed" in caplog.text


def test_a_batch_that_fails_ends_no_committer(monkeypatch, caplog) -> None:
    one = committer.Committer()
    batches = iter([["first"], ["second"], None])
    monkeypatch.setattr(one, "_take_batch", lambda: next(batches))
    monkeypatch.setattr(one, "_settle", broken)
    one._run()
    assert caplog.text.count("A batch was settled, but not to its end") == 2


def test_what_waits_before_the_end_is_settled_first() -> None:
    one = committer.Committer()
    for item in ("first", "second", None):
        one._waiting.put(item)
    assert one._take_batch() == ["first", "second"]
    assert one._take_batch() is None


def test_an_analysis_that_fails_stops_and_may_be_asked_for_again(monkeypatch, caplog) -> None:
    monkeypatch.setattr(analysis, "close_old_connections", lambda: None)
    monkeypatch.setattr(analysis, "judge_next_round", broken)
    monkeypatch.setitem(analysis._running, 7, ("t", 0))
    analysis._take(analysis.Job("t", 0, 7, [], this_process()))
    assert "The analysis of seat 0 at table t has stopped" in caplog.text
    assert 7 not in analysis._running


def test_an_analysis_that_cannot_begin_may_be_asked_for_again(monkeypatch) -> None:
    monkeypatch.setattr(analysis, "_left", broken)
    with pytest.raises(Fault):
        analysis._set_going("t", 0, 7, None, 0)
    assert 7 not in analysis._running
