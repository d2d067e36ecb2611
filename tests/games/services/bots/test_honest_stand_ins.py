"""Moves made on behalf of somebody else are legal: a stand-in's, a clock's, and those for a visiting bot."""

from datetime import timedelta
from random import Random

import pytest

from games.bots.players import cheat
from games.bots.players.character import Character
from games.rules.topics.absence import GoAway
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.commands.command import Command
from games.services.commands.due import CLOCK_SLACK
from games.store import tables
from games.store.snapshot import Accepted
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, running, short, sight, snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def every_bot_cheats(monkeypatch):
    """Whoever may cheat does so at every chance."""
    monkeypatch.setattr(cheat, "bot_character", lambda name, level: Character("rogue", 1.0, -1000.0))


def played_by_the_scheduler(table_id: str) -> list[tuple[int, str]]:
    """Let the scheduler play the round; gives the seats of all cheats, and by whom each was played."""
    now, rng = AT, Random(5)
    while sight(table_id)["status"] in ("naming_trump", "bidding", "playing"):
        now += timedelta(seconds=100) + CLOCK_SLACK
        command = server_command(tables.load_snapshot(table_id), now=now, rng=rng)
        assert command is not None
        assert isinstance(dispatch(command), Accepted)
    current = snapshot(table_id).state.round
    return [
        (found.seat, lay.by)
        for found in current.cheats
        for lay in current.tricks[found.trick - 1].plays
        if lay.seat == found.seat
    ]


def test_no_clock_cheats_for_a_person():
    table_id = running(4, **short(9, 1, cheating=True, clock=15))
    assert played_by_the_scheduler(table_id) == []


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_no_stand_in_cheats_for_an_account_while_the_tables_own_bots_do(kind):
    sitting = person("alice"), person("eve", kind)
    table_id = opened(*sitting, size=4, bots=2, options=short(9, 1, cheating=True, clock=15))
    away = 3
    assert isinstance(dispatch(Command(table_id, GoAway(away), AT)), Accepted)
    cheats = played_by_the_scheduler(table_id)
    assert {seat for seat, _ in cheats} == {1, 2}
    assert {by for _, by in cheats} == {"bot"}
