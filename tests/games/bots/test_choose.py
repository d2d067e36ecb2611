"""What every bot owes its table: it answers the same, honestly, and nothing that is refused."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bench.bots.games import random_options
from games.bots.choose import LEVELS, choose_action
from games.rules.legal import seats_to_act
from tests.support.bots.sights import ask_bot, bidding, decisions, naming, playing, sight_with_memory
from tests.support.secrets.permuting import another_table

QUICK = ("apprentice", "journeyman")
PRESETS = [
    (3, {"restriction": "canadian"}),
    (4, {"preset": "dm2008"}),
    (4, {"preset": "tournament", "spare_one_card": True}),
    (5, {"preset": "tournament", "reveal": "hiddentip"}),
    (6, {"restriction": "german", "cheating": True}),
    (5, {"reveal": "delayed"}),
]


def played_out(
    players: int, options: dict[str, Any], seed: int, *, levels: Sequence[str] = QUICK, effort: float = 1.0
) -> int:
    """How many decisions a game took; the engine raises where one is refused."""
    rng = random.Random(seed)
    count = 0
    for _, _, sight, action in decisions(
        players,
        options,
        seed=seed,
        pick=lambda state: rng.choice(seats_to_act(state)),
        levels=levels,
        effort=effort,
    ):
        count += 1
        assert action is not None
        if action["type"] == "play":
            assert action["card"] in sight["playable"]
            continue
        if action["type"] == "claim":
            assert action["tricks"] in sight["can_claim"]
            continue
        field = {"bid": "bids", "name_trump": "suits"}[action["type"]]
        assert action.get("bid", action.get("suit")) in sight["legal"][field]
    return count


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_action_is_ever_refused_in_games_of_all_options(players: int) -> None:
    for seed in range(75):
        options = random_options(players, seed)
        # Each bids and leads or follows once at least; claims may end a round early.
        assert played_out(players, options, seed) > players * len(options["rounds"])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_action_of_a_master_is_ever_refused(players: int) -> None:
    for seed in range(4):
        options = random_options(players, 100 + seed)
        assert played_out(players, options, seed, levels=("master", "journeyman"), effort=0.02)


@pytest.mark.parametrize(("players", "options"), PRESETS)
def test_no_action_is_refused_in_a_game_of_each_preset(players: int, options: dict[str, Any]) -> None:
    assert played_out(players, options, seed=7)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "sight", [bidding("R7 W1 G3"), naming("R7 R8 B1"), playing("R7 W1 G3", bid=1, lying="R5")]
)
def test_the_same_sight_and_the_same_rng_seed_gives_the_same_answer(
    level: str, sight: dict[str, Any]
) -> None:
    first = ask_bot(sight, level=level, seed=3)
    assert first is not None
    assert all(ask_bot(sight, level=level, seed=3) == first for _ in range(5))


def test_an_answer_leaves_sight_and_rounds_before_it_without_traces() -> None:
    sight = playing("R7 W1 G3", bid=1, lying="R5")
    before = repr(sight)
    first = ask_bot(sight)
    ask_bot(bidding("B1 B2"))
    assert repr(sight) == before
    assert ask_bot(sight) == first


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cheating", [False, True])
@pytest.mark.parametrize(("players", "reveal"), [(3, "open"), (4, "hiddentip"), (6, "delayed")])
def test_hidden_cards_and_bids_make_no_difference(
    players: int, reveal: str, cheating: bool, level: str
) -> None:
    rng = random.Random(1)
    rounds = [{"cards": cards, "reveal": reveal} for cards in (1, 4, 9)]
    options = {"preset": "custom", "rounds": rounds, "cheating": cheating}
    changed = 0
    for state, seat, _, action in decisions(players, options, seed=2, levels=(level,), effort=0.02):
        other = another_table(state, seat, rng)
        assert state.round is not None
        assert other.round is not None
        changed += other.round.hands != state.round.hands
        assert ask_bot(sight_with_memory(other, seat), level=level, effort=0.02) == action
    assert changed > 20


def test_there_is_nothing_to_do_out_of_turn() -> None:
    sight = playing("R7 W1 G3", bid=1, lying="R5")
    waiting = {**sight, "legal": {"suits": [], "bids": [], "cards": []}}
    assert ask_bot(waiting) is None


def test_an_onlooker_and_a_table_without_a_round_have_nothing_to_do() -> None:
    nothing = {"suits": [], "bids": [], "cards": []}
    assert ask_bot({"viewer": None, "hand": None, "round": None, "legal": nothing}) is None


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(KeyError):
        choose_action(bidding("R1"), level="grandmaster", rng=random.Random(0))
