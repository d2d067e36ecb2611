"""Quick matches that several processes form at the same moment."""

import time
from functools import partial
from threading import Event

import pytest

from games.models import MatchRequest, Seat, Table
from games.services.matching import requests, tables
from games.services.matching.tables import form_tables
from games.services.matching.withdrawal import withdraw_request
from games.store.create import create_table
from tests.support.games.matching import is_waiting, seek, table_of
from tests.support.games.people import person
from tests.support.games.playing import AT
from tests.support.games.threads import at_once
from tests.support.waiting import WAIT_TIMEOUT


@pytest.mark.usefixtures("backend")
def test_processes_that_match_at_once_seat_everybody_once():
    users = [person(f"seeker {number}") for number in range(9)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests, "form_tables", lambda now: None)
        for user in users:
            seek(user, size=3)
    at_once([partial(form_tables, now=AT)] * 4)
    form_tables(now=AT)
    assert Table.objects.count() == 3
    assert Seat.objects.count() == Seat.objects.values("user").distinct().count() == 9
    for user in users:
        assert Seat.objects.get(user=user).table_id == table_of(user)


@pytest.mark.usefixtures("backend")
def test_who_withdraws_while_a_table_is_formed_is_at_it_or_out():
    users = [person(f"seeker {number}") for number in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests, "form_tables", lambda now: None)
        for user in users:
            seek(user, size=3)
    at_once([partial(form_tables, now=AT), partial(withdraw_request, user=users[1])])
    if Table.objects.exists():
        assert len({table_of(user) for user in users} - {None}) == 1
        assert Seat.objects.filter(user=users[1]).exists()
    else:
        assert not MatchRequest.objects.filter(user=users[1]).exists()
        assert is_waiting(users[0])
        assert is_waiting(users[2])


@pytest.mark.usefixtures("backend")
def test_two_requests_of_one_person_at_once_are_one_search():
    alice = person("alice")
    found = at_once([partial(seek, alice, size=size) for size in (3, 4, 5, 6)])
    assert found == [None] * 4
    assert MatchRequest.objects.filter(user=alice).count() == 1


@pytest.mark.usefixtures("backend")
def test_other_wishes_that_come_while_a_table_is_formed_lose_nobodys_seat(monkeypatch):
    users = [person(f"seeker {number}") for number in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(requests, "form_tables", lambda now: None)
        for user in users:
            seek(user, size=3)
    claimed = Event()

    def create_slowly(*change, **columns):
        claimed.set()
        time.sleep(0.3)
        create_table(*change, **columns)

    def change_wishes():
        assert claimed.wait(WAIT_TIMEOUT)
        return seek(users[1], size=4)

    monkeypatch.setattr(tables, "create_table", create_slowly)
    [table_id], found = at_once([partial(form_tables, now=AT), change_wishes])
    assert found == table_id == table_of(users[1])
