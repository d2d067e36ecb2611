"""Playing over HTTP: actions, events, record; every wrong action by its code, and once is once."""

import json
import logging
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.models import Token
from accounts.services import revoke_token
from games.models import LogEntry
from games.rules.record.check import check_record
from tests.support.games.choices import some_action
from tests.support.games.playing import bidding, in_play, number, on_turn, play_on, running, short, sight
from tests.support.games.responses import TABLES, acts, client_at, is_problem, is_refused


@pytest.fixture
def table_id(db) -> str:
    """A table of alice, bob, dora and emil at which the first card may be played."""
    return in_play()


# --- Actions ---------------------------------------------------------------------------------------


def test_an_action_is_answered_with_the_number_that_it_became(table_id):
    seat = on_turn(table_id)
    before = number(table_id)
    response = acts(client_at(table_id, seat), table_id, some_action(sight(table_id, seat), Random(1)))
    assert response.status_code == 200
    assert response.json() == {"id": "an-id", "number": before + 1, "outcome": None}


def test_an_action_sent_twice_is_answered_twice_and_done_once(table_id):
    seat = on_turn(table_id)
    client = client_at(table_id, seat)
    action = some_action(sight(table_id, seat), Random(1))
    answers = [acts(client, table_id, action).json() for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert LogEntry.objects.filter(table_id=table_id, action_id="an-id").count() == 1


def test_an_accusation_is_answered_with_its_verdict(db):
    table_id = in_play(cheating=True)
    seat = on_turn(table_id)
    acts(client_at(table_id, seat), table_id, some_action(sight(table_id, seat), Random(1)), "card")
    call = {"type": "accuse", "accused": seat, "source": "light_sensor", "lux": 0.2}
    call["sensed_at"] = "2026-01-01T12:00:00Z"
    answer = acts(client_at(table_id, (seat + 1) % 4), table_id, call).json()
    assert answer["outcome"] == {"verdict": "wrong", "accuser_points": -10, "accused_points": 0}


@pytest.mark.parametrize("bid", [-1, 16, 6])
def test_a_bid_out_of_range_is_refused(db, bid):
    table_id = bidding()
    client = client_at(table_id, on_turn(table_id))
    is_refused(lambda: acts(client, table_id, {"type": "bid", "bid": bid}), 409, "bid_out_of_range")


WRONG_ACTIONS = [
    ({}, "type"),
    ({"type": None}, "type"),
    ({"type": "fly"}, "type"),
    ({"type": ["bid"]}, "type"),
    ({"type": "end_pause"}, "type"),
    ({"type": "take_seat", "name": "x", "kind": "bot"}, "type"),
    ({"type": "bid"}, "bid"),
    ({"type": "bid", "bid": "two"}, "bid"),
    ({"type": "bid", "bid": "2"}, "bid"),
    ({"type": "bid", "bid": 1.0}, "bid"),
    ({"type": "bid", "bid": True}, "bid"),
    ({"type": "bid", "bid": None}, "bid"),
    ({"type": "bid", "bid": [1]}, "bid"),
    ({"type": "bid", "bid": 1, "seat": 2}, "seat"),
    ({"type": "bid", "bid": 1, "at": "now", "by": "clock"}, "by"),
    ({"type": "play"}, "card"),
    ({"type": "play", "card": "X9"}, "card"),
    ({"type": "play", "card": "r7"}, "card"),
    ({"type": "play", "card": "R14"}, "card"),
    ({"type": "play", "card": "W5"}, "card"),
    ({"type": "play", "card": "R07"}, "card"),
    ({"type": "play", "card": ["R7"]}, "card"),
    ({"type": "play", "card": {"R7": 1}}, "card"),
    ({"type": "name_trump", "suit": "J"}, "suit"),
    ({"type": "name_trump", "suit": None}, "suit"),
    ({"type": "accuse", "accused": 6, "source": "button"}, "accused"),
    ({"type": "accuse", "accused": -1, "source": "button"}, "accused"),
    ({"type": "accuse", "accused": "bob", "source": "button"}, "accused"),
    ({"type": "accuse", "accused": 1, "source": "nose"}, "source"),
    ({"type": "accuse", "accused": 1, "source": "light_sensor", "lux": -1}, "lux"),
    ({"type": "accuse", "accused": 1, "source": "light_sensor", "lux": "dark"}, "lux"),
    ({"type": "accuse", "accused": 1, "source": "button", "sensed_at": "soon"}, "sensed_at"),
    ({"type": "accuse", "accused": 1, "source": "button", "sensed_at": "2026-01-01\x0012:00"}, "sensed_at"),
    ({"type": "ready", "steady": "go"}, "steady"),
]


@pytest.mark.parametrize(("action", "field"), WRONG_ACTIONS, ids=str)
def test_what_is_no_action_is_a_bad_request_that_names_the_field(table_id, action, field):
    client = client_at(table_id, on_turn(table_id))
    body = is_refused(lambda: acts(client, table_id, action), 400, "bad_request")
    assert field in body["errors"]


@pytest.mark.parametrize("action_id", [None, "", 7, "x" * 65, ["a"], "a\x00b", True])
def test_an_action_needs_an_id_that_is_a_text(table_id, action_id):
    client = client_at(table_id, on_turn(table_id))
    body = is_refused(lambda: acts(client, table_id, {"type": "ready"}, action_id), 400, "bad_request")
    assert "id" in body["errors"]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "7",
        "null",
        '"play"',
        "{",
        "",
        '{"id": "a", "type": "accuse", "accused": 1, "source": "button", "lux": NaN}',
        '{"id": "a", "type": "accuse", "accused": 1, "source": "button", "lux": 1e999}',
        '{"id": "a", "type": "ready", "\\ud800": 1}',
        '{"id": "\\ud800", "type": "ready"}',
        '{"id": "a", "type": "\\ud800"}',
    ],
)
def test_a_body_that_is_no_action_is_a_bad_request(table_id, text):
    client, path = client_at(table_id, 0), f"{TABLES}/{table_id}/actions"
    send = lambda: client.generic("POST", path, text, content_type="application/json")  # noqa: E731
    is_refused(send, 400, "bad_request")


