"""Before the start: open, sit down, get up, fill seats with bots, start; each refusal by name."""

from functools import partial

import pytest

from core.refusal import BadRequest, Forbidden
from games.models import Table
from games.rules.errors import (
    AlreadySeated,
    AlreadyStarted,
    NoSuchTable,
    NotEnoughPlayers,
    NotSeated,
    SeatTaken,
    WrongNumberOfPlayers,
)
from games.selectors.sights import table_view
from games.services.audit import audit_table
from games.services.lobby.lobby import add_bot, leave_seat, open_table, start_game, take_seat
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, people, sight
from tests.support.games.refusals import is_refused
from tests.support.games.threads import at_once


@pytest.fixture
def alice(db):
    return person("alice")


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture
def charlie(db):
    return person("charlie")


def sitting(table_id: str) -> dict[int, str]:
    return {player["seat"]: player["name"] for player in sight(table_id)["players"]}


# --- Opening ---------------------------------------------------------------------------------------


def test_who_opens_a_table_sits_at_seat_0(alice):
    table_id = open_table(user=alice, size=5, options={"cheating": True}, salt="ab", now=AT)
    row = Table.objects.get(pk=table_id)
    assert sitting(table_id) == {0: "alice"}
    assert (row.status, row.size, row.visibility, row.opened_by) == ("open", 5, "public", alice)
    assert row.options["cheating"] is True
    assert row.commitment == sight(table_id)["commitment"]
    assert audit_table(table_id) == []


def test_every_table_has_a_seed_and_an_invite_of_its_own(alice):
    rows = [Table.objects.get(pk=open_table(user=alice, size=4, now=AT)) for _ in range(2)]
    assert len({row.commitment for row in rows}) == len({row.invite for row in rows}) == 2


def test_bots_sit_beside_and_the_last_one_starts_the_game(alice):
    table_id = open_table(user=alice, size=4, bots=3, now=AT)
    players = sight(table_id)["players"]
    assert [player["kind"] for player in players] == ["human", "bot", "bot", "bot"]
    assert len({player["name"] for player in players}) == 4
    assert sight(table_id)["round"]["number"] == 1


def test_fewer_bots_leave_seats_free(alice):
    table_id = open_table(user=alice, size=5, bots=2, now=AT)
    assert (sight(table_id)["status"], len(sitting(table_id))) == ("open", 3)


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"size": 2}, BadRequest),
        ({"size": 7}, BadRequest),
        ({"size": 3, "options": {"preset": "dm2008"}}, WrongNumberOfPlayers),
        ({"size": 6, "options": {"preset": "tournament"}}, WrongNumberOfPlayers),
        ({"size": 4, "options": {"preset": "poker"}}, BadRequest),
        ({"size": 4, "options": {"pause": -1}}, BadRequest),
        ({"size": 4, "options": {"no_such": 1}}, BadRequest),
        ({"size": 4, "options": []}, BadRequest),
        ({"size": 4, "bots": 4}, BadRequest),
        ({"size": 4, "bots": -1}, BadRequest),
        ({"size": 4, "bot_level": "genius"}, BadRequest),
        ({"size": 4, "visibility": "secret"}, BadRequest),
        ({"size": 4, "salt": "xyz"}, BadRequest),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(alice, given, refusal):
    is_refused(refusal, open_table, user=alice, **given, now=AT)


# --- Sitting down ------------------------------------------------------------------------------------


def test_who_joins_gets_the_first_free_seat_or_the_one_asked_for(alice, bob, charlie):
    table_id = opened(alice, size=4)
    take_seat(table_id=table_id, user=bob, seat=2, now=AT)
    take_seat(table_id=table_id, user=charlie, now=AT)
    assert sitting(table_id) == {0: "alice", 2: "bob", 1: "charlie"}


def test_the_last_seat_starts_the_game(alice, bob, charlie):
    table_id = opened(alice, bob, size=3)
    assert sight(table_id)["status"] == "open"
    take_seat(table_id=table_id, user=charlie, now=AT)
    assert sight(table_id)["status"] in ("bidding", "naming_trump")
    assert Table.objects.get(pk=table_id).started_at == AT


def test_nobody_sits_twice(alice, bob):
    table_id = opened(alice, bob)
    is_refused(AlreadySeated, take_seat, table_id=table_id, user=bob, now=AT)
    is_refused(AlreadySeated, take_seat, table_id=table_id, user=bob, seat=3, now=AT)


def test_a_taken_seat_is_taken(alice, bob):
    is_refused(SeatTaken, take_seat, table_id=opened(alice), user=bob, seat=0, now=AT)


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_the_table_has_not_is_a_bad_request(alice, bob, seat):
    is_refused(BadRequest, take_seat, table_id=opened(alice), user=bob, seat=seat, now=AT)


def test_a_bad_salt_is_a_bad_request(alice, bob):
    is_refused(BadRequest, take_seat, table_id=opened(alice), user=bob, salt="0x12", now=AT)


def test_a_game_that_runs_takes_nobody_in(alice, charlie):
    """Its last seat started it, so who comes late learns that."""
    is_refused(AlreadyStarted, take_seat, table_id=opened(alice, size=4, bots=3), user=charlie, now=AT)


def test_a_table_that_does_not_exist_is_not_found(alice):
    for job in (take_seat, leave_seat, add_bot, start_game):
        is_refused(NoSuchTable, job, table_id="nowhere", user=alice, now=AT)


