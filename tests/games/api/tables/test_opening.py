"""Opening tables over HTTP, and what is refused."""

import pytest

from games.models import Table
from games.rules.options import parse_options
from tests.support.games.responses import ROW, TABLES, is_problem, is_refused, opened


def test_an_opened_table_is_answered_whole(alice):
    table = opened(alice, options={"cheating": True}, seats=5, salt="ab")
    assert set(table) == {*ROW, "host", "invite", "sight"}
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
