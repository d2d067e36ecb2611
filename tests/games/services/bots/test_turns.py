"""When the scheduler must act, and what it asks: a bot's move from its own sight, the end of a pause."""

from datetime import timedelta
from random import Random

import pytest
from django.test import override_settings

from core.refusal import Refusal
from games.bots.choose import choose_action, first_legal_action
from games.models import Table
from games.rules.topics.absence import GoAway
from games.rules.topics.pause import EndPause, Ready
from games.selectors.memory import sight_with_memory
from games.services.audit import audit_table
from games.services.bots import turns
from games.services.bots.turns import find_slow_move, server_command
from games.services.commands.act import dispatch
from games.services.commands.command import Command, Stale
from games.services.commands.due import seats_for_server_to_move
from games.store import tables
from games.wire.actions import parse_action
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    move,
    number,
    opened,
    people,
    play_on,
    running,
    short,
    sight,
    snapshot,
)
from tests.support.games.snapshots import everything

pytestmark = pytest.mark.django_db


def alice_and_bots(bots: int = 3, **options) -> str:
    """A running table of alice and bots."""
    return opened(person("alice"), size=bots + 1, bots=bots, options=short(3, 1, **options))


def until_a_bots_turn(table_id: str) -> str:
    play_on(table_id, Random(1), until=lambda seen: seen["turn"] and seen["turn"][0] != 0)
    return table_id


def due_at(table_id: str):
    return Table.objects.get(pk=table_id).due_at


def asked(table_id: str):
    """What the scheduler asks of the table now."""
    return server_command(tables.load_snapshot(table_id), now=AT, rng=Random(1))


def test_a_table_of_people_is_never_due_until_a_pause():
    table_id = running(3)
    assert due_at(table_id) is None
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    assert due_at(table_id) is not None


@override_settings(BOT_PAUSE=0.8)
def test_a_bot_waits_so_that_people_can_follow_and_longer_after_a_trick():
    table_id = alice_and_bots()
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing")
    waits = set()
    while sight(table_id)["status"] == "playing":
        move(table_id, Random(1))
        seen = sight(table_id)
        if seen["turn"] == [0]:
            assert due_at(table_id) is None
        elif seen["status"] == "playing":
            fresh = not seen["trick"]["plays"]
            waits.add((fresh, (due_at(table_id) - AT).total_seconds()))
    assert waits == {(False, 0.8), (True, 2.0)}


def test_a_bot_acts_from_its_own_sight_alone(monkeypatch):
    table_id = until_a_bots_turn(alice_and_bots())
    shown = []
    monkeypatch.setattr(turns, "choose_action", lambda seen, **_: shown.append(seen))
    seat = sight(table_id)["turn"][0]
    # A bot that finds nothing to do is not waited for.
    assert asked(table_id).action == parse_action(first_legal_action(sight(table_id, seat)))
    assert shown == [sight_with_memory(tables.load_snapshot(table_id), seat, now=AT)]


def test_the_scheduler_moves_the_bot_on_turn_and_nobody_else():
    table_id = until_a_bots_turn(alice_and_bots())
    command = asked(table_id)
    assert (command.seat, command.user) == (sight(table_id)["turn"][0], None)
    assert command.at_number == number(table_id)
    assert dispatch(command).number == number(table_id)


@pytest.mark.parametrize("bot_level", ["apprentice", "master"])
def test_a_stand_in_plays_as_a_journeyman_whatever_the_bots_at_the_table_are(bot_level):
    table_id = opened(
        *people(2), size=4, bots=2, bot_level=bot_level, options=short(5, reveal="hiddentip"), now=AT
    )
    gone = 3
    outcome = dispatch(Command(table_id, GoAway(gone), AT))
    assert not isinstance(outcome, Refusal)
    stood_in = 0
    while (seen := sight(table_id))["status"] in ("naming_trump", "bidding", "playing"):
        at_hand = tables.load_snapshot(table_id)
        if (bots := seats_for_server_to_move(at_hand.state)) and bots[0] == gone:
            stood_in += 1
            assert find_slow_move(at_hand, now=AT, rng=Random(1)) is None
            command = asked(table_id)
            own = sight_with_memory(at_hand, gone, now=AT)
            assert command.action == parse_action(choose_action(own, level="journeyman", rng=Random(1)))
            assert (command.seat, command.by) == (gone, "bot")
            dispatch(command)
        else:
            do(table_id, seen["turn"][0], some_action(sight(table_id, seen["turn"][0]), Random(1)))
    assert stood_in >= 6


def test_the_scheduler_leaves_people_alone():
    table_id = alice_and_bots()
    play_on(table_id, Random(1), until=lambda seen: seen["turn"] == [0])
    assert asked(table_id) is None
    assert asked(running(3)) is None
    assert asked(opened(*people(1))) is None


def test_bots_that_bid_in_secret_do_so_one_after_the_other_while_people_think():
    table_id = alice_and_bots(reveal="hiddentip")
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "bidding")
    while (command := asked(table_id)) is not None:
        dispatch(command)
    bidders = [player["seat"] for player in sight(table_id)["players"] if player["has_bid"]]
    assert set(bidders) >= {1, 2, 3}


def test_the_pause_is_due_at_its_end_and_nobody_who_is_ready_moves_that():
    table_id = running(4, **short(1, 1, pause=2.5))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    began = snapshot(table_id).recent[-1].at
    assert due_at(table_id) == began + timedelta(seconds=2.5)
    assert sight(table_id)["deadline"] == due_at(table_id).isoformat().replace("+00:00", "Z")
    do(table_id, 1, Ready(), now=began + timedelta(seconds=1))
    assert due_at(table_id) == began + timedelta(seconds=2.5)


def test_the_pause_ends_when_every_person_is_ready():
    table_id = alice_and_bots(bots=2)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    do(table_id, 0, Ready())
    assert sight(table_id)["round"]["number"] == 2


def test_the_scheduler_ends_a_pause():
    table_id = running(3, **short(1, 1))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    command = asked(table_id)
    assert command.action == EndPause()
    dispatch(command)
    assert sight(table_id)["round"]["number"] == 2
    assert due_at(table_id) is None


def test_an_old_request_of_the_scheduler_does_nothing():
    table_id = until_a_bots_turn(alice_and_bots())
    command = asked(table_id)
    dispatch(command)
    before = everything()
    assert isinstance(dispatch(command), Stale)
    assert everything() == before


def test_a_game_is_played_on_by_the_scheduler_until_its_people_are_asked():
    table_id = alice_and_bots(bots=2, pause=0)
    rng = Random(2)
    while (seen := sight(table_id))["status"] != "finished":
        command = asked(table_id)
        outcome = dispatch(command) if command else do_for_alice(table_id, seen, rng)
        assert not isinstance(outcome, Refusal)
    assert audit_table(table_id) == []


def do_for_alice(table_id: str, seen, rng: Random):
    assert seen["turn"] == [0]
    return move(table_id, rng)
