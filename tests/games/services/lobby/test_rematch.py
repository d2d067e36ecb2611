"""Playing again: the same options, the same people on their seats, the same bots."""

import pytest

from games.models import Seat, Table
from games.rules.errors import AlreadyStarted, NotFinished, NotSeated
from games.selectors.sights import table_view
from games.selectors.tables import listed_tables
from games.services.audit import audit_table
from games.services.lobby.lobby import add_bot, leave_seat, start_game, take_seat
from games.services.lobby.rematch import play_again
from tests.support.games.people import person
from tests.support.games.playing import AT, finished, people, running, short, sight
from tests.support.games.threads import at_once


def seats_of(table_id):
    rows = Seat.objects.filter(table=table_id)
    return {row.seat: (row.name, row.kind, row.level) for row in rows}


def again(table_id, user, **more):
    return play_again(table_id=table_id, user=user, now=AT, **more)


def test_against_bots_the_same_game_begins_at_once(db):
    (alice,) = people(1)
    options = short(1, coach=True)
    old = finished(alice, bots=4, bot_level="apprentice", visibility="private", options=options)
    new = again(old, alice)
    before, after = (Table.objects.get(pk=pk) for pk in (old, new))
    assert seats_of(new) == seats_of(old)
    assert (after.options, after.size, after.visibility) == (before.options, 5, "private")
    assert after.commitment != before.commitment
    assert after.status not in ("open", "finished")
    assert audit_table(new) == []


def test_an_old_game_with_a_shorter_pause_for_cheats_is_played_again_with_the_least_of_today(db, monkeypatch):
    (alice,) = people(1)
    with monkeypatch.context() as earlier:
        earlier.setattr("games.rules.options.parsing.MIN_CHEATING_PAUSE", 0)
        old = finished(alice, bots=2, options=short(1, cheating=True, pause=0))
    new = again(old, alice)
    before, after = (Table.objects.get(pk=pk).options["pause"] for pk in (old, new))
    assert (before, after) == (0, 5)


def test_friends_find_each_other_on_their_old_seats(db):
    alice, bob = people(2)
    old = finished(alice, bob, bots=2, options=short(1))
    assert table_view(old, bob.pk, now=AT)["next"] is None
    new = again(old, bob)
    seat = next(number for number, (name, *_) in seats_of(old).items() if name == "bob")
    assert seats_of(new)[seat][0] == "bob"
    assert table_view(old, alice.pk, now=AT)["next"] == {"id": new, "status": "open", "players": ["bob"]}
    assert "next" not in table_view(old, None, now=AT)
    assert again(old, bob) == new
    assert again(old, alice) == new
    assert seats_of(new) == seats_of(old)
    assert sight(new)["status"] != "open"
    assert again(old, alice) == new


def test_the_free_seats_are_not_offered_to_strangers(db):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, options=short(1))
    new = again(old, alice)
    assert Table.objects.get(pk=new).visibility == "public"
    assert not listed_tables(status="open").exists()
    assert list(listed_tables(user_id=alice.pk, status="open", mine=True).values_list("pk", flat=True)) == [
        new
    ]
    for user in (bob, dora):
        again(old, user)
    assert [row.pk for row in listed_tables(status="playing")] == [new]


def test_who_comes_too_late_is_told_so(db):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, options=short(1))
    new = again(old, alice)
    again(old, bob)
    add_bot(table_id=new, user=alice, now=AT)
    with pytest.raises(AlreadyStarted, match="without you"):
        again(old, dora)


def test_a_taken_seat_is_replaced_by_a_free_one(db):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, options=short(1))
    new = again(old, alice)
    taken = next(number for number, (name, *_) in seats_of(old).items() if name == "bob")
    add_bot(table_id=new, user=alice, seat=taken, now=AT)
    assert again(old, bob) == new


def test_an_abandoned_next_table_is_replaced(db):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, options=short(1))
    first = again(old, alice)
    leave_seat(table_id=first, user=alice, now=AT)
    assert table_view(old, bob.pk, now=AT)["next"] is None
    assert again(old, bob) != first


def test_only_players_of_a_finished_game_can(db):
    alice, *_ = people(4)
    with pytest.raises(NotFinished):
        again(running(4), alice)
    with pytest.raises(NotSeated):
        again(finished(alice, bots=2, options=short(1)), person("zoe"))


def test_fewer_can_start_without_the_others(db):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, bots=1, options=short(1))
    new = again(old, alice)
    again(old, bob)
    start_game(table_id=new, user=bob, now=AT)
    assert sight(new)["status"] != "open"


def test_two_who_ask_at_once_come_to_one_table(backend):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, options=short(1))
    first, second = at_once([lambda: again(old, alice), lambda: again(old, bob)])
    assert first == second
    assert Table.objects.count() == 2
    assert {name for name, *_ in seats_of(first).values()} == {"alice", "bob"}


def test_a_double_click_is_answered_twice_with_the_same_table(db, monkeypatch):
    alice, bob, dora = people(3)
    old = finished(alice, bob, dora, options=short(1))
    new = again(old, alice)

    def take_seat_for_both_clicks(**seat):
        """The first click's seat is taken after the second has found that there is none."""
        take_seat(**seat)
        take_seat(**seat)

    monkeypatch.setattr("games.services.lobby.rematch.take_seat", take_seat_for_both_clicks)
    assert again(old, bob) == new
    assert sorted(name for name, *_ in seats_of(new).values()) == ["alice", "bob"]
