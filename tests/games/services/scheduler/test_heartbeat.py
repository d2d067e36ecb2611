"""Loops beside each other: who lives is known by a sign of life, or by the process that is gone."""

import os
import socket
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models import QuerySet

from games.models import Loop
from games.services.scheduler import heartbeat
from tests.support.games.playing import AT

pytestmark = pytest.mark.django_db
A_MOMENT = timedelta(milliseconds=1)


def other(host: str = "elsewhere", pid: int = 1) -> Loop:
    """A loop of another process, seen just now."""
    return Loop.objects.create(pk="other", host=host, pid=pid, seen_at=AT)


def test_ones_own_loop_is_no_other_one() -> None:
    heartbeat.store_heartbeat(now=AT)
    heartbeat.store_heartbeat(now=AT + heartbeat.HEARTBEAT_TIMEOUT)
    assert Loop.objects.get().seen_at == AT + heartbeat.HEARTBEAT_TIMEOUT
    assert not heartbeat.shards_served_by_others(now=AT + heartbeat.HEARTBEAT_TIMEOUT)
    heartbeat.end()
    assert not Loop.objects.exists()


def test_a_loop_elsewhere_runs_until_it_has_been_silent_for_long() -> None:
    other()
    assert heartbeat.shards_served_by_others(now=AT + heartbeat.HEARTBEAT_TIMEOUT - A_MOMENT)
    assert not heartbeat.shards_served_by_others(now=AT + heartbeat.HEARTBEAT_TIMEOUT)


def test_a_loop_of_this_machine_runs_no_more_when_its_process_is_gone() -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    loop = other(socket.gethostname(), gone.pid)
    assert not heartbeat.shards_served_by_others(now=AT)
    loop.pid = os.getppid()
    loop.save()
    assert heartbeat.shards_served_by_others(now=AT)


def test_who_begins_removes_what_the_dead_left_behind() -> None:
    other()
    heartbeat.store_heartbeat(now=AT + heartbeat.HEARTBEAT_TIMEOUT + A_MOMENT)
    assert [loop.pk for loop in Loop.objects.all()] == [heartbeat.ORIGIN]


def test_nothing_fails_where_nothing_can_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heartbeat.store_heartbeat(now=AT)
    assert heartbeat.can_store()

    def full(*args: object, **kwargs: object) -> int:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(QuerySet, "update", full)
    assert not heartbeat.store_heartbeat(now=AT)
    assert not heartbeat.can_store()
