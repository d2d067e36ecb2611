"""Group commit: what waits goes together into the next commit; it stops in order and recovers by itself."""

import threading
from functools import partial

import pytest
from django.db import connection

from core.refusal import Refusal
from games.models import LogEntry
from games.rules.errors import NotYourTurn
from games.rules.topics.cheating import Accuse
from games.services.audit import audit_table
from games.services.commands import committer
from games.services.commands.command import Command, DatabaseUnreachable, Unavailable
from games.services.commands.committer import Committer
from games.services.commands.handler import handle_commands
from games.store.append import save_table_changes
from tests.support.games.playing import AT, do, first_command, in_play, number, on_turn
from tests.support.games.refusals import no_connection
from tests.support.games.threads import at_once
from tests.support.waiting import WAIT_TIMEOUT

a_card = partial(first_command, action_id="card")
"""Whoever is on turn plays a card."""


def after_a_card() -> str:
    """A table at which people may accuse."""
    table_id = in_play(cheating=True)
    do(table_id, on_turn(table_id), a_card(table_id).action)
    return table_id


def an_accusation(table_id: str, action_id: str) -> Command:
    """Seat 0 calls seat 1, rightly or not."""
    return Command(table_id, Accuse(1, "button"), AT, seat=0, action_id=action_id)


class Gate:
    """Holds up the first batch until it is opened, and keeps what was settled together."""

    def __init__(self, monkeypatch) -> None:
        self.began, self.open = threading.Event(), threading.Event()
        self.batches: list[int] = []
        self.commits: list[int] = []
        monkeypatch.setattr(committer, "handle_commands", self.handle_commands)
        monkeypatch.setattr("games.services.commands.handler.store.save_table_changes", self.append)

    def handle_commands(self, commands):
        self.batches.append(len(commands))
        self.began.set()
        assert self.open.wait(WAIT_TIMEOUT)
        return handle_commands(commands)

    def append(self, changes):
        if changes:
            self.commits.append(len(changes))
        return save_table_changes(changes)


def test_what_waits_goes_together_into_the_next_commit(on_file, at_work, monkeypatch):
    tables = [after_a_card() for _ in range(5)]
    before = [number(table_id) for table_id in tables]
    commands = [an_accusation(tables[n % 5], f"call {n}") for n in range(50)]
    gate = Gate(monkeypatch)
    futures = [at_work.submit(commands[0])]
    assert gate.began.wait(WAIT_TIMEOUT)
    futures += at_once([partial(at_work.submit, command) for command in commands[1:]])
    gate.open.set()
    answers = [future.result(WAIT_TIMEOUT) for future in futures]
    assert gate.batches == [1, 49]
    assert gate.commits == [1, 5]
    for n, table_id in enumerate(tables):
        assert sorted(answer.number for answer in answers[n::5]) == [before[n] + k for k in range(1, 11)]
        assert audit_table(table_id) == []


def test_a_batch_has_an_end(on_file, at_work, monkeypatch):
    table_id = in_play()
    monkeypatch.setattr(committer, "MAX_BATCH", 8)
    gate = Gate(monkeypatch)
    gate.open.set()
    command = a_card(table_id)
    futures = [at_work.submit(command) for _ in range(30)]
    assert {future.result(WAIT_TIMEOUT) for future in futures} == {(number(table_id), None)}
    assert max(gate.batches) <= 8
    assert LogEntry.objects.filter(table_id=table_id, action_id="card").count() == 1


def test_it_settles_what_waits_before_it_stops(on_file, monkeypatch):
    commands = [a_card(in_play()) for _ in range(5)]
    gate = Gate(monkeypatch)
    own = Committer()
    own.start()
    futures = [own.submit(command) for command in commands]
    assert gate.began.wait(WAIT_TIMEOUT)
    stopping = threading.Thread(target=own.stop)
    stopping.start()
    gate.open.set()
    stopping.join(WAIT_TIMEOUT)
    assert not stopping.is_alive()
    assert not own._thread.is_alive()
    assert not [future for future in futures if isinstance(future.result(0), Refusal)]


def test_who_comes_after_the_stop_is_told_to_try_again(on_file):
    command = a_card(in_play())
    own = Committer()
    own.start()
    own.stop()
    assert isinstance(own.submit(command).result(0), Unavailable)


def test_someone_who_hung_up_holds_up_nobody(on_file, at_work, monkeypatch):
    first, second = a_card(in_play()), a_card(in_play())
    gate = Gate(monkeypatch)
    gone, waiting = at_work.submit(first), at_work.submit(second)
    gone.cancel()
    gate.open.set()
    assert waiting.result(WAIT_TIMEOUT).number == number(second.table_id)


def test_a_batch_that_fails_is_unavailable_and_the_next_one_is_served(on_file, at_work, monkeypatch):
    command = a_card(in_play())

    def fail(commands):
        monkeypatch.setattr(committer, "handle_commands", handle_commands)
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(committer, "handle_commands", fail)
    assert isinstance(at_work.submit(command).result(WAIT_TIMEOUT), Unavailable)
    assert at_work.submit(command).result(WAIT_TIMEOUT).number == number(command.table_id)


def test_who_waited_while_the_database_was_found_to_be_away_hears_the_same(on_file, monkeypatch):
    """And does not wait as long once more; who comes later asks anew, and an ordered stop is no less one."""
    command = a_card(in_play())
    began, found = threading.Event(), threading.Event()
    batches = []

    def away(commands):
        batches.append(len(commands))
        began.set()
        assert found.wait(WAIT_TIMEOUT)
        return [DatabaseUnreachable()] * len(commands)

    monkeypatch.setattr(committer, "handle_commands", away)
    own = Committer()
    own.start()
    futures = [own.submit(command)]
    assert began.wait(WAIT_TIMEOUT)
    futures += [own.submit(command) for _ in range(3)]
    found.set()
    assert [future.result(WAIT_TIMEOUT).code for future in futures] == ["unavailable"] * 4
    assert batches == [1]
    monkeypatch.setattr(committer, "handle_commands", handle_commands)
    assert own.submit(command).result(WAIT_TIMEOUT).number == number(command.table_id)
    own.stop()
    assert not own._thread.is_alive()


def test_a_stop_while_the_database_is_away_is_one(on_file, monkeypatch):
    command = a_card(in_play())
    gate = Gate(monkeypatch)
    monkeypatch.setattr("games.services.commands.handler.store.save_table_changes", no_connection)
    own = Committer()
    own.start()
    futures = [own.submit(command)]
    assert gate.began.wait(WAIT_TIMEOUT)
    futures.append(own.submit(command))
    stopping = threading.Thread(target=own.stop)
    stopping.start()
    gate.open.set()
    stopping.join(WAIT_TIMEOUT)
    assert not own._thread.is_alive()
    assert [future.result(0).code for future in futures] == ["unavailable"] * 2


@pytest.mark.parametrize("backend", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_it_survives_a_database_that_went_away(backend, at_work):
    """First a refusal, which only reads, then a card, which writes: both come back after the loss."""
    table_id = in_play()
    command = a_card(table_id)
    bystander = (command.seat + 1) % 4
    for _ in range(2):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        with pytest.raises((NotYourTurn, Unavailable)):
            do(table_id, bystander, command.action)
        with pytest.raises(NotYourTurn):
            do(table_id, bystander, command.action)
    assert at_work.submit(command).result(WAIT_TIMEOUT).number == number(table_id)
    assert audit_table(table_id) == []
