"""Bots cheat now and then: by character, where the table lets them, and only where it pays."""

import random
from typing import Any

import pytest

from games.bots.choose import choose_action
from games.bots.players import cheat
from games.bots.players.character import HONEST, ROGUE, TEMPTED, Character
from games.bots.players.cheat import choose_cheat
from games.rules.state import State
from tests.support.bots.cheating_games import LEVEL, named, of_bots
from tests.support.bots.sights import Sight, ask_bot, playing

SURE = Character("sure", chance=1.0, gain=4.0)
UNWANTED = {"bid": 0, "lying": "R5 R9 R12", "turned": "B1"}
"""The last to play would have to take this trick with R13, and wants none."""


def at_cheating_table(hand: str, **given: Any) -> Sight:
    return playing(hand, cheating=True, **given)


@pytest.fixture
def sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever can gain by a cheat does cheat."""
    monkeypatch.setattr(cheat, "bot_character", lambda name, level: SURE)


def cheated(sight: Sight, seed: int = 0) -> str | None:
    return choose_cheat(sight, level=LEVEL, rng=random.Random(seed))


@pytest.mark.usefixtures("sure")
def test_cheats_where_that_saves_the_bid() -> None:
    assert cheated(at_cheating_table("R13 Y2", **UNWANTED)) == "Y2"
    assert ask_bot(at_cheating_table("R13 Y2", **UNWANTED)) == {"type": "play", "card": "Y2"}


@pytest.mark.usefixtures("sure")
def test_ruffs_against_the_rules_for_the_trick_that_is_needed() -> None:
    assert cheated(at_cheating_table("R2 B4", bid=1, lying="R5 R9 R12", turned="B1", cards=2)) == "B4"


@pytest.mark.usefixtures("sure")
def test_plays_by_the_rules_where_they_serve_as_well() -> None:
    assert cheated(at_cheating_table("R2 Y2", **UNWANTED)) is None


@pytest.mark.usefixtures("sure")
def test_has_nothing_to_break_when_void_or_on_lead_or_out_of_turn() -> None:
    assert cheated(at_cheating_table("Y13 Y2", **UNWANTED)) is None
    assert cheated(at_cheating_table("R13 Y2", bid=0)) is None
    waiting = {**at_cheating_table("R13 Y2", **UNWANTED), "legal": {"suits": [], "bids": [], "cards": []}}
    assert cheated({**waiting, "playable": []}) is None


@pytest.mark.usefixtures("sure")
def test_never_cheats_at_a_strict_table() -> None:
    assert cheated(playing("R13 Y2", **UNWANTED)) is None
    assert ask_bot(playing("R13 Y2", **UNWANTED)) == {"type": "play", "card": "R13"}


def test_the_character_says_how_often(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = at_cheating_table("R13 Y2", **UNWANTED)
    often = {}
    for character in (HONEST, TEMPTED, ROGUE):
        monkeypatch.setattr(cheat, "bot_character", lambda name, level, one=character: one)
        often[character.word] = sum(cheated(sight, seed) is not None for seed in range(1000))
    assert often["honest"] == 0
    assert often["tempted"] == pytest.approx(200, abs=50)
    assert often["rogue"] == pytest.approx(400, abs=60)


def test_the_character_is_that_of_the_own_name_and_level(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def bot_character(name: str, level: str) -> Character:
        asked.append((name, level))
        return HONEST

    monkeypatch.setattr(cheat, "bot_character", bot_character)
    choose_action(at_cheating_table("R13 Y2", **UNWANTED), level="master", rng=random.Random(0))
    assert asked == [("bot 0", "master")]


def test_the_same_sight_and_the_same_rng_seed_gives_the_same_answer() -> None:
    sight = at_cheating_table("R13 Y2", **UNWANTED)
    for seed in range(20):
        first = ask_bot(sight, seed=seed)
        assert all(ask_bot(sight, seed=seed) == first for _ in range(3))


# --- Whole games -------------------------------------------------------------------------------------------


def cheats_by_round(names: list[str], games: int, *, cheating: bool = True) -> float:
    """How many cheats a seat makes in a round."""
    rounds = [3, 7, 11]
    ends: list[State] = [of_bots(names, rounds, seed, cheating=cheating) for seed in range(games)]
    count = sum(len(past.cheats) for end in ends for past in end.past)
    return count / (games * len(rounds) * len(names))


@pytest.mark.parametrize(
    ("character", "least", "most"), [(HONEST, 0.0, 0.0), (TEMPTED, 0.01, 0.12), (ROGUE, 0.08, 0.4)]
)
def test_each_character_cheats_in_its_measure(character: Character, least: float, most: float) -> None:
    assert least <= cheats_by_round(named(character, 4), games=20) <= most


def test_rogues_keep_the_rules_of_a_strict_table() -> None:
    """The engine would refuse what breaks them."""
    assert cheats_by_round(named(ROGUE, 4), games=3, cheating=False) == 0
