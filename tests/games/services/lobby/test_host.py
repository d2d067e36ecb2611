"""The host of a table that waits for players: who it is, and what only the host may do."""

from functools import partial

import pytest

from core.refusal import BadRequest, Forbidden
from games import presence
from games.models import Table
from games.rules.errors import (
    AlreadyStarted,
    NobodyThere,
    NotSeated,
    NotTheHost,
    RemovedByHost,
    SomebodyElseThere,
)
from games.rules.record.check import check_record
from games.selectors import sights
from games.selectors.sights import table_view
from games.selectors.tables import listed_tables, require_table_access
from games.services.audit import audit_table
from games.services.lobby import lobby
from games.services.lobby.lobby import (
    add_bot,
    change_options,
    leave_seat,
    remove_player,
    start_game,
    take_seat,
)
from games.store import tables
from tests.support.games.people import person
from tests.support.games.playing import AT, finished, opened, people, short, sight
from tests.support.games.refusals import is_refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def bob():
    return person("bob")


@pytest.fixture
def charlie():
    return person("charlie")


def host(table_id: str) -> int | None:
    return table_view(table_id, None, now=AT)["host"]


def names(table_id: str) -> list[str]:
    return [player["name"] for player in sight(table_id)["players"]]


def test_whoever_opens_the_table_is_its_host_and_after_them_the_person_who_came_next(alice, bob, charlie):
    table_id = opened(alice, size=5, bots=1)
    take_seat(table_id=table_id, user=bob, seat=4, now=AT)
    take_seat(table_id=table_id, user=charlie, seat=2, now=AT)
    assert host(table_id) == 0
    leave_seat(table_id=table_id, user=alice, now=AT)
    assert host(table_id) == 4
    # Whoever comes back is the last in line, on whichever seat.
    take_seat(table_id=table_id, user=alice, seat=0, now=AT)
    assert host(table_id) == 4
    leave_seat(table_id=table_id, user=bob, now=AT)
    assert host(table_id) == 2
    tables.clear_cached_tables()
    assert host(table_id) == 2


def test_a_person_is_host_before_a_bot_that_somebody_brought(alice, bob):
    table_id = opened(person("robby", kind="bot"), size=4)
    assert host(table_id) == 0
    take_seat(table_id=table_id, user=alice, now=AT)
    assert host(table_id) == 1


def test_a_running_game_has_no_host(alice):
    assert host(opened(alice, size=4, bots=3)) is None


def test_the_host_removes_a_person_who_cannot_come_back_and_a_bot(alice, bob):
    table_id = opened(alice, bob, size=5)
    add_bot(table_id=table_id, user=bob, now=AT)
    remove_player(table_id=table_id, user=alice, seat=1, now=AT)
    remove_player(table_id=table_id, user=alice, seat=2, now=AT)
    assert names(table_id) == ["alice"]
    is_refused(RemovedByHost, take_seat, table_id=table_id, user=bob, now=AT)
    assert audit_table(table_id) == []


def test_nobody_else_removes_anybody(alice, bob, charlie):
    table_id = opened(alice, bob, size=4)
    is_refused(NotTheHost, remove_player, table_id=table_id, user=bob, seat=0, now=AT)
    is_refused(NotSeated, remove_player, table_id=table_id, user=charlie, seat=1, now=AT)


@pytest.mark.parametrize(("seat", "refusal"), [(0, Forbidden), (9, BadRequest), (3, NobodyThere)])
def test_a_seat_without_somebody_else_is_refused(alice, bob, seat, refusal):
    is_refused(refusal, remove_player, table_id=opened(alice, bob, size=4), user=alice, seat=seat, now=AT)


def test_somebody_who_has_just_sat_down_is_not_taken_for_another(alice, bob, charlie):
    table_id = opened(alice, bob, size=4)
    leave_seat(table_id=table_id, user=bob, now=AT)
    take_seat(table_id=table_id, user=charlie, seat=1, now=AT)
    remove = partial(remove_player, table_id=table_id, user=alice, seat=1, now=AT)
    is_refused(SomebodyElseThere, remove, name="bob")
    assert names(table_id) == ["alice", "charlie"]
    remove(name="Charlie")
    assert names(table_id) == ["alice"]
    is_refused(NobodyThere, remove, name="charlie")


