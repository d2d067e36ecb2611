"""What organisers do, over HTTP: refusals while halted, captions, and the records that tell of it."""

from random import Random

import pytest

from games.models import Table
from games.services.referee import (
    Sitter,
    annul_game,
    halt_table,
    open_tournament_table,
    replace_player,
    reveal_sealed_tables,
    stop_game,
)
from tests.support.games.people import api_of, person
from tests.support.games.playing import AT, in_play, people, play_on, running, short, sight
from tests.support.games.responses import TABLES, is_problem, is_refused

pytestmark = pytest.mark.django_db


def test_while_a_table_is_halted_players_are_refused_by_name():
    table_id = in_play(3, 1)
    seat = sight(table_id)["turn"][0]
    player = api_of(person(sight(table_id)["players"][seat]["name"]))
    card = sight(table_id, seat)["playable"][0]
    halt_table(table_id=table_id, now=AT)
    play = {"id": "1", "type": "play", "card": card}
    body = is_refused(lambda: player.post(f"{TABLES}/{table_id}/actions", play), 409, "halted")
    assert body["detail"] == "The organisers have paused this table."
    is_refused(lambda: player.put(f"{TABLES}/{table_id}/wing", {"card": card}), 409, "halted")
    is_refused(lambda: player.delete(f"{TABLES}/{table_id}/wing"), 409, "halted")
    seen = player.get(f"{TABLES}/{table_id}").json()["sight"]
    assert (seen["halted"], seen["turn"], seen["playable"]) == (True, [], [])


def test_who_has_lost_a_seat_is_refused_and_looks_on():
    table_id = in_play(3, 1)
    bob = api_of(person("bob"))
    replace_player(table_id=table_id, seat=1, sitter=Sitter("Circe", "bot", None, "master"), now=AT)
    play = {"id": "1", "type": "play", "card": "R1"}
    is_refused(lambda: bob.post(f"{TABLES}/{table_id}/actions", play), 409, "not_seated")
    table = bob.get(f"{TABLES}/{table_id}").json()
    assert (table["sight"]["viewer"], table["sight"]["hand"]) == (None, None)
    events = bob.get(f"{TABLES}/{table_id}/events").json()["events"]
    assert events[-1]["type"] == "player_replaced"
    assert not [event for event in events if event.get("hand")]


def test_the_record_of_a_changed_and_stopped_game_tells_of_it():
    table_id = running(4, **short(1, 2, 1))
    play_on(table_id, Random(2), until=lambda seen: (seen["round"] or {}).get("number") == 2)
    circe = Sitter("Circe", "bot", None, "master")
    replace_player(table_id=table_id, seat=1, sitter=circe, now=AT)
    stop_game(table_id=table_id, now=AT)
    record = api_of(None).get(f"{TABLES}/{table_id}/record").json()
    assert record["stopped"] is True
    assert record["substitutions"] == [
        {
            "round": 2,
            "after": None,
            "seat": 1,
            "name": "Circe",
            "kind": "bot",
            "replaced": {"name": "bob", "kind": "human"},
        }
    ]
    assert record["players"][1] == {"seat": 1, "name": "Circe", "kind": "bot"}


def test_an_annulled_game_has_no_record():
    table_id = in_play(3, 1)
    annul_game(table_id=table_id, now=AT)
    is_problem(api_of(None).get(f"{TABLES}/{table_id}/record"), 409, "not_finished")


def test_a_sealed_table_is_its_players_alone_and_its_record_comes_when_it_is_unsealed():
    table_id = open_tournament_table(
        sitters=[Sitter(user.username, user.kind, user.pk) for user in people(3)],
        options=short(1, pause=0),
        now=AT,
        visibility="private",
        sealed=True,
        caption="German championship",
        caption_url="/tournaments/dm/",
    )
    alice, charlie = api_of(person("alice")), api_of(person("charlie"))
    invite = f"?invite={Table.objects.get(pk=table_id).invite}"
    table = alice.get(f"{TABLES}/{table_id}").json()
    assert (table["sealed"], table["caption"], table["caption_url"]) == (
        True,
        "German championship",
        "/tournaments/dm/",
    )
    assert "invite" not in table
    play_on(table_id, Random(1))
    for path in ("", "/events", "/record"):
        is_problem(charlie.get(f"{TABLES}/{table_id}{path}{invite}"), 403, "forbidden")
    body = is_problem(alice.get(f"{TABLES}/{table_id}/record"), 409, "not_finished")
    assert "held back" in body["detail"]
    reveal_sealed_tables([table_id], visibility="public")
    assert charlie.get(f"{TABLES}/{table_id}/record").status_code == 200
    assert alice.get(f"{TABLES}/{table_id}").json()["sealed"] is False
