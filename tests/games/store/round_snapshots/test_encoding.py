"""A state is decoded as exactly what was encoded, in every game; anything else is refused."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given

from games.rules.marks import with_prepared_bid
from games.rules.statuses import BIDDING
from games.rules.verdicts import Accusation
from games.store.round_snapshots.encoding import UnreadableState, decode_state, encode_state
from tests.golden.files import names, setting_and_moves
from tests.golden.playback import Playback
from tests.support.rules.whole_games import a_game, games


def described(value: Any) -> Any:
    """The value with the types of everything in it: 8 and 8.0 are equal, but viewers see them differ."""
    if isinstance(value, tuple):
        return type(value), [described(item) for item in value]
    if isinstance(value, frozenset):
        return type(value), sorted(map(repr, value))
    return type(value), value


def check_state(state: Any) -> None:
    plain = state._replace(marks=())
    assert described(decode_state(encode_state(state))) == described(plain)


@given(games(verbs=True, claims=True))
def test_every_state_of_every_game_is_decoded_as_it_was(game):
    for state in (*game.states[::5], game.state):
        check_state(state)


@pytest.mark.parametrize("name", names())
def test_so_are_those_of_the_golden_games(name):
    """They have decisions undone, slow tables, clocks, stand-ins, holds, cheats, claims, both editions."""
    setting, moves = setting_and_moves(name)
    table = Playback(setting, frames=False)
    for count, move in enumerate(moves):
        table.do(move)
        if count % 5 == 0:
            check_state(table.state)
    check_state(table.state)


def test_whole_numbers_stay_whole_where_others_are_possible():
    state = a_game({"cheating": True, "pause": 8}).states[-1]
    judged = Accusation(0, 1, 3, "light_sensor", "wrong", -10, 0, 4, None, datetime(2026, 1, 1, tzinfo=UTC))
    past = (state.past[0]._replace(accusations=(judged,)), *state.past[1:])
    check_state(state._replace(past=past))


def test_marks_are_left_out():
    state = next(state for state in a_game().states if state.status == BIDDING)
    marked = with_prepared_bid(state, 1, 1)
    assert encode_state(marked) == encode_state(state)
    assert decode_state(encode_state(marked)) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        encode_state(a_game().states[-1])[:-1],
        encode_state(a_game().states[-1]).replace('"R7"', "7"),
        encode_state(a_game().states[-1]).replace("[", "[0,", 1),
    ],
)
def test_what_is_no_state_is_refused_without_telling_what_it_is(text):
    with pytest.raises(UnreadableState) as refused:
        decode_state(text)
    assert str(refused.value) in ("DecodeError", "ValidationError")
    assert refused.value.__cause__ is None
