"""Commands for games that last days: alice, bob and dora play by them, charlie is a stranger."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import transaction

from accounts.models import User
from core.refusal import Forbidden, Refusal
from games.models import Challenge, ChatMessage, Table, Vacation
from games.rules.errors import (
    NoSuchTable,
    NotSeated,
    NotYourTurn,
)
from games.services.slow_tables.vacations import take_vacation
from games.services.text_commands import is_database_only_command, run_command
from games.text_commands.refusals import NotUnderstood
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    bidding,
    finished,
    in_pause,
    in_play,
    number,
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

pytestmark = pytest.mark.django_db
SLOW = {"pace": "slow", "days": 3}
NAMES = ("alice", "bob", "dora")


@pytest.fixture(autouse=True)
def everybody() -> list[User]:
    return [person(name) for name in (*NAMES, "charlie")]


def say(name: str, text: str, now: datetime = AT, **more) -> str:
    """What the command of this person is answered."""
    return run_command(text=text, user=person(name), now=now, **more)["text"]


def slow_bidding() -> str:
    return bidding(3, **SLOW)


def name_at(table_id: str, seat: int) -> str:
    return User.objects.get(pk=user_at(table_id, seat)).username


# --- Moves ------------------------------------------------------------------------------------------------


def test_a_move_is_whatever_the_table_waits_for():
    table_id = slow_bidding()
    while sight(table_id)["status"] == "bidding":
        name = name_at(table_id, on_turn(table_id))
        assert say(name, f"wizard move {table_id[:5]} zwei") == "Your bid: 2."
    seat = on_turn(table_id)
    card = sight(table_id, seat)["legal"]["cards"][0]
    assert say(name_at(table_id, seat), f"wizard move {table_id} {card}") == f"You played {card}."


def test_a_move_names_trump():
    table_id = running(4, preset="standard", **SLOW)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "naming_trump")
    name = name_at(table_id, on_turn(table_id))
    assert say(name, f"wizard move {table_id} red") == "Trump is named."


def test_who_only_looks_on_has_no_move():
    with pytest.raises(NotSeated):
        say("charlie", f"wizard move {slow_bidding()} 1")


def test_at_the_table_itself_the_board_is_left_out():
    table_id = slow_bidding()
    assert say(name_at(table_id, on_turn(table_id)), "/move 1", table_id=table_id) == "Your bid: 1."


def test_a_card_that_comes_again_after_a_crash_is_answered_as_before():
    table_id = in_play(3, **SLOW)
    seat = on_turn(table_id)
    name, card = name_at(table_id, seat), sight(table_id, seat)["legal"]["cards"][0]
    before = run_command(text=f"/move {table_id} {card}", user=person(name), now=AT, command_id="mail 1")
    at = number(table_id)
    again = run_command(text=f"/move {table_id} {card}", user=person(name), now=AT, command_id="mail 1")
    assert (again, number(table_id)) == (before, at)


def test_what_makes_no_sense_now_is_said():
    table_id = slow_bidding()
    seat = on_turn(table_id)
    name, other = name_at(table_id, seat), name_at(table_id, (seat + 1) % 4)
    with pytest.raises(NotUnderstood, match="is no bid"):
        say(name, f"wizard move {table_id} rot")
    with pytest.raises(NotYourTurn):
        say(other, f"wizard move {table_id} 1")
    with pytest.raises(NotUnderstood, match="Say at which board"):
        say(name, "wizard move 1")
    with pytest.raises(NotSeated):
        say("charlie", f"wizard move {table_id} 1")
    with pytest.raises(NoSuchTable):
        say("charlie", f"wizard move {table_id[:4]} 1")


def test_a_beginning_that_several_boards_have_is_asked_about():
    table_id = slow_bidding()
    twin = Table.objects.get(pk=table_id)
    twin.pk = table_id[:6] + "zzzz"
    twin.save(force_insert=True)
    twin.seats.create(seat=0, user=person("alice"), name="alice", kind="human")
    with pytest.raises(NotUnderstood, match="Which one"):
        say("alice", f"wizard show {table_id[:4]}")
    # The whole id is never ambiguous.
    assert table_id in say("alice", f"wizard show {table_id}")


def test_an_accusation_by_mail_says_so():
    table_id = running(4, **short(3, 3, cheating=True))
    play_on(table_id, Random(1), until=lambda seen: bool(seen["trick"] and seen["trick"]["plays"]))
    say("alice", "/accuse dora", table_id=table_id, source="mail")
    sources = [
        getattr(entry.event, "source", None)
        for entry in snapshot(table_id).recent
        if hasattr(entry.event, "verdict")
    ]
    assert sources == ["mail"]


# --- Reading ----------------------------------------------------------------------------------------------


def test_the_position_is_the_callers_own():
    table_id = in_play(3, **SLOW)
    seat = on_turn(table_id)
    card = sight(table_id, seat)["hand"][0]
    text = say(name_at(table_id, seat), f"wizard show {table_id[:4]}")
    assert text.splitlines()[0] == f"Board {table_id}#{number(table_id)}"
    assert f"{card} (" in text
    other = say(name_at(table_id, (seat + 1) % 4), f"wizard show {table_id[:4]}")
    assert f"{card} (" not in other
    assert "Your hand" not in say("charlie", f"wizard show {table_id}")
    assert "1 to" in say("charlie", f"wizard show {table_id}#999")


def test_a_stranger_sees_no_table_without_spectators():
    table_id = in_play(3, spectators=False, **SLOW)
    with pytest.raises(Forbidden):
        say("charlie", f"wizard show {table_id}")
    with pytest.raises(Forbidden):
        say("charlie", f"wizard message {table_id} Hi")
    with pytest.raises(NoSuchTable):
        say("charlie", "wizard show zzzzzzzzzz")


def test_games_and_the_next_one():
    assert say("alice", "wizard games") == "You are playing no game now."
    assert say("alice", "wizard games next") == "No table is waiting for you."
    table_id = slow_bidding()
    name = name_at(table_id, on_turn(table_id))
    [line] = say(name, "wizard games").splitlines()
    assert line.startswith(f"{table_id}: Round 1 of 1. It is your turn until 2026-01-04 12:00 UTC.")
    assert say(name, "wizard games next").splitlines() == [line, "1 table is waiting for you."]
    assert say(name, "wizard show next").startswith(f"Board {table_id}#")
    other = name_at(table_id, (on_turn(table_id) + 1) % 4)
    assert f"It is waiting for {name}." in say(other, "wizard games")
    assert "waiting for players" in say("charlie", f"wizard show {opened(person('charlie'), size=4)}")
    assert "It is waiting for players." in say("charlie", "wizard games")


def test_a_pause_waits_for_nobody():
    in_pause(**SLOW)
    assert "Nobody has to move now." in say("alice", "wizard games")


def test_standings_before_a_game():
    assert say("charlie", "wizard standings") == "You are playing no game now."
    table_id = opened(person("charlie"), size=4)
    assert say("charlie", "wizard standings") == "You are playing no game now."
    assert say("charlie", f"wizard standings {table_id}").startswith("charlie 0")


def test_standings_ratings_and_history():
    assert say("alice", "wizard history") == "You have finished no game yet."
    done = finished(*people(4), options=short(1, 1))
    assert f"{done}: place " in say("alice", "wizard history")
    table_id = running(4, **SLOW)
    assert say("alice", "wizard standings").startswith(f"{table_id}: Round 1 of 2. ")
    play_on(table_id, Random(1), until=lambda seen: bool(seen["sheet"]))
    assert "Round 1: alice bid" in say("alice", f"wizard standings {table_id[:4]}")
    assert "You in live games:" in say("alice", "wizard ratings")
    assert "The deck has 60 cards" in say("alice", "wizard help rules")
    assert "/challenge" in say("alice", "wizard help")


# --- Messages and vacations -------------------------------------------------------------------------------


def test_a_message_reaches_the_table_once():
    table_id = slow_bidding()
    for _ in range(2):
        say("alice", f"wizard message {table_id[:4]} Well played!", command_id="mail 1")
    say("alice", "/message that was close", table_id=table_id)
    assert list(ChatMessage.objects.order_by("pk").values_list("text", flat=True)) == [
        "Well played!",
        "that was close",
    ]


def test_a_vacation_is_taken_listed_and_cancelled():
    first, last = AT + timedelta(days=10), AT + timedelta(days=12)
    text = say("alice", f"wizard vacation {first:%Y-%m-%d}..{last:%d.%m.%Y}")
    assert text.splitlines() == [
        "Your vacation is noted.",
        "2026-01-11 to 2026-01-13 (UTC)",
        "Vacation days left this year: 27",
    ]
    assert say("alice", "wizard vacation").splitlines() == text.splitlines()[1:]
    assert "cancelled" in say("alice", "wizard vacation cancel")
    assert not Vacation.objects.exists()
    with pytest.raises(Refusal):
        say("alice", "wizard vacation cancel")


def test_a_vacation_has_the_time_zone_of_the_latest_one_also_when_that_is_over():
    take_vacation(
        user=person("alice"), first_day=AT.date(), last_day=AT.date(), time_zone="Asia/Tokyo", now=AT
    )
    later = AT + timedelta(days=30)
    said = say("alice", f"wizard vacation {later + timedelta(days=1):%Y-%m-%d}", now=later)
    assert "(Asia/Tokyo)" in said


@pytest.mark.parametrize(
    "text", ["wizard challenge bob dora", "wizard vacation 2026-01-11", "wizard message {board} Hello"]
)
def test_what_is_rolled_back_with_its_reply_was_never_done(text):
    board = slow_bidding()
    text = text.format(board=board)
    assert is_database_only_command(text)
    before = Table.objects.count()
    with transaction.atomic():
        say("alice", text, command_id="mail 1")
        transaction.set_rollback(True)
    assert (Table.objects.count(), Challenge.objects.count(), Vacation.objects.count()) == (before, 0, 0)
    with transaction.atomic():
        say("alice", text, command_id="mail 1")
    changed = (Table.objects.count() - before, Vacation.objects.count(), ChatMessage.objects.count())
    assert sum(changed) == 1


@pytest.mark.parametrize("text", ["wizard move k7xm 2", "wizard accept", "wizard show", "nonsense", "/bid 2"])
def test_what_dispatches_is_not_run_in_a_transaction(text):
    assert not is_database_only_command(text)


def test_no_board_is_next_while_none_waits():
    with pytest.raises(NotUnderstood, match="No table is waiting for you"):
        say("alice", "wizard show next")
