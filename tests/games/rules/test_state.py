"""The copies of a state that are made by hand, as `_replace` is too slow where cards are played."""

from games.rules.round import CardPlay
from games.rules.state import Clocks, State
from tests.support.rules.tables import AT, a_table


def every_field_its_own() -> State:
    """A state in which each field has a value that no other one has."""
    return State(*map(str, range(len(State._fields))))  # type: ignore[arg-type]


def test_another_round_leaves_every_other_field_as_it_is() -> None:
    state = every_field_its_own()
    current = a_table().current_round
    assert state.with_round(current) == state._replace(round=current)


def test_other_clocks_leave_every_other_field_as_they_are() -> None:
    state = every_field_its_own()
    clocks = Clocks(AT, (0,), (0,), ((),), (None,))
    assert state.with_clocks(clocks) == state._replace(clocks=clocks)


def test_another_play_leaves_every_other_part_of_a_round_as_it_is() -> None:
    current = a_table().current_round
    play = CardPlay(hands=(), tricks_taken=())
    assert current.with_play(play) == current._replace(play=play)
