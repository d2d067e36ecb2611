"""Bots with accounts: marked as bots, waited for and replaced as people are, and in nobody's way."""

from random import Random

import pytest

from accounts.models import User
from games.models import Seat, Table
from games.rules.record.check import check_record
from games.rules.topics.absence import GoAway
from games.rules.topics.holds import AskPause
from games.rules.topics.pause import Ready
from games.selectors import sights
from games.services.attendance.absence import cannot_have_stand_in
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.lobby import lobby
from games.store import tables
from games.store.snapshot import Accepted
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    opened,
    people,
    play_on,
    short,
    sight,
    snapshot,
    user_at,
)

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")
ALICE, BOB, ROBBY = range(3)
"""The seats; robby is the bot."""


def robby() -> User:
    return person("robby", "bot")


def table(**options) -> str:
    """Alice, bob and robby in a game of two short rounds."""
    return opened(*people(2), robby(), size=3, options=short(2, 1, **options))


def robbys_turn(seen) -> bool:
    return seen["turn"] == [ROBBY]


def paused(seen) -> bool:
    return seen["status"] == "pause"


def scheduler_moves(table_id: str, now) -> Accepted:
    command = server_command(tables.load_snapshot(table_id), now=now, rng=Random(1))
    assert command is not None
    outcome = dispatch(command)
    assert isinstance(outcome, Accepted)
    return outcome


def test_it_is_marked_in_the_list_at_the_table_and_in_the_record():
    table_id = table()
    assert [player["kind"] for player in sight(table_id)["players"]] == ["human", "human", "bot"]
    assert Seat.objects.get(table=table_id, seat=ROBBY).kind == "bot"
    play_on(table_id, Random(1))
    record = sights.read_record(table_id)
    assert [player["kind"] for player in record["players"]] == ["human", "human", "bot"]
    tricks = [trick for past in record["rounds"] for trick in past["tricks"]]
    assert {play["by"] for trick in tricks for play in trick["plays"] if play["seat"] == ROBBY} == {"bot"}
    assert (check_record(record), audit_table(table_id)) == ([], [])


def test_the_scheduler_does_not_move_for_it():
    table_id = table()
    play_on(table_id, Random(1), until=robbys_turn)
    assert Table.objects.get(pk=table_id).due_at is None
    assert server_command(tables.load_snapshot(table_id), now=AT, rng=Random(1)) is None


def test_its_line_is_shown_as_it_is():
    table_id = opened(*people(2), robby(), size=4, bots=1, options=short(2, 1))
    connected = {player["name"]: player["connected"] for player in sight(table_id)["players"]}
    [house] = set(connected) - {"alice", "bob", "robby"}
    assert connected == {"alice": False, "bob": False, "robby": False, house: True}


def test_a_stand_in_plays_for_one_that_is_gone_until_it_is_back():
    table_id = table()
    play_on(table_id, Random(1), until=robbys_turn)
    assert not cannot_have_stand_in(table_id, ROBBY)
    dispatch(Command(table_id, GoAway(ROBBY), AT))
    assert sight(table_id)["players"][ROBBY]["away"]
    scheduler_moves(table_id, AT)
    do(table_id, ALICE, some_action(sight(table_id, ALICE), Random(2)))
    play_on(table_id, Random(1))
    assert (check_record(sights.read_record(table_id)), audit_table(table_id)) == ([], [])


def test_its_clock_runs():
    table_id = table(clock=15)
    play_on(table_id, Random(1), until=robbys_turn)
    due = Table.objects.get(pk=table_id).due_at
    assert due is not None
    bank = sight(table_id)["players"][ROBBY]["bank"]
    scheduler_moves(table_id, due)
    assert sight(table_id)["players"][ROBBY]["bank"] < bank


def test_people_wait_for_people_alone_in_the_pause():
    table_id = table(pause=60)
    play_on(table_id, Random(1), until=paused)
    do(table_id, ALICE, Ready())
    assert paused(sight(table_id))
    do(table_id, BOB, Ready())
    assert not paused(sight(table_id))


def test_a_pause_of_all_people_needs_no_word_of_it():
    table_id = table()
    do(table_id, ALICE, AskPause())
    assert not sight(table_id)["halted"]
    do(table_id, BOB, AskPause())
    assert sight(table_id)["halted"]


def test_it_keeps_no_table_of_people_that_all_have_left():
    table_id = table()
    for seat in (ALICE, BOB):
        dispatch(Command(table_id, GoAway(seat), AT))
    assert snapshot(table_id).state.is_deserted


def test_it_can_open_a_table_and_wait_there():
    table_id = opened(robby(), size=3)
    lobby.take_seat(table_id=table_id, user=person("alice"), now=AT)
    lobby.leave_seat(table_id=table_id, user=person("alice"), now=AT)
    assert Table.objects.get(pk=table_id).status == "open"
    lobby.leave_seat(table_id=table_id, user=robby(), now=AT)
    assert Table.objects.get(pk=table_id).status == "abandoned"


def test_two_of_them_play_a_whole_game_without_people():
    table_id = opened(robby(), person("marvin", "bot"), size=4, bots=2, options=short(2, 1, pause=60))
    assert {user_at(table_id, seat) for seat in range(4)} == {robby().pk, person("marvin").pk, None}
    play_on(table_id, Random(3))
    assert (check_record(sights.read_record(table_id)), audit_table(table_id)) == ([], [])
