"""Stand-ins that come only when the others ask for one."""

from random import Random

import pytest

from games import presence
from games.rules.errors import WrongPhase
from games.rules.topics.absence import AskStandIn
from games.services.attendance.absence import UNREQUESTED_SECONDS, record_visit, return_seat_to_player
from tests.support.games.absence import Watch, away
from tests.support.games.choices import some_action
from tests.support.games.clocks import count_entries
from tests.support.games.playing import AT, do, on_turn, running, sight, user_at

pytestmark = pytest.mark.usefixtures("either_database")


def on_request_with(*connected: int) -> str:
    """A table of four at which stand-ins come on request, with these seats connected."""
    table_id = running(4, stand_in_minutes=0)
    for seat in connected:
        presence.add_socket(table_id, seat)
    return table_id


def test_a_stand_in_on_request_waits_for_all_others_who_are_connected():
    table_id = on_request_with(0, 1)
    watch = Watch(table_id)
    for second in (0, 700, 1400):
        watch.at(second)
    assert away(table_id) == []
    do(table_id, 0, AskStandIn(2))
    watch.at(1401)
    assert away(table_id) == []
    do(table_id, 1, AskStandIn(2))
    watch.at(1402)
    # The fourth, who is not there either, need not agree, and nobody has asked for a stand-in for them.
    assert away(table_id) == [2]


def test_a_look_at_a_table_that_waits_for_requests_reads_it_once(django_assert_num_queries):
    table_id = on_request_with(0, 1, 3)
    watch = Watch(table_id)
    watch.at(0)
    watch.at(10)
    # One for the places of all people, and one for this table.
    with django_assert_num_queries(2):
        watch.at(11)
    for seat in (0, 1, 3):
        do(table_id, seat, AskStandIn(2))
    assert away(table_id) == [2]
    watch.at(12)
    with django_assert_num_queries(1):
        watch.at(13)


def test_it_comes_without_a_request_once_nobody_has_been_there_to_ask_for_a_while():
    table_id = on_request_with(0)
    watch = Watch(table_id)
    watch.at(0)
    watch.at(900)
    presence.remove_socket(table_id, 0)
    watch.at(901)
    watch.at(900 + UNREQUESTED_SECONDS - 1)
    assert away(table_id) == []
    watch.at(900 + UNREQUESTED_SECONDS + 1)
    assert away(table_id)


@pytest.mark.parametrize("way", ["socket", "page", "move"])
def test_requests_are_dropped_as_soon_as_the_missed_player_is_there_again(way):
    table_id = on_request_with()
    missed = on_turn(table_id)
    asker = (missed + 1) % 4
    do(table_id, asker, AskStandIn(missed))
    assert sight(table_id)["stand_in_asked"] == [{"seat": asker, "absent": missed}]
    if way == "socket":
        return_seat_to_player(table_id=table_id, user=user_at(table_id, missed), now=AT)
    elif way == "page":
        record_visit(table_id=table_id, user=user_at(table_id, missed), now=AT)
    else:
        do(table_id, missed, some_action(sight(table_id, missed), Random(1)))
    assert "stand_in_asked" not in sight(table_id)
    assert away(table_id) == []
    assert count_entries(table_id, "player_back") == 1


def test_nobody_is_replaced_who_is_connected():
    table_id = on_request_with(0, 2)
    with pytest.raises(WrongPhase):
        do(table_id, 0, AskStandIn(2))


@pytest.mark.parametrize("minutes", [1, 3, 10])
def test_the_table_says_after_how_many_minutes_a_stand_in_comes(minutes):
    table_id = running(3, stand_in_minutes=minutes)
    watch = Watch(table_id)
    for second in (0, minutes * 60 - 1):
        watch.at(second, 0, 1)
    assert away(table_id) == []
    watch.at(minutes * 60 + 1, 0, 1)
    assert away(table_id) == [2]