def test_nobody_is_removed_from_a_running_game(alice):
    table_id = opened(alice, size=4, bots=3)
    is_refused(AlreadyStarted, remove_player, table_id=table_id, user=alice, seat=1, now=AT)


def test_the_host_changes_several_options_at_once(alice, bob):
    table_id = opened(alice, bob, size=4, options={"cheating": True, "restriction": "german"})
    changes = {"preset": "tournament", "clock": 30}
    change_options(table_id=table_id, user=alice, changes=changes, now=AT)
    options = Table.objects.get(pk=table_id).options
    assert (options["preset"], options["clock"], options["cheating"]) == ("tournament", 30, True)
    assert options["restriction"] == "notequal"
    is_refused(NotTheHost, change_options, table_id=table_id, user=bob, changes={"clock": 15}, now=AT)
    is_refused(BadRequest, change_options, table_id=table_id, user=alice, changes={"clock": 1}, now=AT)
    is_refused(BadRequest, change_options, table_id=table_id, user=alice, changes=[], now=AT)


def test_others_start_the_game_only_while_the_host_is_not_connected(alice, bob, charlie):
    table_id = opened(alice, bob, charlie, size=5)
    presence.add_socket(table_id, 0)
    is_refused(NotTheHost, start_game, table_id=table_id, user=bob, now=AT)
    presence.remove_socket(table_id, 0)
    start_game(table_id=table_id, user=bob, now=AT)
    assert len(sight(table_id)["players"]) == 3


def test_seats_are_drawn_at_the_start_and_the_record_holds(alice):
    orders = set()
    for seed in range(6):
        sitting = people(3)
        options = short(1, random_seats=True)
        table_id = opened(*sitting, size=3, options=options, seed=f"{seed:064x}")
        orders.add(tuple(names(table_id)))
        rows = Table.objects.get(pk=table_id).seats.order_by("seat")
        assert [row.name for row in rows] == names(table_id)
        assert audit_table(table_id) == []
    assert len(orders) > 1
    over = finished(alice, bots=2, options=short(1, random_seats=True), seed=f"{3:064x}")
    assert check_record(sights.read_record(over)) == []


def test_seats_are_drawn_among_those_who_sit_when_some_are_free(alice, bob, charlie):
    table_id = opened(alice, size=6, options=short(1, random_seats=True))
    take_seat(table_id=table_id, user=bob, seat=3, now=AT)
    take_seat(table_id=table_id, user=charlie, seat=5, now=AT)
    start_game(table_id=table_id, user=alice, now=AT)
    assert sorted(names(table_id)) == ["alice", "bob", "charlie"]
    assert audit_table(table_id) == []


def test_a_table_closed_to_spectators_is_closed_while_the_game_runs(alice, bob, charlie):
    table_id = opened(alice, bob, size=3, options=short(1, spectators=False))
    require_table_access(table_id, charlie.pk, None)
    add_bot(table_id=table_id, user=alice, now=AT)
    refusal = is_refused(Forbidden, require_table_access, table_id=table_id, user_id=charlie.pk, invite=None)
    assert "closed to spectators" in refusal.detail
    require_table_access(table_id, bob.pk, None)
    assert not listed_tables(status="playing").exists()
    over = finished(alice, bots=2, options=short(1, spectators=False))
    require_table_access(over, charlie.pk, None)


def test_a_change_on_another_page_at_the_same_time_is_kept(alice, monkeypatch):
    table_id = opened(alice, size=4)
    old = tables.load_snapshot(table_id)
    change_options(table_id=table_id, user=alice, changes={"clock": 30}, now=AT)
    read = [old, tables.load_snapshot(table_id)]
    monkeypatch.setattr(lobby, "load_snapshot", lambda table_id: read.pop(0))
    change_options(table_id=table_id, user=alice, changes={"coach": True}, now=AT)
    options = tables.load_snapshot(table_id).state.options
    assert (options.clock, options.coach, read) == (30, True, [])