def test_a_private_table_takes_its_invite(alice, bob, charlie):
    table_id = opened(alice, visibility="private")
    invite = Table.objects.get(pk=table_id).invite
    is_refused(Forbidden, take_seat, table_id=table_id, user=bob, now=AT)
    is_refused(Forbidden, take_seat, table_id=table_id, user=bob, invite="", now=AT)
    is_refused(Forbidden, take_seat, table_id=table_id, user=bob, invite=invite.upper(), now=AT)
    take_seat(table_id=table_id, user=bob, invite=invite, now=AT)
    assert sitting(table_id) == {0: "alice", 1: "bob"}


def test_two_who_want_the_last_seat_get_it_once(backend):
    """Over a database that threads share: who is late is told that the game has begun."""
    *seated, bob, charlie = (person(name) for name in ("alice", "dora", "bob", "charlie"))
    table_id = opened(*seated, size=3)
    join = [partial(take_seat, table_id=table_id, user=user, now=AT) for user in (bob, charlie)]
    outcomes = at_once(join)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadyStarted", "NoneType"]
    assert audit_table(table_id) == []


def test_the_same_click_twice_seats_once(backend):
    alice, bob = people(2)
    table_id = opened(alice, size=4)
    outcomes = at_once([partial(take_seat, table_id=table_id, user=bob, now=AT)] * 4)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadySeated"] * 3 + ["NoneType"]
    assert sitting(table_id) == {0: "alice", 1: "bob"}


# --- Getting up ----------------------------------------------------------------------------------------


def test_who_gets_up_frees_the_seat(alice, bob, charlie):
    table_id = opened(alice, bob)
    leave_seat(table_id=table_id, user=alice, now=AT)
    take_seat(table_id=table_id, user=charlie, now=AT)
    assert sitting(table_id) == {0: "charlie", 1: "bob"}


def test_a_table_that_its_last_person_leaves_is_abandoned(alice, bob):
    table_id = open_table(user=alice, size=4, bots=2, now=AT)
    leave_seat(table_id=table_id, user=alice, now=AT)
    assert sight(table_id)["status"] == Table.objects.get(pk=table_id).status == "abandoned"
    is_refused(AlreadyStarted, take_seat, table_id=table_id, user=bob, now=AT)
    assert audit_table(table_id) == []


def test_a_stranger_has_no_seat_to_leave(alice, charlie):
    is_refused(NotSeated, leave_seat, table_id=opened(alice), user=charlie, now=AT)


def test_nobody_gets_up_from_a_game_that_runs(alice):
    is_refused(AlreadyStarted, leave_seat, table_id=opened(alice, size=3, bots=2), user=alice, now=AT)


# --- Bots and the start -----------------------------------------------------------------------------------


def test_a_seated_player_brings_bots_and_the_last_one_starts_the_game(alice):
    table_id = opened(alice, size=3)
    add_bot(table_id=table_id, user=alice, level="master", seat=2, now=AT)
    assert Table.objects.get(pk=table_id).seats.get(seat=2).level == "master"
    add_bot(table_id=table_id, user=alice, now=AT)
    assert sight(table_id)["status"] in ("bidding", "naming_trump")


def test_a_stranger_brings_no_bots(alice, charlie):
    is_refused(NotSeated, add_bot, table_id=opened(alice), user=charlie, now=AT)


def test_a_bot_takes_no_taken_seat_and_knows_its_levels(alice, bob):
    table_id = opened(alice, bob)
    is_refused(SeatTaken, add_bot, table_id=table_id, user=alice, seat=1, now=AT)
    is_refused(BadRequest, add_bot, table_id=table_id, user=alice, level="genius", now=AT)
    is_refused(BadRequest, add_bot, table_id=table_id, user=alice, seat=4, now=AT)


def test_a_game_that_runs_takes_no_bot(alice):
    is_refused(AlreadyStarted, add_bot, table_id=opened(alice, size=3, bots=2), user=alice, now=AT)


def test_seats_close_up_when_a_table_starts_with_free_ones(alice, bob, charlie):
    table_id = opened(alice, size=6)
    take_seat(table_id=table_id, user=bob, seat=3, now=AT)
    take_seat(table_id=table_id, user=charlie, seat=5, now=AT)
    start_game(table_id=table_id, user=charlie, now=AT)
    assert sitting(table_id) == {0: "alice", 1: "bob", 2: "charlie"}
    assert sight(table_id)["round"]["of"] == 20


def test_two_are_not_enough(alice, bob):
    is_refused(NotEnoughPlayers, start_game, table_id=opened(alice, bob), user=alice, now=AT)


def test_a_preset_starts_with_its_number_of_players_alone(alice, bob, charlie):
    table_id = opened(alice, bob, charlie, size=4, options={"preset": "dm2008"})
    is_refused(WrongNumberOfPlayers, start_game, table_id=table_id, user=alice, now=AT)


def test_a_stranger_does_not_start_a_game(alice, bob, charlie):
    is_refused(NotSeated, start_game, table_id=opened(alice, bob), user=charlie, now=AT)


def test_a_game_starts_once(alice):
    is_refused(AlreadyStarted, start_game, table_id=opened(alice, size=3, bots=2), user=alice, now=AT)


def test_the_invite_is_shown_to_who_sits_there(alice, bob, charlie):
    table_id = opened(alice, bob)
    invite = Table.objects.get(pk=table_id).invite
    for user, shown in ((alice, invite), (bob, invite), (charlie, None)):
        assert table_view(table_id, user.pk, now=AT).get("invite") == shown
    assert "invite" not in table_view(table_id, None, now=AT)
