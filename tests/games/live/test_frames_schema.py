"""docs/socket.schema.json says what frames look like: all frames of whole games fit, wrong ones don't."""

import json
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from jsonschema import Draft202012Validator, FormatChecker

from accounts.preferences import DEFAULTS
from core.realtime import close_codes
from core.refusal import BadRequest
from games.live import protocol
from games.live.people import frames
from games.rules.errors import NotYourTurn
from games.rules.topics.cheating import Accuse
from games.rules.topics.preparing import SetWing
from games.selectors.sights import cached_sights
from games.selectors.tables import open_tables
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.referee import (
    Sitter,
    annul_game,
    halt_table,
    replace_player,
    resume_table,
    set_time_limit,
    stop_game,
)
from tests.support.games.playing import AT, do, opened, people, play_on, running, short, sight
from tests.support.openapi import closed
from wizard_site.socket_schema import socket_schema

pytestmark = pytest.mark.django_db
SCHEMA = json.loads((Path(settings.BASE_DIR) / "docs" / "socket.schema.json").read_text())
CLOSED = closed(SCHEMA)


def validator(name):
    """Checks against one definition of the document."""
    return Draft202012Validator(
        {**CLOSED, "oneOf": [{"$ref": f"#/$defs/{name}"}]}, format_checker=FormatChecker()
    )


FROM_SERVER, FROM_CLIENT = validator("from_server"), validator("from_client")


def fits(text):
    """The frame, which is what the document says."""
    frame = json.loads(text)
    FROM_SERVER.validate(frame)
    return frame


def updates(table_id, after):
    """What each viewer is sent about a table now."""
    moment = cached_sights(table_id, now=AT)
    viewers = [None, *range(len(sight(table_id)["players"]))]
    return [protocol.encode_update(**moment.update(v, after=after, with_sheet=True)) for v in viewers]


def test_the_document_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"cheating": True},
        {"preset": "custom", "rounds": [{"cards": 3}], "edition": "magic"},
        {"preset": "custom", "rounds": [{"cards": 2, "reveal": "hiddentip", "restriction": "notequal"}] * 2},
        {"preset": "custom", "rounds": [{"cards": 3, "reveal": "delayed"}]},
    ],
)
def test_every_update_of_a_game_fits(options):
    table_id = running(3, **({**short(3, 2), **options}))
    seen = set()
    after = -1

    def watch():
        nonlocal after
        for text in updates(table_id, after):
            frame = fits(text)
            seen.update(event.get("type") for event in frame["events"])
        after = frame["number"]

    watch()
    play_on(table_id, Random(3), watch=watch, nerve=0.2 if options.get("cheating") else 0)
    assert {"card_played", "trick_taken", "round_scored", "game_finished"} <= seen


def test_changed_preferences_fit():
    frame = fits(protocol.encode_preferences(DEFAULTS._replace(deck="classic")))
    assert frame["preferences"]["deck"] == "classic"


def test_a_wing_fits_and_shows_in_its_own_seats_update_alone():
    table_id = running(3)
    before = cached_sights(table_id, now=AT).number
    unmarked = [fits(text) for text in updates(table_id, before)]
    seat = (sight(table_id)["round"]["dealer"]) % 3
    card = sight(table_id, seat)["hand"][0]
    dispatch(Command(table_id, SetWing(card), AT, seat=seat))
    marked = [fits(text) for text in updates(table_id, before)]
    # The first update is that of a viewer without a seat.
    own = marked.pop(seat + 1)
    assert own["sight"]["wing"] == card
    assert own["events"] == []
    del unmarked[seat + 1]
    assert marked == unmarked


def test_answers_fit():
    table_id = running(3, **short(3, cheating=True))
    play_on(table_id, Random(1), until=lambda seen: bool(seen["trick"] and seen["trick"]["plays"]))
    answer = do(table_id, 0, Accuse(1, "button"), action_id="a")
    fits(protocol.encode_ack("a", answer.number, answer.outcome))
    fits(protocol.encode_ack("b", 7, None))
    fits(protocol.encode_refusal("a", NotYourTurn()))
    fits(protocol.encode_refusal(None, BadRequest({"type": ["This must be one of …"]})))
    fits(protocol.encode_presence(2, False))
    fits(protocol.encode_pong())
    fits(protocol.encode_new_version("0123456789ab"))
    fits(protocol.encode_bye(close_codes.ACCESS_REVOKED))
    opened(*people(1))
    assert fits(frames.encode_tables(open_tables()))["tables"]


@pytest.mark.parametrize(
    "action",
    [
        {"type": "name_trump", "suit": "R"},
        {"type": "bid", "bid": 0},
        {"type": "play", "card": "W4"},
        {
            "type": "accuse",
            "accused": 2,
            "source": "light_sensor",
            "lux": 1.5,
            "sensed_at": "2026-01-31T20:15:00Z",
        },
        {"type": "accuse", "accused": 2, "source": "button"},
        {"type": "ready"},
    ],
)
def test_what_the_document_lets_clients_send_is_understood(action):
    frame = {"type": "action", "id": "1", "action": action}
    FROM_CLIENT.validate(frame)
    assert protocol.parse_frame(json.dumps(frame)).id == "1"


@pytest.mark.parametrize("field", ["number", "players", "hand", "legal", "turn", "commitment", "server_time"])
def test_a_sight_without_one_of_its_fields_does_not_fit(field):
    frame = fits(updates(running(3), -1)[1])
    broken = deepcopy(frame)
    del broken["sight"][field]
    assert not FROM_SERVER.is_valid(broken)


def test_a_field_that_is_not_described_does_not_fit():
    frame = fits(updates(running(3), -1)[1])
    frame["sight"]["deck"] = ["R1"]
    assert not FROM_SERVER.is_valid(frame)


def test_a_card_that_is_none_does_not_fit():
    frame = fits(updates(running(3), -1)[1])
    frame["sight"]["hand"] = ["R14"]
    assert not FROM_SERVER.is_valid(frame)


def test_what_organisers_do_fits():
    table_id = running(3, **short(3, 2))
    before = cached_sights(table_id, now=AT).number
    closes_at = AT + timedelta(minutes=45)
    set_time_limit(table_id=table_id, closes_at=closes_at, now=AT)
    set_time_limit(table_id=table_id, closes_at=None, now=AT)
    halt_table(table_id=table_id, now=AT)
    assert [fits(text)["sight"]["halted"] for text in updates(table_id, before)] == [True] * 4
    replace_player(table_id=table_id, seat=1, sitter=Sitter("Circe", "bot", None, "master"), now=AT)
    resume_table(table_id=table_id, now=AT)
    stop_game(table_id=table_id, now=AT)
    other = running(3)
    annul_game(table_id=other, now=AT)
    told = [fits(text)["events"] for text in updates(table_id, before)]
    told += [fits(text)["events"] for text in updates(other, before)]
    assert {event["type"] for events in told for event in events} == {
        "time_limit_set",
        "table_halted",
        "player_replaced",
        "table_resumed",
        "game_stopped",
        "game_finished",
        "game_annulled",
    }


def test_the_document_is_what_the_types_say():
    assert (Path(settings.BASE_DIR) / "docs" / "socket.schema.json").read_text() == socket_schema()
