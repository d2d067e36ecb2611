"""What a watcher remembers of a round: every card that lay, every verdict, and nothing that was hidden."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.sight.memory import build_memory
from tests.support.rules.tables import accuse, bids_nothing, dealt, opened, play
from tests.support.rules.whole_games import games
from tests.support.secrets.permuting import another_table


def three(**options: object):
    """Three players with three cards each; seat 1 can deny red and show it later."""
    hands = ("R1 Y1 B1", "G5 R5 Y5", "R9 Y9 B9")
    return bids_nothing(dealt(*hands, turned="B13", cheating=True, **options))


def test_there_is_nothing_to_remember_before_the_first_round():
    assert build_memory(opened(3)) == {"tricks": [], "accusations": []}


def test_complete_tricks_are_remembered_and_the_running_one_is_in_the_sight():
    state = play(three(), "R1 G5 R9 Y9")
    plays = [{"seat": 0, "card": "R1"}, {"seat": 1, "card": "G5"}, {"seat": 2, "card": "R9"}]
    assert build_memory(state)["tricks"] == [{"number": 1, "leader": 0, "plays": plays, "winner": 2}]


def test_verdicts_are_remembered_with_the_number_of_cards_played_by_then():
    state = accuse(accuse(play(three(), "R1 G5"), 0, 1), 2, 0)
    assert build_memory(state)["accusations"] == [
        {"accuser": 0, "accused": 1, "after": 2, "verdict": "caught"},
        {"accuser": 2, "accused": 0, "after": 2, "verdict": "wrong"},
    ]


def test_the_pause_remembers_the_round():
    state = play(three(), "R1 G5 R9 Y9 Y1 Y5 B9 B1 R5")
    assert state.status == "pause"
    assert len(build_memory(state)["tricks"]) == 3


@given(games(short=True), st.integers(0, 2**32).map(Random), st.data())
def test_a_memory_is_the_same_however_the_secrets_are_permuted(game, rng, data):
    state = data.draw(st.sampled_from(game.states))
    viewer = data.draw(st.sampled_from([None, *range(len(state.seats))]))
    assert build_memory(another_table(state, viewer, rng)) == build_memory(state)