def test_a_lone_surrogate_in_an_action_is_refused_with_a_sentence(table_id):
    client = client_at(table_id, on_turn(table_id))
    text = r'{"id": "\ud800", "type": "play", "card": "\ud800"}'
    path = f"{TABLES}/{table_id}/actions"
    send = lambda: client.generic("POST", path, text, content_type="application/json")  # noqa: E731
    body = is_refused(send, 400, "bad_request")
    assert body["errors"] == {key: ["Lone surrogates are not allowed."] for key in ["id", "card"]}


def test_more_than_64_kib_are_too_large(table_id):
    client = client_at(table_id, on_turn(table_id))
    large = {"type": "ready", "why": "x" * 64 * 1024}
    is_refused(lambda: acts(client, table_id, large), 413, "too_large")


def test_what_the_rules_refuse_has_its_code(table_id):
    seat = on_turn(table_id)
    mine, other = client_at(table_id, seat), client_at(table_id, (seat + 1) % 4)
    others_card = sight(table_id, (seat + 1) % 4)["hand"][0]
    card = {"type": "play", "card": others_card}
    is_refused(lambda: acts(other, table_id, card), 409, "not_your_turn")
    is_refused(lambda: acts(mine, table_id, card), 409, "card_not_in_hand")
    is_refused(lambda: acts(mine, table_id, {"type": "bid", "bid": 1}), 409, "wrong_phase")
    is_refused(lambda: acts(mine, table_id, {"type": "ready"}), 409, "wrong_phase")
    is_refused(lambda: acts(mine, table_id, {"type": "name_trump", "suit": "R"}), 409, "wrong_phase")
    call = {"type": "accuse", "accused": 1, "source": "button"}
    is_refused(lambda: acts(client_at(table_id, 0), table_id, call), 409, "strict_table")


