"""Whole games that are full of the organisers' interventions."""

import re
from copy import deepcopy

import orjson
import pytest
from hypothesis import given

from games.rules.engine import replay_events
from games.rules.record import build_record
from games.rules.record.check import check_record
from games.rules.statuses import FINISHED
from games.rules.topics.holds import TableHalted, TableResumed
from games.rules.topics.rulings import (
    GameAnnulled,
    GameStopped,
    PlayerReplaced,
    TimeLimitSet,
)
from tests.support.rules.whole_games import Game, a_game, games


@given(games(short=True, verbs=True))
def test_the_log_rebuilds_a_table_whatever_its_organisers_did(game):
    assert replay_events(game.log) == game.state


@given(games(short=True, verbs=True))
def test_the_record_passes_whatever_the_organisers_did(game):
    if game.state.status == FINISHED:
        record = orjson.loads(orjson.dumps(build_record(game.state, "t")))
        assert check_record(record) == []
        assert record.get("stopped", False) is game.state.stopped
        assert len(record.get("substitutions", [])) == len(game.state.substitutions)
        assert '"user"' not in orjson.dumps(record).decode()


def meddled() -> Game:
    """A finished game with substitutions."""
    return next(
        game
        for game in (
            a_game(SHORT, 3, rng_seed=rng_seed, zeal=0.1, kinds=("human",) * 3) for rng_seed in range(50)
        )
        if game.state.status == FINISHED and len(game.state.substitutions) > 1 and game.state.stopped
    )


SHORT = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 3}, {"cards": 2}]}


def test_these_games_have_all_that_can_happen():
    happened = set()
    for rng_seed in range(60):
        game = a_game(SHORT, 3, rng_seed=rng_seed, zeal=0.1, kinds=("human", "bot", "guest"))
        happened |= {type(event) for event, _ in game.log}
    assert {TableHalted, TableResumed, TimeLimitSet, PlayerReplaced, GameStopped, GameAnnulled} <= happened


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda record: record["substitutions"][0].update(seat=7), "there is no seat 7"),
        (lambda record: record["substitutions"][0].update(round=9), "nobody can sit down in round 9"),
        (lambda record: record["substitutions"][0].update(kind="ghost"), "kind is 'ghost'"),
        (lambda record: record["substitutions"][0].update(name=3), "name is 3"),
        (lambda record: record["substitutions"][0].pop("replaced"), "malformed"),
        (lambda record: record.pop("stopped"), "not possible"),
        (lambda record: record["rounds"].pop(), "nobody can sit down|substitutions|result|score"),
    ],
)
def test_a_record_that_tells_of_other_interventions_does_not_pass(spoil, fault):
    record = orjson.loads(orjson.dumps(build_record(meddled().state, "t")))
    assert check_record(record) == []
    spoilt = deepcopy(record)
    spoil(spoilt)
    faults = check_record(spoilt)
    assert re.search(fault, " ".join(faults))
