"""Moves made on behalf of somebody else are legal: a stand-in's, a clock's, and those for a visiting bot."""

from datetime import timedelta
from random import Random

import pytest

from games.bots import cheat
from games.bots.character import Character
from games.rules.actions import GoAway
from games.services.act import knock
from games.services.bot_turns import house_request
from games.services.due import SLACK
from games.services.settle import Request
from games.store import tables
from games.store.loaded import Answer
from tests.support.games.people import person
from tests.support.games.playing import AT, loaded, opened, running, short, sight

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def every_bot_cheats(monkeypatch):
    """Whoever may cheat does so at every chance."""
    monkeypatch.setattr(cheat, "character_of", lambda name, level: Character("rogue", 1.0, -1000.0))


def played_by_the_house(table_id: str) -> list[tuple[int, str]]:
    """Let the house play the round; gives the seats of all cheats, and by whom each was played."""
    now, dice = AT, Random(5)
    while sight(table_id)["status"] in ("naming_trump", "bidding", "playing"):
        now += timedelta(seconds=100) + SLACK
        request = house_request(tables.load(table_id), now=now, dice=dice)
        assert request is not None
        assert isinstance(knock(request), Answer)
    current = loaded(table_id).state.round
    return [
        (found.seat, lay.by)
        for found in current.cheats
        for lay in current.tricks[found.trick - 1].plays
        if lay.seat == found.seat
    ]


def test_no_clock_cheats_for_a_person():
    table_id = running(4, **short(9, 1, cheating=True, clock=15))
    assert played_by_the_house(table_id) == []


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_no_stand_in_cheats_for_an_account_while_the_tables_own_bots_do(kind):
    sitting = person("alice"), person("eve", kind)
    table_id = opened(*sitting, size=4, bots=2, options=short(9, 1, cheating=True, clock=15))
    away = 3
    assert isinstance(knock(Request(table_id, GoAway(away), AT)), Answer)
    cheats = played_by_the_house(table_id)
    assert {seat for seat, _ in cheats} == {1, 2}
    assert {by for _, by in cheats} == {"bot"}