@pytest.mark.parametrize("kind", ["leave", "pause"])
def test_what_is_so_already_is_refused_by_name(table_id, kind):
    client = client_at(table_id, 0)
    assert acts(client, table_id, {"type": kind}, "once").status_code == 200
    is_refused(lambda: acts(client, table_id, {"type": kind}, "again"), 409, "nothing_changed")


def test_nobody_acts_for_someone_elses_seat(table_id, charlie, nobody):
    """The seat is the token's, whatever the client says."""
    action = some_action(sight(table_id, on_turn(table_id)), Random(1))
    is_refused(lambda: acts(charlie, table_id, action), 409, "not_seated")
    is_refused(lambda: acts(nobody, table_id, action), 401, "not_authenticated")
    other = client_at(table_id, (on_turn(table_id) + 1) % 4)
    is_refused(lambda: acts(other, table_id, {**action, "seat": on_turn(table_id)}), 400, "bad_request")


def test_a_dead_token_opens_nothing(table_id):
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), Random(1))
    expired, revoked = client_at(table_id, seat), client_at(table_id, seat)
    first, second = Token.objects.order_by("pk")[Token.objects.count() - 2 :]
    Token.objects.filter(pk=first.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    revoke_token(token=second, now=timezone.now())
    for client in (expired, revoked):
        is_refused(lambda c=client: acts(c, table_id, action), 401, "not_authenticated")
        is_refused(lambda c=client: c.get(f"{TABLES}/{table_id}"), 401, "not_authenticated")


def test_the_log_of_the_server_gets_one_line_at_most_for_each_refusal(table_id, caplog):
    client = client_at(table_id, on_turn(table_id))
    with caplog.at_level(logging.DEBUG):
        for action, _ in WRONG_ACTIONS[:6]:
            caplog.clear()
            acts(client, table_id, action)
            lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
            assert len(lines) <= 1
            # A handler's filter takes the traceback away (wizard_site/boot/logs.py).
            assert all(400 <= record.status_code < 500 for record in lines)


# --- Events --------------------------------------------------------------------------------------------


def test_events_come_in_order_without_gaps_from_where_one_asks(table_id, charlie):
    everything = charlie.get(f"{TABLES}/{table_id}/events").json()
    count = number(table_id)
    assert everything["number"] == count
    assert [event["number"] for event in everything["events"]] == list(range(1, count + 1))
    assert [event["type"] for event in everything["events"][:2]] == ["table_opened", "seat_taken"]
    for after in (0, 1, count - 1, count, count + 9):
        some = charlie.get(f"{TABLES}/{table_id}/events?after={after}").json()
        assert some == {"number": count, "events": everything["events"][after:]}


def test_events_beyond_what_is_at_hand_come_from_the_log(db, charlie):
    table_id = running(4, preset="standard")
    play_on(table_id, Random(1), until=lambda seen: seen["number"] > 150)
    found = charlie.get(f"{TABLES}/{table_id}/events?after=0").json()
    assert [event["number"] for event in found["events"]] == list(range(1, number(table_id) + 1))


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "99999999999999999999"])
def test_after_is_a_number(table_id, charlie, after):
    is_problem(charlie.get(f"{TABLES}/{table_id}/events?after={after}"), 400, "bad_request")


# --- The record -------------------------------------------------------------------------------------


def test_the_record_comes_when_the_game_is_over_and_passes_its_check(db, charlie):
    table_id = running(3, **short(2, 1, cheating=True))
    is_refused(lambda: charlie.get(f"{TABLES}/{table_id}/record"), 409, "not_finished")
    play_on(table_id, Random(1), nerve=0.2)
    record = charlie.get(f"{TABLES}/{table_id}/record")
    assert record.status_code == 200
    assert check_record(json.loads(record.content)) == []
    assert record.json()["table"] == table_id
    table = charlie.get(f"{TABLES}/{table_id}").json()
    assert table["sight"]["result"] == record.json()["result"]
    assert charlie.get(f"{TABLES}?status=finished").json()["results"][0]["id"] == table_id
    client = client_at(table_id, 0)
    is_refused(lambda: acts(client, table_id, {"type": "ready"}), 409, "wrong_phase")
