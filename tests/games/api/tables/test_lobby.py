"""Tables over HTTP before they start: show, join, leave, bots, start, the host."""

import pytest

from games.models import Seat, Table
from tests.support.games.people import api_of, browser_of, person
from tests.support.games.playing import finished, short
from tests.support.games.responses import TABLES, is_problem, is_refused, opened


@pytest.fixture
def robby(db):
    """Somebody's bot."""
    return api_of(person("robby", kind="bot"))


# --- One table ------------------------------------------------------------------------------------------


def test_a_public_table_is_shown_to_all_and_its_hand_and_invite_to_who_sits_there(alice, charlie, nobody):
    table = opened(alice, bots=3)["id"]
    mine = alice.get(f"{TABLES}/{table}").json()
    assert (mine["sight"]["viewer"], len(mine["sight"]["hand"])) == (0, 1)
    assert mine["invite"] == Table.objects.get(pk=table).invite
    for client in (charlie, nobody):
        seen = client.get(f"{TABLES}/{table}").json()
        assert (seen["sight"]["viewer"], seen["sight"]["hand"]) == (None, None)
        assert "invite" not in seen


def test_a_private_table_takes_its_invite(alice, bob, nobody):
    table = opened(alice, visibility="private")
    path, invite = f"{TABLES}/{table['id']}", table["invite"]
    for client in (bob, nobody):
        for ending in ("", "/events", "/record"):
            is_refused(lambda c=client, e=ending: c.get(path + e), 403, "forbidden")
            is_refused(lambda c=client, e=ending: c.get(f"{path}{e}?invite=wrong"), 403, "forbidden")
    for client in (bob, nobody):
        assert client.get(f"{path}?invite={invite}").status_code == 200
        assert client.get(f"{path}/events?invite={invite}").status_code == 200
    is_refused(lambda: bob.post(f"{path}/join"), 403, "forbidden")
    is_refused(lambda: bob.post(f"{path}/join", {"invite": "wrong"}), 403, "forbidden")
    joined = bob.post(f"{path}/join", {"invite": invite})
    assert (joined.status_code, joined.json()["invite"]) == (200, invite)
    assert bob.get(path).status_code == 200


GETS = ["", "/events", "/record"]
POSTS = ["/join", "/leave", "/bots", "/start", "/actions"]


@pytest.mark.parametrize("ending", GETS + POSTS)
def test_a_table_that_does_not_exist_is_not_found(alice, ending):
    path = f"{TABLES}/nowhere{ending}"
    body = {"id": "a", "type": "ready"} if ending == "/actions" else {}
    is_refused(lambda: alice.get(path) if ending in GETS else alice.post(path, body), 404, "not_found")


@pytest.mark.parametrize("path", [f"{TABLES}/no!where", f"{TABLES}/a/b", f"{TABLES}/a/join/now"])
def test_a_path_that_does_not_exist_is_not_found(alice, path):
    is_problem(alice.get(path), 404, "not_found")


@pytest.mark.parametrize("ending", POSTS)
def test_a_wrong_method_is_refused_as_such(alice, ending):
    is_problem(alice.get(f"{TABLES}/{opened(alice)['id']}{ending}"), 405, "method_not_allowed")


def test_a_last_slash_is_neither_needed_nor_refused(alice, bob):
    table = alice.post(f"{TABLES}/", {"seats": 4}).json()["id"]
    assert alice.get(f"{TABLES}/{table}/").json()["id"] == alice.get(f"{TABLES}/{table}").json()["id"]
    assert bob.post(f"{TABLES}/{table}/join/").status_code == 200
    assert alice.get(f"{TABLES}/?mine=1").json()["count"] == 1


# --- Coming and going ------------------------------------------------------------------------------


def test_join_leave_bots_start_each_answer_with_the_table(alice, bob, charlie):
    path = f"{TABLES}/{opened(alice, seats=6)['id']}"
    answers = [
        bob.post(f"{path}/join", {"seat": 3, "salt": "00ff"}),
        charlie.post(f"{path}/join"),
        charlie.post(f"{path}/leave"),
        bob.post(f"{path}/bots", {"level": "master", "seat": 5}),
        alice.post(f"{path}/start"),
    ]
    tables = [answer.json() for answer in answers]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert [len(table["players"]) for table in tables] == [2, 3, 2, 3, 3]
    assert [table["sight"]["viewer"] for table in tables] == [3, 1, None, 3, 0]
    assert ["invite" in table for table in tables] == [True, True, False, True, True]
    assert [player["name"] for player in tables[-1]["players"]][:2] == ["alice", "bob"]
    assert tables[-1]["status"] in ("bidding", "naming_trump")


