"""Group commit: what waits goes together into the next commit; it stops in order and recovers by itself."""

import threading
from functools import partial

import pytest
from django.db import connection

from games.models import LogEntry
from games.rules.actions import Accuse
from games.rules.errors import NotYourTurn, Refusal
from games.services import committer
from games.services.act import Request
from games.services.audit import faults_of_table
from games.services.committer import Committer
from games.services.settle import Away, Unavailable, settle
from games.store.append import append
from tests.support.games.playing import AT, do, first_request, in_play, number, on_turn
from tests.support.games.refusals import no_connection
from tests.support.games.threads import at_once
from tests.support.patience import PATIENCE

a_card = partial(first_request, action_id="card")
"""Whoever is on turn plays a card."""


def after_a_card() -> str:
    """A table at which people may accuse."""
    table_id = in_play(cheating=True)
    do(table_id, on_turn(table_id), a_card(table_id).action)
    return table_id


def an_accusation(table_id: str, action_id: str) -> Request:
    """Seat 0 calls seat 1, rightly or not."""
    return Request(table_id, Accuse(1, "button"), AT, seat=0, action_id=action_id)


class Gate:
    """Holds up the first batch until it is opened, and keeps what was settled together."""

    def __init__(self, monkeypatch) -> None:
        self.began, self.open = threading.Event(), threading.Event()
        self.batches: list[int] = []
        self.commits: list[int] = []
        monkeypatch.setattr(committer, "settle", self.settle)
        monkeypatch.setattr("games.services.settle.store.append", self.append)

    def settle(self, requests):
        self.batches.append(len(requests))
        self.began.set()
        assert self.open.wait(PATIENCE)
        return settle(requests)

    def append(self, changes):
        if changes:
            self.commits.append(len(changes))
        return append(changes)


def test_what_waits_goes_together_into_the_next_commit(on_file, at_work, monkeypatch):
    tables = [after_a_card() for _ in range(5)]
    before = [number(table_id) for table_id in tables]
    requests = [an_accusation(tables[n % 5], f"call {n}") for n in range(50)]
    gate = Gate(monkeypatch)
    futures = [at_work.submit(requests[0])]
    assert gate.began.wait(PATIENCE)
    futures += at_once([partial(at_work.submit, request) for request in requests[1:]])
    gate.open.set()
    answers = [future.result(PATIENCE) for future in futures]
    assert gate.batches == [1, 49]
    assert gate.commits == [1, 5]
    for n, table_id in enumerate(tables):
        assert sorted(answer.number for answer in answers[n::5]) == [before[n] + k for k in range(1, 11)]
        assert faults_of_table(table_id) == []


def test_a_batch_has_an_end(on_file, at_work, monkeypatch):
    table_id = in_play()
    monkeypatch.setattr(committer, "LARGEST_BATCH", 8)
    gate = Gate(monkeypatch)
    gate.open.set()
    request = a_card(table_id)
    futures = [at_work.submit(request) for _ in range(30)]
    assert {future.result(PATIENCE) for future in futures} == {(number(table_id), None)}
    assert max(gate.batches) <= 8
    assert LogEntry.objects.filter(table_id=table_id, action_id="card").count() == 1


def test_it_settles_what_waits_before_it_stops(on_file, monkeypatch):
    requests = [a_card(in_play()) for _ in range(5)]
    gate = Gate(monkeypatch)
    own = Committer()
    own.start()
    futures = [own.submit(request) for request in requests]
    assert gate.began.wait(PATIENCE)
    stopping = threading.Thread(target=own.stop)
    stopping.start()
    gate.open.set()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()
    assert not own._thread.is_alive()
    assert not [future for future in futures if isinstance(future.result(0), Refusal)]


def test_who_comes_after_the_stop_is_told_to_try_again(on_file):
    request = a_card(in_play())
    own = Committer()
    own.start()
    own.stop()
    assert isinstance(own.submit(request).result(0), Unavailable)


def test_someone_who_hung_up_holds_up_nobody(on_file, at_work, monkeypatch):
    first, second = a_card(in_play()), a_card(in_play())
    gate = Gate(monkeypatch)
    gone, waiting = at_work.submit(first), at_work.submit(second)
    gone.cancel()
    gate.open.set()
    assert waiting.result(PATIENCE).number == number(second.table_id)


def test_a_batch_that_fails_is_unavailable_and_the_next_one_is_served(on_file, at_work, monkeypatch):
    request = a_card(in_play())

    def fail(requests):
        monkeypatch.setattr(committer, "settle", settle)
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(committer, "settle", fail)
    assert isinstance(at_work.submit(request).result(PATIENCE), Unavailable)
    assert at_work.submit(request).result(PATIENCE).number == number(request.table_id)


def test_who_waited_while_the_database_was_found_to_be_away_hears_the_same(on_file, monkeypatch):
    """And does not wait as long once more; who comes later asks anew, and an ordered stop is no less one."""
    request = a_card(in_play())
    began, found = threading.Event(), threading.Event()
    batches = []

    def away(requests):
        batches.append(len(requests))
        began.set()
        assert found.wait(PATIENCE)
        return [Away()] * len(requests)

    monkeypatch.setattr(committer, "settle", away)
    own = Committer()
    own.start()
    futures = [own.submit(request)]
    assert began.wait(PATIENCE)
    futures += [own.submit(request) for _ in range(3)]
    found.set()
    assert [future.result(PATIENCE).code for future in futures] == ["unavailable"] * 4
    assert batches == [1]
    monkeypatch.setattr(committer, "settle", settle)
    assert own.submit(request).result(PATIENCE).number == number(request.table_id)
    own.stop()
    assert not own._thread.is_alive()


def test_a_stop_while_the_database_is_away_is_one(on_file, monkeypatch):
    request = a_card(in_play())
    gate = Gate(monkeypatch)
    monkeypatch.setattr("games.services.settle.store.append", no_connection)
    own = Committer()
    own.start()
    futures = [own.submit(request)]
    assert gate.began.wait(PATIENCE)
    futures.append(own.submit(request))
    stopping = threading.Thread(target=own.stop)
    stopping.start()
    gate.open.set()
    stopping.join(PATIENCE)
    assert not own._thread.is_alive()
    assert [future.result(0).code for future in futures] == ["unavailable"] * 2


@pytest.mark.parametrize("backend", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_it_survives_a_database_that_went_away(backend, at_work):
    """First a refusal, which only reads, then a card, which writes: both come back after the loss."""
    table_id = in_play()
    request = a_card(table_id)
    bystander = (request.seat + 1) % 4
    for _ in range(2):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        with pytest.raises((NotYourTurn, Unavailable)):
            do(table_id, bystander, request.action)
        with pytest.raises(NotYourTurn):
            do(table_id, bystander, request.action)
    assert at_work.submit(request).result(PATIENCE).number == number(table_id)
    assert faults_of_table(table_id) == []
