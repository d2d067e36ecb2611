"""TurnWatch: players who are not at the table are told once of each of their turns."""

from datetime import timedelta
from random import Random

import pytest

from accounts.models import User
from games import presence
from games.rules.topics.absence import GoAway
from games.services.attendance import turn_notices
from games.services.attendance.turn_notices import TurnWatch
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.store import tables
from notifications.models import PendingPush
from tests.support.games.choices import some_action
from tests.support.games.playing import AT, do, in_play, on_turn, running, sight, user_at
from tests.support.notifications.devices import create_device

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")


class Look:
    """A watch that looks at so many seconds after the start."""

    def __init__(self) -> None:
        self.watch = TurnWatch()

    def at(self, *seconds: float) -> list[int]:
        """Look at each of these moments; gives whose devices were told by then, and forgets that."""
        for moment in seconds:
            self.watch.tick(now=AT + timedelta(seconds=moment), monotonic_now=1000 + moment)
        told = list(PendingPush.objects.values_list("device__user", flat=True))
        PendingPush.objects.all().delete()
        return told


@pytest.fixture
def look():
    return Look()


turn_at = turn_notices._current_turn
GRACE = (0, 6, 12, 18, 24)
"""Looks until a turn that has begun at the first one has lasted for longer than the grace period."""


def seat_on_turn(table_id: str) -> int:
    """Whose turn it is, with a device that gets notifications."""
    seat = on_turn(table_id)
    create_device(player(table_id, seat))
    # Whoever acts gives a sign of life, by another clock than that of these tests.
    presence.clear_presence()
    return seat


def player(table_id: str, seat: int) -> User:
    """Who sits there."""
    return User.objects.get(pk=user_at(table_id, seat))


def test_a_player_who_is_not_there_is_told_after_a_while_and_once(look):
    table_id = in_play()
    seat = seat_on_turn(table_id)
    user = player(table_id, seat)
    assert look.at(0, 6, 12, 18) == []
    assert look.at(24) == [user.pk]
    assert look.at(30, 60, 600) == []
    assert Look().at(*GRACE) == [], "after a restart"


def test_what_is_told_names_people_and_nothing_of_the_cards(look):
    table_id = in_play()
    seat = seat_on_turn(table_id)
    for moment in GRACE:
        look.watch.tick(now=AT, monotonic_now=moment)
    push = PendingPush.objects.get()
    others = [each["name"] for each in sight(table_id)["players"] if each["seat"] != seat]
    assert push.facts == {"players": ", ".join(others)}
    assert push.path == f"/tables/{table_id}/"


def test_players_who_are_connected_or_have_just_been_heard_are_left_alone(look):
    table_id = in_play()
    seat = seat_on_turn(table_id)
    presence.add_socket(table_id, seat)
    assert look.at(*GRACE) == []
    presence.remove_socket(table_id, seat)
    presence.record_player_activity(table_id, seat, 1028)
    assert look.at(30) == []
    assert look.at(36) == [player(table_id, seat).pk]


def test_a_quick_game_never_buzzes(look):
    table_id = in_play()
    for seat in range(4):
        create_device(player(table_id, seat))
    rng = Random(3)
    for moment in range(0, 40, 10):
        assert look.at(moment) == []
        do(table_id, on_turn(table_id), some_action(sight(table_id, on_turn(table_id)), rng))


def test_the_next_turn_is_told_again_and_replaces_what_was_not_sent(look):
    table_id = running(reveal="hiddentip")
    seat = seat_on_turn(table_id)
    user = player(table_id, seat)
    assert look.at(*GRACE) == [user.pk]
    rng = Random(3)
    do(table_id, seat, some_action(sight(table_id, seat), rng))
    while on_turn(table_id) != seat:
        mover = on_turn(table_id)
        do(table_id, mover, some_action(sight(table_id, mover), rng))
    presence.clear_presence()
    assert look.at(30, 36, 42, 48) == []
    assert look.at(54) == [user.pk]


def test_nobody_is_told_while_a_stand_in_moves_or_the_table_is_on_hold(look):
    table_id = in_play()
    seat = seat_on_turn(table_id)
    dispatch(Command(table_id, GoAway(seat), AT))
    assert seat in tables.load_snapshot(table_id).state.away
    assert look.at(*GRACE) == []


def test_after_a_standstill_the_wait_begins_anew(look):
    table_id = in_play()
    user = player(table_id, seat_on_turn(table_id))
    assert look.at(0, 6, 300) == []
    assert look.at(306, 312, 318) == []
    assert look.at(324) == [user.pk]


def test_a_turn_is_not_told_where_it_is_turned_off(look):
    table_id = in_play()
    user = player(table_id, seat_on_turn(table_id))
    user.preferences = {"notify_turn": False}
    user.save()
    assert look.at(*GRACE) == []


def test_a_look_at_many_seats_takes_several_ticks_and_forgets_nobody(look, monkeypatch):
    monkeypatch.setattr(turn_notices, "MAX_SEATS_AT_ONCE", 1)
    table_ids = [in_play(), in_play()]
    waiting = {player(table_id, seat_on_turn(table_id)).pk for table_id in table_ids}
    read = []
    monkeypatch.setattr(turn_notices, "_current_turn", lambda seat: read.append(seat) or turn_at(seat))
    assert look.at(0) == []
    assert len(read) == 1
    assert set(look.at(*range(1, 30))) == waiting
