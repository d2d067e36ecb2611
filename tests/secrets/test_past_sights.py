"""An earlier position shows a player what they were sent then, and nothing that was hidden from them."""

from random import Random
from typing import Any

import orjson
import pytest

from games.models import LogEntry
from games.selectors.past_sights import past_sight
from games.selectors.sights import load_table_sights
from games.services.commands.act import set_wing
from games.services.text_commands import run_command
from games.store.tables import clear_cached_tables
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import AT, do, number, on_turn, running, short, sight, snapshot, user_at

pytestmark = pytest.mark.django_db
NOT_IN_LOGS = ("server_time", "deadline", "wing", "prepared_bid", "unmarked")
"""Fields of moments and of marks, which no log has."""


def known(seen: Any) -> dict[str, Any]:
    """A sight without what a log does not tell."""
    shown = orjson.loads(orjson.dumps(seen))
    for name in NOT_IN_LOGS:
        shown.pop(name, None)
    for player in shown["players"]:
        player.pop("connected"), player.pop("away_at", None)
    return dict(shown)


def play_and_note(table_id: str, rng: Random) -> dict[int, dict[int | None, dict[str, Any]]]:
    """Play a game; returns all that was sent, by log number and viewer."""
    sent: dict[int, dict[int | None, dict[str, Any]]] = {}
    for _ in range(400):
        shown = load_table_sights(table_id, now=AT)
        sent[number(table_id)] = {
            viewer: known(shown.update(viewer, after=-1, with_sheet=True)["sight"])
            for viewer in (None, *range(4))
        }
        if sight(table_id)["status"] in ("finished", "abandoned"):
            return sent
        seat = on_turn(table_id)
        later = (seat + 1) % 4
        # A mark is a secret of its own, and leaves no trace.
        if sight(table_id)["status"] == "playing" and sight(table_id, later)["hand"]:
            wing = rng.choice(sight(table_id, later)["hand"])
            set_wing(table_id=table_id, user=user_at(table_id, later) or 0, card=wing, now=AT)
        do(table_id, seat, some_action(sight(table_id, seat), rng))
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("options", [{}, {"reveal": "hiddentip"}, {"reveal": "delayed"}])
def test_it_is_what_was_sent_then(options):
    table_id = running(4, pace="slow", pause=0, **short(3, 2, **options))
    sent = play_and_note(table_id, Random(5))
    clear_cached_tables()
    hidden_at_all = False
    for at, by_viewer in sent.items():
        for viewer, expected in by_viewer.items():
            user = person("charlie").pk if viewer is None else user_at(table_id, viewer)
            assert user is not None
            shown = past_sight(table_id, user, at, now=AT)
            assert shown is not None
            assert known(shown) == expected
            hidden_at_all |= any(
                by_viewer[seat]["hand"] and by_viewer[seat]["hand"] != expected["hand"] for seat in range(4)
            )
    assert hidden_at_all
    # The entries between two commits were never sent, and give nobody a card either.
    for at in range(1, snapshot(table_id).number + 1):
        spectator = past_sight(table_id, person("charlie").pk, at, now=AT)
        assert spectator is not None
        assert spectator["hand"] is None
    assert past_sight(table_id, person("charlie").pk, snapshot(table_id).number + 1, now=AT) is None
    assert past_sight(table_id, person("charlie").pk, 0, now=AT) is None


def test_a_queue_is_nobody_elses_business():
    tables = [running(4, pace="slow", **short(3, 2)) for _ in range(2)]
    owner = 2
    for table_id in tables:
        while sight(table_id)["turn"] != [1]:
            do(table_id, on_turn(table_id), some_action(sight(table_id, on_turn(table_id)), Random(1)))
    card = sight(tables[0], owner)["hand"][0]
    name = snapshot(tables[0]).state.seats[owner]
    assert name is not None
    run_command(text=f"/queue {tables[0]} 1, {card}", user=person(name.name), now=AT)
    told = []
    for table_id in tables:
        shown = load_table_sights(table_id, now=AT)
        frames = [shown.update(viewer, after=0, with_sheet=True) for viewer in (None, 0, 1, 3)]
        log = list(LogEntry.objects.filter(table_id=table_id).values_list("number", "type", "seat", "data"))
        told.append(orjson.loads(orjson.dumps([frames, log[3:], snapshot(table_id).version])))
    assert str(told[0]).replace(tables[0], "") == str(told[1]).replace(tables[1], "")
    for other in ("alice", "bob", "emil"):
        if other != name.name:
            shown = run_command(text=f"/queue {tables[0]}", user=person(other), now=AT)["text"]
            assert card not in shown
