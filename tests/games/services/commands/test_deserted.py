"""Running games that everyone has left: not listed as being played, and said to be waiting."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import LogEntry, Table
from games.rules.actions import Action
from games.rules.topics.absence import ComeBack, GoAway
from games.selectors.tables import listed_tables
from games.services.audit import audit_table
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.lobby.seating import open_tournament_table
from games.store.snapshot import Accepted
from tests.support.games.organised import sitter
from tests.support.games.people import person
from tests.support.games.playing import AT, running, short, sight

pytestmark = pytest.mark.django_db


def do(table_id: str, *actions: Action) -> None:
    for action in actions:
        assert isinstance(dispatch(Command(table_id, action, AT)), Accepted)


def fill_in() -> None:
    """As the migration does."""
    import_module("games.migrations.0003_claims_and_deserted_tables").fill_in_deserted(apps, None)


def listed() -> list[str]:
    return [row.pk for row in listed_tables(status="playing")]


def test_a_game_that_everyone_has_left_is_listed_when_somebody_is_back():
    table_id = running(3, **short(2, 1))
    do(table_id, GoAway(0), GoAway(1))
    assert (listed(), sight(table_id)["deserted"]) == ([table_id], False)
    do(table_id, GoAway(2))
    assert (listed(), sight(table_id)["deserted"]) == ([], True)
    assert audit_table(table_id) == []
    assert [row.pk for row in listed_tables(user_id=person("alice").pk, mine=True)] == [table_id]
    do(table_id, ComeBack(1))
    assert (listed(), sight(table_id)["deserted"]) == ([table_id], False)
    assert audit_table(table_id) == []


def test_games_of_organisers_go_on_without_people_and_stay_listed():
    sitters = [sitter(name) for name in ("alice", "bob", "charlie")]
    table_id = open_tournament_table(sitters=sitters, options=short(2, 1), now=AT)
    do(table_id, *(GoAway(seat) for seat in range(3)))
    assert (listed(), sight(table_id)["deserted"]) == ([table_id], False)
    fill_in()
    assert audit_table(table_id) == []


def test_the_audit_tells_where_the_row_is_not_what_the_log_says():
    table_id = running(3, **short(2, 1))
    Table.objects.update(deserted=True)
    assert audit_table(table_id) == ["deserted is True, the log says False"]


def test_games_of_earlier_versions_are_found_by_their_logs():
    left, back, damaged = running(3), running(3), running(3)
    for table_id in (left, back, damaged):
        do(table_id, *(GoAway(seat) for seat in range(3)))
    do(back, ComeBack(2))
    Table.objects.update(deserted=False)
    LogEntry.objects.filter(table_id=damaged, type="player_away").update(data="{}")
    fill_in()
    assert list(Table.objects.filter(deserted=True).values_list("pk", flat=True)) == [left]
