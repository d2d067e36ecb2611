"""Slow tables: nobody has to be there, players are told of their turns, and what follows after them."""

from datetime import timedelta
from random import Random

import pytest

from accounts.models import User
from core.refusal import BadRequest
from games import presence
from games.models import Challenge, Rating, SlowRating, SlowTurn, Table
from games.selectors.next_turn import next_turn
from games.selectors.people.players import leaderboard_ratings, player_profile
from games.services.attendance.abandoned_lobbies import AbandonedLobbies
from games.services.attendance.absence import players_in_live_games
from games.services.attendance.turn_notices import notifiable_seats
from games.services.audit import audit_table
from games.services.challenges.challenging import challenge_people
from games.services.lobby.lobby import change_options
from games.services.lobby.seating import Sitter, open_tournament_table
from games.services.ratings import recompute_ratings
from games.services.slow_tables.turn_notices import SlowTurnWatch, notify_of_slow_turns
from games.services.slow_tables.vacations import cancel_vacation, take_vacation
from notifications.kinds import NoticeKind
from notifications.models import PendingPush
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    finished,
    on_turn,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)
from tests.support.games.slow_tables import SLOW, act, day, slow_table
from tests.support.notifications.devices import create_device

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")


def told(now) -> list[tuple[int, str]]:
    """Who is told what by then; forgets it."""
    SlowTurnWatch().tick(now=now, monotonic_now=0)
    found = [(push.device.user_id, push.kind) for push in PendingPush.objects.select_related("device")]
    PendingPush.objects.all().delete()
    return found


def test_the_table_waits_for_days_and_says_until_when():
    table_id = slow_table()
    assert Table.objects.get(pk=table_id).due_at == snapshot(table_id).due_at
    assert sight(table_id)["deadline"] == "2026-01-04T12:00:00Z"
    assert "bank" not in sight(table_id)["players"][0]
    act(table_id, day(1))
    assert sight(table_id)["deadline"] == "2026-01-05T12:00:00Z"


def test_the_row_of_a_turn_is_there_as_long_as_the_turn():
    table_id = slow_table()
    first = on_turn(table_id)
    [row] = SlowTurn.objects.all()
    assert (row.seat, row.user_id, row.deadline_at) == (first, user_at(table_id, first), day(3))
    act(table_id, day(1))
    [row] = SlowTurn.objects.all()
    assert (row.seat, row.deadline_at) == (on_turn(table_id), day(4))
    play_on(table_id, Random(3))
    assert not SlowTurn.objects.exists()
    assert audit_table(table_id) == []


def test_no_row_is_written_at_a_live_table():
    play_on(running(4, clock=30), Random(3))
    assert not SlowTurn.objects.exists()


def test_who_bids_in_secret_leaves_the_others_rows_as_they_are():
    table_id = slow_table(reveal="hiddentip")
    if sight(table_id)["status"] == "naming_trump":
        act(table_id)
    before = {row.seat: row.pk for row in SlowTurn.objects.all()}
    assert set(before) == {0, 1, 2, 3}
    do(table_id, 2, {"type": "bid", "bid": 0})
    assert {row.seat: row.pk for row in SlowTurn.objects.all()} == {n: before[n] for n in (0, 1, 3)}


def test_nobody_has_to_be_there():
    table_id = slow_table()
    assert table_id not in [place[0] for place in players_in_live_games()]
    create_device(person("alice"))
    assert notifiable_seats() == []


def test_a_player_is_told_once_when_the_turn_begins_and_once_when_a_third_is_left(settings):
    table_id = slow_table()
    user = user_at(table_id, on_turn(table_id))
    for name in ("alice", "bob", "dora", "emil"):
        create_device(person(name))
    assert told(AT + timedelta(seconds=settings.PUSH_TURN_GRACE - 1)) == []
    assert told(AT + timedelta(seconds=settings.PUSH_TURN_GRACE)) == [(user, NoticeKind.TURN)]
    assert told(day(1.99)) == []
    assert told(day(2)) == [(user, NoticeKind.TURN_REMINDER)]
    assert told(day(2.9)) == []


def test_who_is_at_the_table_needs_no_notice_but_a_reminder():
    table_id = slow_table()
    seat = on_turn(table_id)
    for name in ("alice", "bob", "dora", "emil"):
        create_device(person(name))
    presence.add_socket(table_id, seat)
    assert told(day(0.1)) == []
    assert told(day(2)) == [(user_at(table_id, seat), NoticeKind.TURN_REMINDER)]


def test_who_was_told_late_gets_the_reminder_alone():
    table_id = slow_table()
    user = user_at(table_id, on_turn(table_id))
    for name in ("alice", "bob", "dora", "emil"):
        create_device(person(name))
    assert told(day(2.5)) == [(user, NoticeKind.TURN_REMINDER)]


