"""Tables over HTTP before they start: open, list, show, join, leave, bots, start."""

import pytest

from games.models import Seat, Table
from games.rules.options import parse_options
from tests.support.games.people import api_of, browser_of, person
from tests.support.games.playing import finished, short
from tests.support.games.responses import TABLES, is_problem, is_refused, opened

ROW = {"id", "status", "seats", "visibility", "options", "number", "players"}
ROW |= {"sealed", "caption", "caption_url", "visiting_bots", "rated", "opened_at", "round_number"}


@pytest.fixture
def robby(db):
    """Somebody's bot."""
    return api_of(person("robby", kind="bot"))


# --- Opening ---------------------------------------------------------------------------------------


def test_an_opened_table_is_answered_whole(alice):
    table = opened(alice, options={"cheating": True}, seats=5, salt="ab")
    assert set(table) == {*ROW, "invite", "sight"}
    assert (table["status"], table["seats"], table["visibility"]) == ("open", 5, "public")
    assert table["options"] == parse_options({"cheating": True}).as_dict()
    assert table["players"] == [{"seat": 0, "name": "alice", "kind": "human", "level": None}]
    assert table["number"] == table["sight"]["number"] == 2
    assert table["sight"]["viewer"] == 0


def test_with_bots_in_all_other_seats_it_runs_at_once(alice):
    table = opened(alice, bots=3, bot_level="apprentice")
    assert table["status"] in ("bidding", "naming_trump", "playing")
    assert [player["kind"] for player in table["players"]] == ["human", "bot", "bot", "bot"]
    assert [player["level"] for player in table["players"]] == [None, *["apprentice"] * 3]
    assert len(table["sight"]["hand"]) == 1


def test_another_edition_is_named_in_the_table_its_sight_and_the_list(alice):
    table = opened(alice, options={"edition": "magic"})
    assert (table["options"]["edition"], table["sight"]["edition"]) == ("magic", "magic")
    assert alice.get(TABLES).json()["results"][0]["options"]["edition"] == "magic"
    classic = opened(alice, options={"edition": "base"})
    assert "edition" not in classic["options"] | classic["sight"]


@pytest.mark.parametrize("name", ["edition", "preset", "cheating", "rounds"])
def test_an_option_beside_the_options_opens_no_other_game(alice, name):
    answer = alice.post(TABLES, {name: None, "seats": 3}, format="json")
    assert is_problem(answer, 400, "bad_request")["errors"] == {name: ["This belongs in options."]}
    assert not Table.objects.exists()


def test_a_field_that_only_a_newer_server_knows_is_ignored(alice):
    assert alice.post(TABLES, {"seats": 3, "colour": "red"}, format="json").status_code == 201


def test_options_may_be_left_out(alice):
    assert alice.post(TABLES, {"seats": 3}).json()["options"]["preset"] == "standard"


def test_a_fourth_open_table_is_refused(alice, settings):
    settings.MAX_OPEN_TABLES = 3
    for _ in range(3):
        opened(alice)
    body = is_refused(lambda: alice.post(TABLES, {"seats": 4}), 409, "too_many_open_tables")
    assert body["detail"].startswith("3 tables that you opened are still waiting for players.")


WRONG_TABLES = [
    ({}, "seats"),
    ({"seats": None}, "seats"),
    ({"seats": 2}, "seats"),
    ({"seats": 7}, "seats"),
    ({"seats": "4"}, "seats"),
    ({"seats": 4.0}, "seats"),
    ({"seats": True}, "seats"),
    ({"seats": 10**30}, "seats"),
    ({"seats": 4, "bots": -1}, "bots"),
    ({"seats": 4, "bots": 4}, "bots"),
    ({"seats": 4, "bots": "three"}, "bots"),
    ({"seats": 4, "bot_level": "genius"}, "bot_level"),
    ({"seats": 4, "visibility": "secret"}, "visibility"),
    ({"seats": 4, "visiting_bots": "no"}, "visiting_bots"),
    ({"seats": 4, "visiting_bots": 0}, "visiting_bots"),
    ({"seats": 4, "visiting_bots": None}, "visiting_bots"),
    ({"seats": 4, "salt": "xyz"}, "salt"),
    ({"seats": 4, "salt": "ab" * 33}, "salt"),
    ({"seats": 4, "salt": 12}, "salt"),
    ({"seats": 4, "options": []}, "options"),
    ({"seats": 4, "options": "standard"}, "options"),
    ({"seats": 4, "options": {"preset": "poker"}}, "preset"),
    ({"seats": 4, "options": {"preset": ["standard"]}}, "preset"),
    ({"seats": 4, "options": {"restriction": 3}}, "restriction"),
    ({"seats": 4, "options": {"reveal": "delayed", "restriction": "notequal"}}, "reveal"),
    ({"seats": 4, "options": {"pause": 61}}, "pause"),
    ({"seats": 4, "options": {"pause": "8"}}, "pause"),
    ({"seats": 4, "options": {"cheating": "yes"}}, "cheating"),
    ({"seats": 4, "options": {"cheating": True, "pause": 4}}, "pause"),
    ({"seats": 4, "options": {"luck": 1}}, "luck"),
    ({"seats": 4, "options": {"edition": "gold"}}, "edition"),
    ({"seats": 4, "options": {"rounds": [1]}}, "rounds"),
    ({"seats": 4, "options": {"preset": "custom"}}, "rounds"),
    ({"seats": 4, "options": {"preset": "custom", "rounds": [{"cards": 21}]}}, "rounds"),
    ({"seats": 4, "options": {"preset": "custom", "rounds": [1] * 61}}, "rounds"),
    ({"seats": 4, "options": {"\x00": 1}}, "\x00"),
]


