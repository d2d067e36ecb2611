"""What every bot owes its table: it answers the same, honestly, and nothing that is refused."""

import random
from typing import Any

import pytest

from games.bots.choose import LEVELS, choose
from games.rules.cards import DECK
from games.rules.legal import turn
from games.rules.options import RESTRICTIONS, REVEALS
from games.rules.sight import sight_of
from games.rules.state import State
from tests.games.bots.sights import AT, answer, bidding, decisions, naming, playing

PRESETS = [
    (3, {"restriction": "canadian"}),
    (4, {"preset": "dm2008"}),
    (4, {"preset": "tournament", "spare_one_card": True}),
    (5, {"preset": "tournament", "reveal": "hiddentip"}),
    (6, {"restriction": "german", "cheating": True}),
    (5, {"reveal": "delayed"}),
]


def some_options(players: int, dice: random.Random) -> dict[str, Any]:
    """A short schedule in which everything that a round can ask for may come up."""
    rounds = []
    for _ in range(4):
        reveal = dice.choice(REVEALS)
        restriction = "american" if reveal == "delayed" else dice.choice(RESTRICTIONS)
        cards = dice.choice((1, 2, 3, 5, dice.randint(1, 60 // players)))
        rounds.append({"cards": cards, "restriction": restriction, "reveal": reveal})
    flags = {name: dice.random() < 0.5 for name in ("cheating", "spare_one_card")}
    return {"preset": "custom", "rounds": rounds, **flags}


def played_out(players: int, options: dict[str, Any], seed: int) -> int:
    """How many decisions a game took; the engine raises where one is refused."""
    dice = random.Random(seed)
    count = 0
    for _, _, sight, action in decisions(
        players, options, seed=seed, pick=lambda state: dice.choice(turn(state))
    ):
        count += 1
        assert action is not None
        if action["type"] == "play":
            assert action["card"] in sight["playable"]
            continue
        field = {"bid": "bids", "name_trump": "suits"}[action["type"]]
        assert action.get("bid", action.get("suit")) in sight["legal"][field]
    return count


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_action_is_ever_refused_in_games_of_all_options(players: int) -> None:
    for seed in range(60):
        options = some_options(players, random.Random(100 * players + seed))
        planned = sum(plan["cards"] + 1 for plan in options["rounds"])
        assert played_out(players, options, seed) >= players * planned


@pytest.mark.parametrize(("players", "options"), PRESETS)
def test_no_action_is_refused_in_a_game_of_each_preset(players: int, options: dict[str, Any]) -> None:
    assert played_out(players, options, seed=7)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "sight", [bidding("R7 W1 G3"), naming("R7 R8 B1"), playing("R7 W1 G3", bid=1, lying="R5")]
)
def test_the_same_sight_and_the_same_dice_give_the_same_answer(level: str, sight: dict[str, Any]) -> None:
    first = answer(sight, level=level, seed=3)
    assert first is not None
    assert all(answer(sight, level=level, seed=3) == first for _ in range(5))


def test_an_answer_leaves_sight_and_rounds_before_it_without_traces() -> None:
    sight = playing("R7 W1 G3", bid=1, lying="R5")
    before = repr(sight)
    first = answer(sight)
    answer(bidding("B1 B2"))
    assert repr(sight) == before
    assert answer(sight) == first


def hidden_cards_permuted(state: State, viewer: int, dice: random.Random) -> State:
    """The state with all cards that `viewer` can't see dealt anew."""
    current = state.round
    assert current is not None
    played = {play.card for trick in current.tricks for play in trick.plays}
    played |= {play.card for play in current.trick.plays} if current.trick else set()
    hidden = [c for c in DECK if c not in played and c not in current.hands[viewer] and c != current.turned]
    dice.shuffle(hidden)
    hands = tuple(
        hand if seat == viewer else tuple(hidden.pop() for _ in hand)
        for seat, hand in enumerate(current.hands)
    )
    return state._replace(round=current._replace(hands=hands))


@pytest.mark.parametrize("cheating", [False, True])
@pytest.mark.parametrize(("players", "reveal"), [(3, "open"), (4, "hiddentip"), (6, "delayed")])
def test_hidden_cards_make_no_difference(players: int, reveal: str, cheating: bool) -> None:
    dice = random.Random(1)
    rounds = [{"cards": cards, "reveal": reveal} for cards in (1, 4, 9)]
    options = {"preset": "custom", "rounds": rounds, "cheating": cheating}
    changed = 0
    for state, seat, _, action in decisions(players, options, seed=2):
        other = hidden_cards_permuted(state, seat, dice)
        changed += other != state
        assert answer(sight_of(other, seat, number=0, server_time=AT)) == action
    assert changed > 20


def test_there_is_nothing_to_do_out_of_turn() -> None:
    sight = playing("R7 W1 G3", bid=1, lying="R5")
    waiting = {**sight, "legal": {"suits": [], "bids": [], "cards": []}}
    assert answer(waiting) is None


def test_an_onlooker_and_a_table_without_a_round_have_nothing_to_do() -> None:
    nothing = {"suits": [], "bids": [], "cards": []}
    assert answer({"viewer": None, "hand": None, "round": None, "legal": nothing}) is None


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(KeyError):
        choose(bidding("R1"), level="grandmaster", dice=random.Random(0))