def test_each_seat_may_have_a_bot_of_another_level(alice):
    table = opened(alice, seats=5, bots=1, bot_level="master")["id"]
    assert alice.post(f"{TABLES}/{table}/bots", {"level": "apprentice", "seat": 3}).status_code == 200
    assert alice.post(f"{TABLES}/{table}/bots", {"seat": 2}).status_code == 200
    levels = dict(Seat.objects.filter(table_id=table, kind="bot").values_list("seat", "level"))
    assert levels == {1: "master", 2: "journeyman", 3: "apprentice"}


def test_visiting_bots_sit_down_as_others_do_where_nobody_said_no(alice, robby):
    table = opened(alice)
    assert table["visiting_bots"] is True
    assert robby.post(f"{TABLES}/{table['id']}/join").status_code == 200


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_who_opens_a_table_can_refuse_visiting_bots_and_nobody_else(alice, bob, robby, visibility):
    table = opened(alice, seats=4, bots=1, visiting_bots=False, visibility=visibility)
    assert table["visiting_bots"] is False
    path, invite = f"{TABLES}/{table['id']}", {"invite": table["invite"]}
    body = is_refused(lambda: robby.post(f"{path}/join", invite), 409, "bots_not_admitted")
    assert body["detail"] == "Other people’s bots may not join this table."
    assert bob.post(f"{path}/join", invite).status_code == 200
    # The site's bots are brought by who sits there.
    assert bob.post(f"{path}/bots").json()["players"][3]["kind"] == "bot"


def test_a_private_table_tells_a_bot_without_its_code_nothing(alice, robby):
    table = opened(alice, visiting_bots=False, visibility="private")
    is_refused(lambda: robby.post(f"{TABLES}/{table['id']}/join"), 403, "forbidden")


def test_every_refusal_of_the_lobby_has_its_code(alice, bob, charlie):
    path = f"{TABLES}/{opened(alice)['id']}"
    bob.post(f"{path}/join")
    is_refused(lambda: bob.post(f"{path}/join"), 409, "already_seated")
    is_refused(lambda: charlie.post(f"{path}/join", {"seat": 1}), 409, "seat_taken")
    is_refused(lambda: charlie.post(f"{path}/leave"), 409, "not_seated")
    is_refused(lambda: charlie.post(f"{path}/start"), 409, "not_seated")
    is_refused(lambda: charlie.post(f"{path}/bots"), 409, "not_seated")
    is_refused(lambda: alice.post(f"{path}/start"), 409, "not_enough_players")
    is_refused(lambda: charlie.post(f"{path}/actions", {"id": "a", "type": "ready"}), 409, "not_seated")
    alice.post(f"{path}/bots")
    alice.post(f"{path}/bots")
    is_refused(lambda: charlie.post(f"{path}/join"), 409, "already_started")
    is_refused(lambda: alice.post(f"{path}/leave"), 409, "already_started")
    is_refused(lambda: alice.post(f"{path}/start"), 409, "already_started")
    is_refused(lambda: alice.post(f"{path}/bots"), 409, "already_started")
    is_refused(lambda: alice.get(f"{path}/record"), 409, "not_finished")


@pytest.mark.parametrize(
    ("ending", "given", "field"),
    [
        ("join", {"seat": "1"}, "seat"),
        ("join", {"seat": -1}, "seat"),
        ("join", {"seat": 6}, "seat"),
        ("join", {"seat": 4}, "seat"),
        ("join", {"seat": True}, "seat"),
        ("join", {"salt": "g"}, "salt"),
        ("join", {"invite": 7}, "invite"),
        ("join", {"invite": "x" * 99}, "invite"),
        ("join", {"invite": "\x00"}, "invite"),
        ("bots", {"level": "genius"}, None),
        ("bots", {"seat": 4}, "seat"),
        ("bots", {"seat": "x"}, "seat"),
    ],
)
def test_wrong_fields_are_named(alice, bob, ending, given, field):
    path = f"{TABLES}/{opened(alice)['id']}/{ending}"
    client = bob if ending == "join" else alice
    body = is_refused(lambda: client.post(path, given), 400, "bad_request")
    assert field is None or field in body["errors"]