@pytest.mark.parametrize(("given", "field"), WRONG_TABLES, ids=str)
def test_a_table_that_cannot_be_is_a_bad_request_that_names_the_field(alice, given, field):
    body = is_refused(lambda: alice.post(TABLES, given), 400, "bad_request")
    assert field in body["errors"]


def test_who_sends_a_wrong_word_is_told_the_right_ones(alice):
    body = is_refused(lambda: alice.post(TABLES, {"seats": 4, "bot_level": "MASTER"}), 400, "bad_request")
    assert body["errors"] == {"bot_level": ["This must be one of apprentice, journeyman, master."]}


@pytest.mark.parametrize("given", [[], [1], "seats", 4, None], ids=repr)
def test_json_of_another_shape_is_a_bad_request(alice, given):
    is_refused(lambda: alice.post(TABLES, given), 400, "bad_request")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "not json",
        '{"seats": NaN}',
        '{"seats": 4,}',
        '{"seats": 4, "options": {"\\ud800": 1}}',
        '{"seats": 4, "\\ud800": "\\ud800", "salt": "\\ud800"}',
        '{"seats": 4, "options": {"preset": "\\udfff"}}',
        "\ufeff{}",
        '{"options": ' * 3000,
        b"\xff\xfe",
        "[" * 60000,
    ],
)
def test_what_is_not_json_is_a_bad_request(alice, text):
    send = lambda: alice.generic("POST", TABLES, text, content_type="application/json")  # noqa: E731
    is_refused(send, 400, "bad_request")


def test_another_content_type_is_refused_as_such(alice):
    send = lambda: alice.generic("POST", TABLES, "seats=4", content_type="text/plain")  # noqa: E731
    is_refused(send, 415, "unsupported_media_type")


def test_more_than_64_kib_are_too_large(alice):
    text = '{"seats": 4, "salt": "%s"}' % ("ab" * 33000)
    assert len(text) > 64 * 1024
    send = lambda: alice.generic("POST", TABLES, text, content_type="application/json")  # noqa: E731
    is_refused(send, 413, "too_large")


def test_a_number_of_players_that_the_preset_does_not_allow_is_named(alice):
    given = {"seats": 5, "options": {"preset": "dm2008"}}
    body = is_refused(lambda: alice.post(TABLES, given), 409, "wrong_number_of_players")
    assert "4" in body["detail"]


# --- Lists -------------------------------------------------------------------------------------------


def listed(client, query: str = "") -> list[str]:
    response = client.get(f"{TABLES}?{query}")
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


def test_anyone_may_list_public_tables_the_newest_first(alice, nobody):
    first, second = opened(alice)["id"], opened(alice)["id"]
    assert listed(nobody) == [second, first]
    page = nobody.get(TABLES).json()
    assert (page["count"], page["next"], page["previous"]) == (2, None, None)
    assert set(page["results"][0]) == ROW


def test_a_private_table_is_listed_for_its_own_people_alone(alice, bob, nobody):
    private = opened(alice, visibility="private")["id"]
    for client in (alice, bob, nobody):
        assert private not in listed(client)
    assert listed(alice, "mine=1") == [private]
    assert listed(bob, "mine=1") == []


def test_lists_by_status(alice):
    waiting, running = opened(alice)["id"], opened(alice, bots=3)["id"]
    given_up = opened(alice)["id"]
    alice.post(f"{TABLES}/{given_up}/leave")
    assert listed(alice, "status=open") == [waiting]
    assert listed(alice, "status=playing") == [running]
    assert listed(alice, "status=finished") == []
    assert listed(alice, "status=playing&mine=1") == [running]


@pytest.mark.parametrize(("mine", "count"), [("1", 1), ("true", 1), ("True", 1), ("0", 2), ("false", 2)])
def test_yes_and_no_are_understood_as_clients_write_them(alice, bob, mine, count):
    opened(alice)
    opened(bob)
    assert len(listed(alice, f"mine={mine}")) == count


def test_lists_come_in_pages(alice):
    tables = [opened(alice)["id"] for _ in range(5)][::-1]
    page = alice.get(f"{TABLES}?page_size=2").json()
    assert (page["count"], len(page["results"])) == (5, 2)
    second = alice.get(page["next"]).json()
    third = alice.get(second["next"]).json()
    found = [row["id"] for each in (page, second, third) for row in each["results"]]
    assert (found, third["next"]) == (tables, None)
    assert alice.get(second["previous"]).json()["results"] == page["results"]
    assert len(alice.get(f"{TABLES}?page_size=100000").json()["results"]) == 5


def test_the_length_of_a_list_does_not_change_how_often_the_database_is_asked(
    alice, django_assert_num_queries
):
    for _ in range(7):
        opened(alice, bots=2)
    with django_assert_num_queries(3 + 1):  # the token and its use; how many, which, who sits there
        alice.get(TABLES)


@pytest.mark.parametrize(
    "query",
    ["status=lost", "status=", "mine=perhaps", "mine=", "mine=1&status=open1", "page_size=0", "page_size=x"],
)
def test_a_list_that_makes_no_sense_is_a_bad_request(alice, query):
    is_problem(alice.get(f"{TABLES}?{query}"), 400, "bad_request")


@pytest.mark.parametrize("query", ["page=0", "page=99", "page=x", "page=", "page=last", "page=1_0"])
def test_a_page_that_is_not_there_is_not_found(alice, query):
    is_problem(alice.get(f"{TABLES}?{query}"), 404, "not_found")


def test_nobody_has_no_tables_of_their_own(nobody):
    is_problem(nobody.get(f"{TABLES}?mine=1"), 401, "not_authenticated")


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
