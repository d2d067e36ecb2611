"""Forty accusations of one cheat at the same instant: exactly one is the first, time after time."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from games.rules.topics.cheating import Accuse
from games.services.audit import audit_table
from games.services.commands.act import carry_out_action
from games.services.commands.committer import Committer
from tests.support.games.playing import AT, play_on, running, short, sight, snapshot, user_at
from tests.support.games.threads import at_once

CONNECTIONS, EACH = 20, 2


def cheated(rng: Random) -> tuple[str, int]:
    """A table at which a seat has just cheated for the first time."""
    while True:
        table_id = running(4, **short(12, cheating=True))
        play_on(table_id, rng, until=lambda seen, table_id=table_id: bool(cheats(table_id)))
        if cheats(table_id):
            return table_id, cheats(table_id)[0].seat


def cheats(table_id):
    """The cheats of the running round; none between games."""
    current = snapshot(table_id).state.round
    return current.cheats if current else ()


def accuse_twice(table_id, accuser, accused, name):
    """One connection: it sends its accusations one after the other, each under an id of its own."""
    return [
        carry_out_action(
            table_id=table_id,
            user=user_at(table_id, accuser),
            action=Accuse(accused, "light_sensor", 1.0),
            now=AT,
            action_id=f"{name}-{n}",
        ).outcome
        for n in range(EACH)
    ]


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.long)])
def test_exactly_one_is_first_and_the_rest_are_late(backend: str, at_work: Committer, times: int) -> None:
    rng = Random(40)
    for _ in range(times):
        table_id, accused = cheated(rng)
        before = {player["seat"]: player["score"] for player in sight(table_id)["players"]}
        accusers = [seat for seat in before if seat != accused]
        calls = [
            partial(accuse_twice, table_id, accusers[n % len(accusers)], accused, n)
            for n in range(CONNECTIONS)
        ]
        outcomes = [outcome for answers in at_once(calls) for outcome in answers]
        assert Counter(outcome["verdict"] for outcome in outcomes) == {"caught": 1, "late": 39}
        judged = snapshot(table_id).state.round.accusations
        assert [call.verdict for call in judged] == ["caught", *["late"] * 39]
        after = {player["seat"]: player["score"] for player in sight(table_id)["players"]}
        expected = Counter(before)
        for call in judged:
            expected[call.accuser] += call.accuser_points
            expected[call.accused] += call.accused_points
        assert after == dict(expected)
        assert after[accused] == before[accused] - 10
        assert audit_table(table_id) == []
