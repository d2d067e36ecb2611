"""A round snapshot is stored with the deal, makes the same table as the whole log, and never outweighs it."""

import logging
from random import Random

import pytest
from django.contrib import admin

from games.models import LogEntry, RoundSnapshot, Table
from games.rules.errors import Quarantined
from games.rules.topics.cheating import Accuse
from games.services.audit import audit_table
from games.services.referee import annul_game
from games.store import tables
from games.store.round_snapshots import rows
from games.store.snapshot import TableSnapshot, fold_entries
from tests.support.games.cheating.accusations import a_cheat, others
from tests.support.games.playing import (
    AT,
    do,
    finished,
    first_command,
    in_pause,
    move,
    number,
    opened,
    people,
    play_on,
    running,
    short,
    snapshot,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_id() -> str:
    """A table in its third round, with an accusation; this process has it at hand no longer."""
    return in_third_round()


def in_third_round() -> str:
    table_id = running(4, **short(3, 2, 4, cheating=True))
    play_on(table_id, Random(3), nerve=0.3, until=lambda seen: round_number(seen) == 3)
    for _ in range(6):
        move(table_id, Random(4))
    tables.clear_cached_tables(table_id)
    return table_id


def round_number(seen: dict) -> int:
    return seen["round"]["number"] if seen["round"] else 0


def stored(table_id: str) -> RoundSnapshot | None:
    return RoundSnapshot.objects.filter(table=table_id).first()


def folded(table_id: str) -> TableSnapshot:
    """The table as its whole log says."""
    found = fold_entries(table_id, tables.read_entries_after(table_id, 0))
    assert found is not None
    return found


def read_rows(table_id: str, monkeypatch) -> list[int]:
    """The log numbers after which rows are read when the table is loaded."""
    asked = []
    original = tables.read_log_rows

    def read(table: str, after: int):
        asked.append(after)
        return original(table, after)

    tables.clear_cached_tables(table_id)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "read_log_rows", read)
        tables.load_snapshot(table_id)
    return asked


def check_against_log(table_id: str) -> None:
    whole = folded(table_id)
    tables.clear_cached_tables(table_id)
    found = tables.load_snapshot(table_id)
    assert (found.number, found.state, found.moved) == (whole.number, whole.state, whole.moved)
    assert found.recent == whole.recent[len(whole.recent) - len(found.recent) :]
    tables.load_earlier_answers(found)
    assert found.answers == whole.answers


@pytest.mark.parametrize(
    "options",
    [
        short(2, 1, 3, cheating=True),
        short(1, 2, 1, undo=True, clock=30, pause=0),
        short(2, 2, edition="magic"),
        short(1, 1, 1, pace="slow"),
    ],
    ids=["cheating", "undo", "magic", "slow"],
)
def test_at_every_number_it_makes_the_table_that_the_log_makes(options):
    table_id = running(4, **options)
    rng = Random(5)
    play_on(table_id, rng, nerve=0.2, watch=lambda: check_against_log(table_id))
    check_against_log(table_id)


def test_it_is_stored_when_a_round_is_dealt():
    table_id = in_pause()
    assert stored(table_id) is None
    move(table_id, Random(1))
    row = stored(table_id)
    assert (row.number, row.moved) == (number(table_id), snapshot(table_id).moved)
    assert row.code_version == rows.CODE_VERSION
    move(table_id, Random(1))
    assert stored(table_id).number == row.number < number(table_id)


def test_of_the_log_its_last_round_alone_is_read(table_id, monkeypatch):
    assert read_rows(table_id, monkeypatch) == [stored(table_id).number - 1]


def test_it_goes_with_the_game():
    assert stored(finished(*people(3), options=short(1, 2, 1))) is None
    annulled = in_third_round()
    assert stored(annulled)
    annul_game(table_id=annulled, now=AT)
    assert stored(annulled) is None


def test_it_goes_with_its_table(table_id):
    Table.objects.get(pk=table_id).delete()
    assert RoundSnapshot.objects.count() == 0