# --- Who calls --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["", *POSTS])
def test_nobody_changes_anything(alice, nobody, ending):
    path = f"{TABLES}/{opened(alice)['id']}{ending}" if ending else TABLES
    response = nobody.post(path, {"id": "a", "type": "ready", "seats": 4})
    is_problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"].startswith("Bearer")
    is_refused(lambda: nobody.post(path, {"seats": 4}), 401, "not_authenticated")


def test_a_browser_needs_its_csrf_token(db):
    browser = browser_of(person("alice"))
    send = lambda **more: browser.post(TABLES, {"seats": 4}, content_type="application/json", **more)  # noqa: E731
    is_refused(send, 403, "forbidden")
    browser.get("/tables/")
    token = browser.cookies["csrftoken"].value
    assert send(headers={"X-CSRFToken": token}).status_code == 201
    is_refused(lambda: send(headers={"X-CSRFToken": "x" * 32}), 403, "forbidden")


# --- Playing again ---------------------------------------------------------------------------------


def test_a_finished_game_is_played_again(alice, bob):
    table_id = finished(person("alice"), bots=2, options=short(1))
    answer = alice.post(f"{TABLES}/{table_id}/again", {"salt": "ab"})
    assert answer.status_code == 200
    table = answer.json()
    assert table["id"] != table_id
    assert [player["name"] for player in table["players"]] == [
        seat.name for seat in Seat.objects.filter(table=table_id)
    ]
    assert alice.get(f"{TABLES}/{table_id}").json()["next"]["id"] == table["id"]
    assert "next" not in bob.get(f"{TABLES}/{table_id}").json()
    assert is_refused(lambda: bob.post(f"{TABLES}/{table_id}/again"), 409, "not_seated")
    assert is_refused(lambda: alice.post(f"{TABLES}/{table['id']}/again"), 409, "not_finished")
    wrong = alice.post(f"{TABLES}/{table_id}/again", {"salt": "xyz"})
    assert "salt" in is_problem(wrong, 400, "bad_request")["errors"]


def test_who_sits_behind_a_free_seat_may_look(alice, bob):
    table_id = opened(alice)["id"]
    assert bob.post(f"{TABLES}/{table_id}/join", {"seat": 3}).status_code == 200
    assert bob.get(f"{TABLES}/{table_id}").json()["sight"]["viewer"] == 3


# --- The host --------------------------------------------------------------------------------------


def test_the_host_changes_options_and_removes_players(alice, bob):
    table = opened(alice, seats=4, bots=1)
    where = f"{TABLES}/{table['id']}"
    assert table["host"] == 0
    bob.post(f"{where}/join", {}, format="json")
    changed = alice.patch(where, {"options": {"clock": 30, "spectators": False}}, format="json").json()
    assert (changed["options"]["clock"], changed["options"]["spectators"]) == (30, False)
    # The same again changes nothing.
    again = alice.patch(where, {"options": {"clock": 30}}, format="json")
    assert (again.status_code, again.json()["number"]) == (200, changed["number"])
    is_problem(bob.patch(where, {"options": {"clock": None}}, format="json"), 403, "forbidden")
    is_problem(bob.delete(f"{where}/seats/0"), 403, "forbidden")
    is_problem(alice.delete(f"{where}/seats/2?name=somebody"), 409, "somebody_else_there")
    assert [each["seat"] for each in alice.delete(f"{where}/seats/1").json()["players"]] == [0, 2]
    is_problem(alice.delete(f"{where}/seats/1"), 409, "nobody_there")
    assert alice.patch(where, {}, format="json").json()["number"] == alice.get(where).json()["number"]
    is_problem(alice.delete(f"{where}/seats/5"), 409, "nobody_there")
    is_problem(alice.delete(f"{where}/seats/99"), 400, "bad_request")
    is_problem(alice.delete(f"{where}/seats/0"), 403, "forbidden")
    assert alice.delete(f"{where}/seats/2?name=bob").json()["players"][-1]["name"] == "alice"
    is_problem(bob.post(f"{where}/join", {}, format="json"), 409, "removed_by_host")


@pytest.mark.parametrize("options", [[], "x", {"clock": 7}, {"nonsense": 1}, {"spectators": "no"}])
def test_options_that_cannot_be_change_nothing(alice, options):
    table = opened(alice)
    where = f"{TABLES}/{table['id']}"
    is_problem(alice.patch(where, {"options": options}, format="json"), 400, "bad_request")
    assert alice.get(where).json()["number"] == table["number"]
