"""When somebody was first at a table: by a look, an action or a socket; once for each time they sit down."""

from datetime import timedelta
from random import Random

import pytest

from accounts.models import User
from games import presence
from games.models import Seat
from games.rules.topics.absence import GoAway
from games.services.attendance import signs_of_life
from games.services.attendance.signs_of_life import record_arrival
from games.services.commands.act import carry_out_action, dispatch
from games.services.commands.command import Command
from games.services.referee import Sitter, replace_player
from games.store import tables
from games.wire.actions import parse_action
from tests.support.games.choices import some_action
from tests.support.games.people import api_of, person
from tests.support.games.playing import AT, play_on, running, sight, user_at

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def nobody_is_known():
    signs_of_life._known.clear()


def arrived(table_id: str) -> list:
    return list(Seat.objects.filter(table_id=table_id).order_by("seat").values_list("arrived_at", flat=True))


def test_the_first_moment_stays():
    table_id = running(3)
    assert arrived(table_id) == [None] * 3
    for now in (AT, LATER):
        record_arrival(table_id=table_id, user=user_at(table_id, 1), now=now)
        signs_of_life._known.clear()
    assert arrived(table_id) == [None, AT, None]


def test_who_has_arrived_before_writes_nothing(django_assert_num_queries):
    table_id = running(3)
    record_arrival(table_id=table_id, user=user_at(table_id, 1), now=AT)
    signs_of_life._known.clear()
    with django_assert_num_queries(1) as queries:
        record_arrival(table_id=table_id, user=user_at(table_id, 1), now=LATER)
    assert queries[0]["sql"].startswith("SELECT")


def test_what_is_known_costs_no_query(django_assert_num_queries):
    table_id = running(3)
    with django_assert_num_queries(2):
        record_arrival(table_id=table_id, user=user_at(table_id, 1), now=AT)
    with django_assert_num_queries(0):
        record_arrival(table_id=table_id, user=user_at(table_id, 1), now=LATER)


def test_who_looks_at_the_own_table_over_http_has_arrived_and_an_onlooker_changes_nothing():
    table_id = running(3)
    api_of(person("charlie")).get(f"/api/v1/tables/{table_id}")
    api_of(None).get(f"/api/v1/tables/{table_id}")
    assert arrived(table_id) == [None] * 3
    api_of(person("bob")).get(f"/api/v1/tables/{table_id}")
    assert [moment is not None for moment in arrived(table_id)] == [False, True, False]


def test_who_acts_has_arrived():
    table_id = running(3)
    seat = sight(table_id)["turn"][0]
    action = some_action(sight(table_id, seat), Random(1))
    carry_out_action(table_id=table_id, user=user_at(table_id, seat), action=parse_action(action), now=AT)
    assert arrived(table_id)[seat] == AT


def test_who_takes_over_a_seat_has_yet_to_arrive_and_who_comes_back_arrives_anew():
    table_id = running(3)
    bob, eve = person("bob"), person("eve")
    record_arrival(table_id=table_id, user=bob.pk, now=AT)
    replace_player(table_id=table_id, seat=1, sitter=Sitter("eve", "human", eve.pk), now=AT)
    assert arrived(table_id)[1] is None
    record_arrival(table_id=table_id, user=bob.pk, now=AT)
    assert arrived(table_id)[1] is None
    replace_player(table_id=table_id, seat=1, sitter=Sitter("bob", "human", bob.pk), now=AT)
    record_arrival(table_id=table_id, user=bob.pk, now=LATER)
    assert arrived(table_id)[1] == LATER


def test_a_failure_disturbs_nobody(monkeypatch, caplog):
    def fail(**_):
        raise RuntimeError("no database")

    monkeypatch.setattr(Seat.objects, "filter", fail)
    record_arrival(table_id="t", user=1, now=AT)
    assert "cannot be noted" in caplog.text


@pytest.mark.parametrize("call", ["look", "events", "lay a card aside", "take it back"])
def test_whoever_calls_over_http_gives_a_sign_of_life(call):
    table_id = running(3)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing")
    seat = next(seat for seat in range(3) if seat not in sight(table_id)["turn"])
    card = sight(table_id, seat)["hand"][0]
    api = api_of(User.objects.get(pk=user_at(table_id, seat)))
    presence.clear_presence()
    path = f"/api/v1/tables/{table_id}"
    calls = {
        "look": lambda: api.get(path),
        "events": lambda: api.get(f"{path}/events"),
        "lay a card aside": lambda: api.put(f"{path}/wing", {"card": card}),
        "take it back": lambda: api.delete(f"{path}/wing"),
    }
    assert calls[call]().status_code < 300
    assert presence.last_player_activity(table_id, seat) is not None
    assert presence.last_player_activity(table_id, (seat + 1) % 3) is None
    # And has the seat back.
    dispatch(Command(table_id, GoAway(seat), AT))
    assert sight(table_id)["players"][seat]["away"]
    assert calls[call]().status_code < 300
    assert not sight(table_id)["players"][seat]["away"]


def test_who_acts_has_the_seat_back_although_this_process_did_not_know_the_table():
    table_id = running(3)
    seat = sight(table_id)["turn"][0]
    user, action = user_at(table_id, seat), parse_action(some_action(sight(table_id, seat), Random(1)))
    dispatch(Command(table_id, GoAway(seat), AT))
    tables.clear_cached_tables(table_id)
    carry_out_action(table_id=table_id, user=user, action=action, now=AT)
    assert not sight(table_id)["players"][seat]["away"]
