"""What becomes of actions while the database fails."""

from collections.abc import Sequence
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from games.models import Table
from games.rules.topics.playing import Play
from games.services.audit import audit_table
from games.services.commands.command import Command, Unavailable
from games.services.commands.handler import handle_commands
from games.store import tables
from games.store.append import TableChange
from tests.support.games.playing import (
    AT,
    in_play,
    number,
    on_turn,
    sight,
)
from tests.support.games.refusals import no_connection
from tests.support.games.storing import before_writing


@pytest.fixture
def broken(monkeypatch):
    """The database refuses to write entries of the tables in this set."""
    tables_that_fail: set[str] = set()

    def fail(changes: Sequence[TableChange]) -> None:
        if tables_that_fail & {change.after.table_id for change in changes}:
            raise OperationalError("disk full")

    before_writing(monkeypatch, fail)
    return tables_that_fail


def commands_at(*table_ids: str) -> list[Command]:
    made = []
    for table_id in table_ids:
        seat = on_turn(table_id)
        card = sight(table_id, seat)["legal"]["cards"][0]
        made.append(Command(table_id, Play(card), AT, seat=seat, action_id="try"))
    return made


@pytest.mark.django_db
def test_a_failing_database_is_unavailable_to_the_table_that_failed_and_to_no_other(broken, caplog):
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    before = number(poor), number(good)
    broken.add(poor)
    outcomes = handle_commands(commands)
    assert isinstance(outcomes[0], Unavailable)
    assert outcomes[0].code == "unavailable"
    assert outcomes[1] == (before[1] + 1, None)
    assert (number(poor), number(good)) == (before[0], before[1] + 1)
    assert Table.objects.get(pk=poor).number == before[0]
    assert audit_table(poor) == audit_table(good) == []
    broken.clear()
    assert handle_commands(commands[:1]) == [(before[0] + 1, None)]
    assert "cannot be written" in caplog.text


@pytest.mark.django_db
def test_whatever_else_fails_is_unavailable_to_that_table_alone_too(monkeypatch):
    """An event that no row can hold must not take the batch with it."""
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)

    def fail(changes: Sequence[TableChange]) -> None:
        if poor in {change.after.table_id for change in changes}:
            raise TypeError("str is not valid UTF-8")

    before_writing(monkeypatch, fail)
    outcomes = handle_commands(commands)
    assert isinstance(outcomes[0], Unavailable)
    assert outcomes[1].number == number(good)


@pytest.mark.django_db
def test_a_table_that_cannot_be_read_is_unavailable(monkeypatch):
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    read = tables.read_log_rows
    tables.clear_cached_tables(poor)

    def rows(table_id: str, after: int):
        if table_id == poor:
            raise OperationalError("gone")
        return read(table_id, after)

    monkeypatch.setattr(tables, "read_log_rows", rows)
    outcomes = handle_commands(commands)
    assert isinstance(outcomes[0], Unavailable)
    assert outcomes[1].number == number(good)


@pytest.mark.django_db
def test_for_a_database_that_is_away_a_batch_waits_once(monkeypatch):
    """It waited as long for each table, and the last ones heard of it minutes later."""
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    tries = Mock(side_effect=no_connection)
    with monkeypatch.context() as patched:
        before_writing(patched, tries)
        assert [outcome.code for outcome in handle_commands(commands)] == ["unavailable"] * 2
    assert tries.call_count == 1
    assert [outcome.number for outcome in handle_commands(commands)] == [number(poor), number(good)]


@pytest.mark.django_db
def test_so_it_does_where_tables_have_to_be_read_and_what_was_known_before_stays(monkeypatch):
    commands = commands_at(in_play(), in_play())
    tables.clear_cached_tables()
    missing = commands[0]._replace(table_id="nowhere")
    tries = Mock(side_effect=no_connection)
    monkeypatch.setattr(tables, "read_log_rows", tries)
    codes = [outcome.code for outcome in handle_commands([missing, *commands])]
    assert codes == ["not_found", *["unavailable"] * 2]
    assert tries.call_count == 1


@pytest.mark.django_db
def test_so_it_does_where_refusals_have_to_be_confirmed(monkeypatch):
    good, other = in_play(), in_play()
    early = [
        command._replace(seat=(command.seat + 1) % 4, action_id=None) for command in commands_at(good, other)
    ]
    tries = Mock(side_effect=no_connection)
    monkeypatch.setattr(tables, "read_current_version", tries)
    assert [outcome.code for outcome in handle_commands(early)] == ["unavailable"] * 2
    assert tries.call_count == 1
