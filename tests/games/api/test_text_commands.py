"""Typed commands, in the chat line and by `POST command`: the same actions, told to their author alone."""

from random import Random

import pytest

from core.limits import Limit
from games.models import ChatMessage, Table
from games.rules.cards import SUITS
from games.services.chat import limits
from tests.support.games.people import api_of, person
from tests.support.games.playing import (
    bidding,
    in_play,
    number,
    on_turn,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
)
from tests.support.games.responses import TABLES, client_at, is_problem

pytestmark = pytest.mark.django_db
COMMAND = "/api/v1/command"


def run(client, table_id: str, text: str, **more):
    return client.post(COMMAND, {"table": table_id, "text": text, **more})


def reply(client, table_id: str, text: str, **more) -> str:
    response = run(client, table_id, text, **more)
    assert response.status_code == 200, response.content
    return response.json()["text"]


def test_a_table_is_played_by_commands_alone(alice, bob, charlie):
    table_id = opened(*people(1), size=4, bots=0)
    assert reply(bob, table_id, "/join 3") == "You are sitting on seat 3."
    assert reply(charlie, table_id, "/join") == "You are sitting on seat 2."
    assert reply(charlie, table_id, "/leave") == "You have left your seat."
    assert reply(charlie, table_id, "/join 2") == "You are sitting on seat 2."
    assert reply(alice, table_id, "/who").splitlines() == [
        "Seat 1: alice (not connected)",
        "Seat 2: charlie (not connected)",
        "Seat 3: bob (not connected)",
    ]
    assert reply(alice, table_id, "/start") == "The game has started."
    seen = sight(table_id)
    assert (seen["status"] != "open", len(seen["players"])) == (True, 3)


def test_bids_cards_and_wings(alice):
    table_id = bidding(3)
    while sight(table_id)["status"] == "bidding":
        client = client_at(table_id, on_turn(table_id))
        assert reply(client, table_id, "/bid 1") == "Your bid: 1."
    seat = on_turn(table_id)
    card = sight(table_id, seat)["legal"]["cards"][0]
    later = (seat + 2) % 4
    held = sight(table_id, later)["hand"][0]
    assert (
        reply(client_at(table_id, later), table_id, f"/wing {held}") == f"{held} plays itself on your turn."
    )
    assert sight(table_id, later)["wing"] == held
    assert reply(client_at(table_id, later), table_id, "/wing off") == "No card plays itself."
    played = run(client_at(table_id, seat), table_id, f"/play {card}", id="1").json()
    assert played == {"command": "play", "text": f"You played {card}.", "number": number(table_id)}
    assert sight(table_id)["trick"]["plays"] == [{"seat": seat, "card": card}]
    # The same id again is the same card.
    assert run(client_at(table_id, seat), table_id, f"/play {card}", id="1").json() == played


def test_the_dealer_names_trump():
    for seed in range(400):
        table_id = opened(*people(4), size=4, options=short(1, 1), seed=f"{seed:064x}")
        if sight(table_id)["status"] == "naming_trump":
            break
    assert reply(client_at(table_id, on_turn(table_id)), table_id, "/trump blue") == "Trump is named."
    assert sight(table_id)["round"]["trump"] == SUITS[3]


def test_a_player_is_accused_by_name(alice):
    table_id = running(4, **short(3, 3, cheating=True))
    play_on(table_id, Random(1), until=lambda seen: bool(seen["trick"] and seen["trick"]["plays"]))
    assert reply(alice, table_id, "/accuse DORA") == "Your accusation has been judged."
    problem = is_problem(run(alice, table_id, "/accuse zoe"), 400, "bad_request")
    assert problem["detail"].startswith("Nobody called “zoe” sits here. Say alice, bob")
    is_problem(run(alice, table_id, "/accuse alice"), 409, "cannot_accuse_yourself")


def test_options_change_before_the_start(alice, bob, charlie):
    table_id = opened(*people(2), size=4)
    assert reply(alice, table_id, "/option notequal") == "The option has been changed."
    reply(alice, table_id, "/option hiddentip")
    assert alice.get(f"{TABLES}/{table_id}").json()["options"]["restriction"] == "notequal"
    assert Table.objects.get(pk=table_id).options["reveal"] == "hiddentip"
    reply(alice, table_id, "/option hiddentip off")
    assert Table.objects.get(pk=table_id).options["reveal"] == "open"
    is_problem(run(alice, table_id, "/option hiddentip off"), 409, "nothing_changed")
    is_problem(run(alice, table_id, "/option delayed"), 400, "bad_request")
    is_problem(run(bob, table_id, "/option cheating"), 403, "forbidden")
    is_problem(run(charlie, table_id, "/option cheating"), 409, "not_seated")
    reply(alice, table_id, "/option preset tournament")
    events = bob.get(f"{TABLES}/{table_id}/events").json()["events"]
    assert [event["type"] for event in events].count("options_changed") == 4
    running_id = in_play()
    is_problem(run(alice, running_id, "/option notequal"), 409, "already_started")