def test_a_crash_while_people_are_told_neither_loses_nor_repeats_it(monkeypatch):
    def fail(**_):
        raise RuntimeError("killed")

    table_id = slow_table()
    user = user_at(table_id, on_turn(table_id))
    for name in ("alice", "bob", "dora", "emil"):
        create_device(person(name))
    with monkeypatch.context() as patch:
        patch.setattr("games.services.slow_tables.turn_notices.queue_notifications", fail)
        with pytest.raises(RuntimeError):
            notify_of_slow_turns(now=day(0.1))
    assert told(day(0.1)) == [(user, NoticeKind.TURN)]
    assert told(day(0.2)) == []


def test_a_slow_table_that_waits_for_players_stays_in_the_lobby_and_keeps_its_seats():
    alice, bob = people(2)
    slow = opened(alice, bob, size=4, options={**short(2, 1), **SLOW})
    live = opened(person("dora"), size=4, options=short(2, 1))
    watch = AbandonedLobbies()
    for second in range(0, 310, 5):
        watch.tick(now=AT + timedelta(seconds=second), monotonic_now=1000.0 + second)
    assert not Table.objects.get(pk=slow).unlisted
    assert Table.objects.get(pk=live).unlisted
    assert Table.objects.get(pk=slow).seats.count() == 2


def test_where_cheating_is_on_a_pause_lasts_a_day_unless_all_are_ready():
    table_id = slow_table(cheating=True)
    play_on(table_id, Random(7), until=lambda seen: seen["status"] == "pause")
    assert Table.objects.get(pk=table_id).due_at > day(1)
    for seat in range(4):
        do(table_id, seat, {"type": "ready"})
    assert sight(table_id)["status"] != "pause"


def test_slow_games_move_a_rating_of_their_own():
    options = {"preset": "tournament", "pace": "slow"}
    finished(*people(4), options=options)
    finished(*people(5), options={"preset": "tournament"})
    assert SlowRating.objects.count() == 4
    assert Rating.objects.count() == 5
    profile = player_profile("alice")
    assert profile["rating"]["games"] == profile["slow_rating"]["games"] == 1
    before = list(SlowRating.objects.order_by("pk").values())
    assert recompute_ratings() == 0
    assert list(SlowRating.objects.order_by("pk").values()) == before
    SlowRating.objects.update(games=5)
    assert leaderboard_ratings("slow").count() == 4
    assert leaderboard_ratings().count() == 0


def test_the_next_table_is_the_one_whose_time_ends_first():
    later = slow_table(days=9)
    user = user_at(later, on_turn(later))
    sooner = slow_table(days=2)
    assert next_turn(user) == {"id": sooner, "waiting": 2}
    assert next_turn(user, current_table_id=sooner) == {"id": later, "waiting": 1}
    act(sooner)
    assert next_turn(user) == {"id": later, "waiting": 1}
    other = user_at(sooner, on_turn(sooner))
    live = running(4)
    assert user_at(live, on_turn(live)) == user
    assert next_turn(user) == {"id": live, "waiting": 2}
    assert next_turn(other)["id"] == sooner


def test_a_table_becomes_slow_and_live_again_while_it_waits():
    [alice] = people(1)
    table_id = opened(alice, size=4, options=short(2, 1, clock=30))
    change_options(table_id=table_id, user=alice, changes={"pace": "slow"}, now=AT)
    row = Table.objects.get(pk=table_id)
    assert (row.pace, row.options["days"], row.options["clock"]) == ("slow", 3, None)
    change_options(table_id=table_id, user=alice, changes={"pace": "live"}, now=AT)
    row = Table.objects.get(pk=table_id)
    assert row.pace == "live"
    assert "days" not in row.options


def test_a_vacation_moves_the_reminder_and_tells_nobody_a_second_time(settings):
    table_id = slow_table(days=3)
    user = User.objects.get(pk=user_at(table_id, on_turn(table_id)))
    create_device(user)
    assert told(day(0.1)) == [(user.pk, NoticeKind.TURN)]
    first, last = (AT + timedelta(days=1)).date(), (AT + timedelta(days=9)).date()
    taken = take_vacation(user=user, first_day=first, last_day=last, now=day(0.2))
    assert told(day(2.5)) == []
    cancel_vacation(user=user, vacation_id=taken.pk, now=day(3))
    row = SlowTurn.objects.get()
    assert row.notice_at == row.remind_at < day(6)
    assert told(row.remind_at) == [(user.pk, NoticeKind.TURN_REMINDER)]


def test_a_table_of_a_tournament_is_not_slow():
    alice, bob, dora = people(3)
    sitters = [Sitter(user.username, user.kind, user.pk) for user in (alice, bob, dora)]
    with pytest.raises(BadRequest) as refusal:
        open_tournament_table(sitters=sitters, options={"pace": "slow"}, now=AT)
    assert "pace" in refusal.value.errors


def test_a_challenge_to_a_slow_table_stands_as_long_as_a_decision_there():
    alice, bob = people(2)
    table_id = opened(alice, size=4, options={"pace": "slow", "days": 5})
    challenge_people(table_id=table_id, user=alice, names=["bob"], now=AT)
    assert Challenge.objects.get(challenged=bob).expires_at == day(5)