def test_one_of_other_code_is_ignored_and_replaced(table_id, monkeypatch):
    RoundSnapshot.objects.update(code_version="older", data="[]")
    assert read_rows(table_id, monkeypatch) == [0]
    assert audit_table(table_id) == []
    with monkeypatch.context() as patch:
        patch.setattr(rows, "CODE_VERSION", "newer")
        assert read_rows(table_id, monkeypatch) == [0]


def test_one_that_cannot_be_read_is_ignored_and_no_secret_is_logged(table_id, monkeypatch, caplog):
    cards = stored(table_id).data
    assert '"R' in cards
    RoundSnapshot.objects.update(data=cards[:-2])
    with caplog.at_level(logging.WARNING):
        assert read_rows(table_id, monkeypatch) == [0]
    assert caplog.messages == [f"The round snapshot of table {table_id} cannot be read: DecodeError"]
    assert audit_table(table_id) == [f"the round snapshot at entry {stored(table_id).number} cannot be read"]


def test_one_that_does_not_fit_its_log_is_ignored(table_id, monkeypatch, caplog):
    """The next entries cannot follow a state of another round."""
    earlier = stored(in_third_round())
    other = running(4, **short(3, 2, 4))
    play_on(other, Random(3), until=lambda seen: round_number(seen) == 2)
    RoundSnapshot.objects.filter(table=table_id).update(data=stored(other).data)
    whole = folded(table_id)
    with caplog.at_level(logging.WARNING):
        assert read_rows(table_id, monkeypatch) == [earlier.number - 1, 0]
    assert caplog.messages == [f"Table {table_id} cannot be read from its round snapshot"]
    assert snapshot(table_id).state == whole.state


def test_one_of_which_the_log_has_not_the_end_does_not_hide_that(table_id):
    number = stored(table_id).number
    LogEntry.objects.filter(table=table_id, number__gte=number).delete()
    with pytest.raises(Quarantined):
        tables.load_snapshot(table_id)
    assert Table.objects.get(pk=table_id).quarantined.startswith("The log ends at entry")


@pytest.mark.parametrize(
    "change",
    [
        lambda row: {"data": row.data.replace('"R', '"B')},
        lambda row: {"moved": row.moved - 1},
        lambda row: {"number": row.number - 1},
        lambda row: {"number": row.number + 1000},
    ],
    ids=["cards", "moved", "earlier", "after the end"],
)
def test_the_audit_finds_one_that_differs_and_does_not_say_how(table_id, change):
    row = stored(table_id)
    assert audit_table(table_id) == []
    RoundSnapshot.objects.update(**change(row))
    number = stored(table_id).number
    assert audit_table(table_id) == [f"the round snapshot at entry {number} is not what the log says"]


def test_an_action_that_is_sent_again_gets_the_answer_that_it_had_before_the_round():
    table_id = running(4, **short(12, 1, 1, cheating=True))
    accused, _ = a_cheat(table_id, Random(5))
    accuser = next(others(accused))
    action = Accuse(accused, "light_sensor", 0.25, None)
    first = do(table_id, accuser, action, action_id="mine")
    assert first.outcome
    play_on(table_id, Random(9), until=lambda seen: round_number(seen) == 2)
    assert stored(table_id).number > first.number
    tables.clear_cached_tables(table_id)
    before = tables.load_snapshot(table_id)
    assert before.answers == {}
    assert do(table_id, accuser, action, action_id="mine") == first
    assert number(table_id) == before.number


def test_earlier_answers_are_read_once(table_id, django_assert_num_queries):
    known = tables.load_snapshot(table_id)
    with django_assert_num_queries(1):
        tables.load_earlier_answers(known)
    with django_assert_num_queries(0):
        tables.load_earlier_answers(known)


def test_commands_without_an_id_need_no_earlier_answers(table_id):
    tables.load_snapshot(table_id)
    command = first_command(table_id)
    do(table_id, command.seat, command.action)
    assert snapshot(table_id).answers.unread_until == stored(table_id).number


def test_the_admin_shows_neither_snapshots_nor_their_content(table_id):
    assert RoundSnapshot not in admin.site._registry
    assert str(stored(table_id)) == f"{table_id} #{stored(table_id).number}"


def test_a_lobby_that_is_abandoned_has_none():
    table_id = opened(*people(1))
    assert stored(table_id) is None