def test_who_opened_and_left_leaves_the_options_to_the_others(alice, bob):
    table_id = opened(*people(2), size=4)
    reply(alice, table_id, "/leave")
    assert reply(bob, table_id, "/option german") == "The option has been changed."
    is_problem(run(alice, table_id, "/option american"), 409, "not_seated")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/bid 99", "bid_out_of_range"),
        ("/trump red", "wrong_phase"),
        ("/start", "already_started"),
        ("/join", None),
        ("/join 4", "already_seated"),
    ],
)
def test_the_rules_refuse_in_their_own_words(text, code):
    table_id = bidding(3)
    seat = on_turn(table_id)
    client = client_at(table_id, seat)
    response = run(client, table_id, text if text != "/join 4" else f"/join {(seat + 1) % 4 + 1}")
    if code is None:
        assert response.json()["text"] == f"You are sitting on seat {seat + 1}."
    else:
        is_problem(response, 409, code)


def test_a_spectator_plays_nobodys_cards(charlie):
    table_id = in_play()
    held = sight(table_id, on_turn(table_id))["hand"][0]
    for text in (f"/play {held}", "/bid 1", f"/wing {held}", "/start", "/leave", "/accuse bob"):
        is_problem(run(charlie, table_id, text), 409, "not_seated")


def test_help_takes_no_table_and_everything_else_does(alice, nobody):
    answer = alice.post(COMMAND, {"text": "/help"}).json()
    assert answer["text"].startswith("/join [seat]: ")
    is_problem(alice.post(COMMAND, {"text": "/who"}), 400, "bad_request")
    is_problem(run(alice, "nowhere", "/who"), 404, "not_found")
    is_problem(nobody.post(COMMAND, {"text": "/help"}), 401, "not_authenticated")
    private = opened(person("bob"), size=4, visibility="private")
    is_problem(run(alice, private, "/join"), 403, "forbidden")
    assert "seat 2" in reply(alice, private, "/join", invite=Table.objects.get(pk=private).invite)


# --- In the chat line -------------------------------------------------------------------------------------


def test_a_command_in_the_chat_line_is_never_said(alice, bob):
    table_id = bidding(3)
    chat = f"{TABLES}/{table_id}/chat"
    client = client_at(table_id, on_turn(table_id))
    answer = client.post(chat, {"text": " /bid 1", "id": "1"})
    assert (answer.status_code, answer.json()["text"]) == (200, "Your bid: 1.")
    is_problem(client.post(chat, {"text": "/bit 1"}), 400, "bad_request")
    assert not ChatMessage.objects.exists()


def test_two_slashes_and_slashes_within_a_sentence_are_said(alice):
    chat = f"{TABLES}/{running()}/chat"
    assert alice.post(chat, {"text": "//shrug"}).json()["text"] == "/shrug"
    assert alice.post(chat, {"text": "try /bid 2"}).json()["text"] == "try /bid 2"


def test_a_silent_table_still_takes_commands(alice):
    table_id = bidding(3)
    Table.objects.filter(pk=table_id).update(silent=True)
    client = client_at(table_id, on_turn(table_id))
    is_problem(client.post(f"{TABLES}/{table_id}/chat", {"text": "Hello"}), 409, "chat_closed")
    assert client.post(f"{TABLES}/{table_id}/chat", {"text": "/bid 0"}).status_code == 200


def test_a_flood_of_commands_is_refused(alice):
    chat = f"{TABLES}/{running()}/chat"
    answers = [alice.post(chat, {"text": "/who"}) for _ in range(61)]
    is_problem(answers[-1], 429, "throttled")
    assert api_of(person("bob")).post(chat, {"text": "/who"}).status_code == 200


# --- Beginning with the game's name -----------------------------------------------------------------------


def test_slow_games_are_played_by_commands_over_the_api(alice, bob, charlie):
    answer = alice.post(COMMAND, {"text": "wizard challenge -days 2 bob charlie", "id": "1"})
    assert (answer.status_code, answer.json()["command"]) == (200, "challenge")
    board = Table.objects.get().pk
    for client in (bob, charlie):
        assert client.post(COMMAND, {"text": f"wizard accept {board[:4]}"}).json()["command"] == "accept"
    assert board in alice.post(COMMAND, {"text": "wizard games"}).json()["text"]
    is_problem(alice.post(COMMAND, {"text": "wizard move zzzzzzzz 2"}), 404, "not_found")
    is_problem(alice.post(COMMAND, {"text": "wizard challenge alice"}), 409, "cannot_challenge_yourself")


def test_a_chat_may_begin_with_the_games_name(alice):
    chat = f"{TABLES}/{running()}/chat"
    assert alice.post(chat, {"text": "Wizard is my favourite game"}).status_code == 201
    assert "with bob" in alice.post(chat, {"text": "wizard games"}).json()["text"]
    assert ChatMessage.objects.count() == 1


def test_commands_are_counted_together_with_those_in_the_chat_line(alice, monkeypatch):
    monkeypatch.setattr(limits, "COMMANDS", Limit("text-commands", 2, seconds=10**10))
    table_id = opened(*people(1), size=4, bots=0)
    assert run(alice, table_id, "/who").status_code == 200
    assert alice.post(f"{TABLES}/{table_id}/chat", {"text": "/who"}).status_code == 200
    assert is_problem(run(alice, table_id, "/who"), 429, "throttled")
