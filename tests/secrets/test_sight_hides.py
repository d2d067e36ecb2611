"""A sight is byte for byte the same, whatever stands in all that its viewer can't know."""

from random import Random

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.sight import viewer_sight
from games.rules.statuses import FINISHED
from games.rules.topics.bidding import Bid
from games.rules.verdicts import Cheat
from tests.support.rules.tables import AT, bid, bids_nothing, cards_of, dealt, done, pause_ended, play
from tests.support.rules.whole_games import games
from tests.support.secrets.hidden import cards_in
from tests.support.secrets.permuting import another_table


def seen(state, viewer):
    """The bytes that the viewer gets."""
    return orjson.dumps(viewer_sight(state, viewer, number=57, server_time=AT))


def viewers(state):
    return [None, *range(len(state.seats))]


@given(games(short=True) | games(short=True, verbs=True), st.integers(0, 2**32).map(Random), st.data())
def test_the_sight_is_the_same_however_the_secrets_are_permuted(game, rng, data):
    for state in data.draw(st.lists(st.sampled_from(game.states), min_size=1, max_size=12)):
        for viewer in viewers(state):
            other = another_table(state, viewer, rng)
            assert other != state
            assert seen(other, viewer) == seen(state, viewer)


@given(games(), st.data())
def test_so_it_is_in_the_long_games(game, data):
    state = data.draw(st.sampled_from(game.states))
    viewer = data.draw(st.sampled_from(viewers(state)))
    assert seen(another_table(state, viewer, Random(1)), viewer) == seen(state, viewer)


@given(games(short=True) | games(short=True, verbs=True), st.data())
def test_no_card_that_is_hidden_from_the_viewer_is_in_the_sight(game, data):
    for state in data.draw(st.lists(st.sampled_from(game.states), min_size=1, max_size=12)):
        current = state.round
        for viewer in viewers(state) if current else ():
            hidden = {card for seat, hand in enumerate(current.hands) for card in hand if seat != viewer}
            assert cards_in(seen(state, viewer)) & hidden == set()


def test_the_hidden_cards_are_there_to_be_leaked():
    """The test above would find them: they are in the state, and each in its owner's sight."""
    state = dealt("R1 J1", "R2 W1", "R3 G4")
    for owner, hand in enumerate(state.round.hands):
        assert set(hand) <= set(cards_of(state.round.hands))
        assert set(hand) <= cards_in(seen(state, owner))


# --- The permuter itself: it changes each secret, and nothing that is known -----------------------


def permuted(state, viewer=0):
    return another_table(state, viewer, Random(2))


def test_other_hands_change_and_the_own_one_stays():
    state = dealt("R1 J1", "R2 W1", "R3 G4")
    other = permuted(state)
    assert other.round.hands[0] == state.round.hands[0]
    assert other.round.hands[1:] != state.round.hands[1:]
    assert len(set(cards_of(other.round.hands))) == 6


def test_what_lies_stays():
    state = play(bids_nothing(dealt("R1 J1", "R2 W1", "R3 G4")), "R1 R2")
    other = permuted(state)
    assert other.round.trick == state.round.trick
    assert [len(hand) for hand in other.round.hands] == [1, 1, 2]
    assert {"R1", "R2"} & set(cards_of(other.round.hands)) == set()


def test_the_sight_would_tell_if_the_own_hand_changed():
    state = dealt("R1 J1", "R2 W1", "R3 G4")
    assert seen(another_table(state, 1, Random(2)), 0) != seen(state, 0)


@pytest.mark.parametrize("reveal", ["hiddentip", "delayed"])
def test_hidden_bids_change_and_are_there_to_be_leaked(reveal):
    state = dealt("R1 R2 R3 R4", "Y1 Y2 Y3 Y4", "B1 B2 B3 B4", reveal=reveal)
    state = done(done(state, 1, Bid(4)), 2, Bid(3))
    others = {another_table(state, 0, Random(n)).round.bids for n in range(9)}
    assert len(others) > 3
    assert {bids[0] for bids in others} == {None}
    assert seen(state, 1) != seen(permuted(state), 1)


def test_open_bids_stay():
    state = bid(dealt("R1", "R2", "R3"), 1, 0)
    assert permuted(state).round.bids == state.round.bids


def with_cheats(current, *cheats):
    """The round as it would be with these cheats."""
    return current.with_play(current.play._replace(cheats=cheats))


def test_cheats_change_and_nobody_sees_it():
    state = bids_nothing(dealt("R1 R2", "R4 B4", "G1 G3", turned="J1", cheating=True))
    honest, cheated = play(state, "R1 R4 G1"), play(state, "R1 B4 G1")
    assert [len(table.round.cheats) for table in (honest, cheated)] == [0, 1]
    calls = Cheat(1, 1, "B4", "R", called_by=2)
    accused = cheated._replace(round=with_cheats(cheated.round))
    called = with_cheats(cheated.round, calls)
    for viewer in viewers(cheated):
        assert seen(accused, viewer) == seen(cheated, viewer)
        assert seen(cheated._replace(round=called), viewer) == seen(cheated, viewer)


@given(games(cheating=True, short=True), st.data())
def test_no_sight_of_a_game_that_runs_speaks_of_cheats(game, data):
    state = data.draw(st.sampled_from(game.states[:-1]))
    assert state.status != FINISHED
    for viewer in viewers(state):
        told = seen(state, viewer)
        assert b"cheat" not in told
        assert b"owed" not in told
        assert b"called" not in told


def after_a_cheat():
    """The second round has been dealt; in the first ben owed red and played a blue card."""
    state = bids_nothing(dealt("R1 R2", "R4 B4", "G1 G3", cheating=True))
    return pause_ended(play(state, "R1 B4 G1 G3 R2 R4"))


@pytest.mark.parametrize("status", ["playing", "pause", "abandoned"])
def test_cheats_of_rounds_that_are_past_are_not_in_the_sheet_before_the_end(status):
    state = after_a_cheat()
    assert len(state.past[0].cheats) == 1
    state = state._replace(status=status)
    honest = state._replace(past=(with_cheats(state.past[0]),))
    for viewer in viewers(state):
        rows = viewer_sight(state, viewer, number=57, server_time=AT)["sheet"]
        assert [sorted(row) for row in rows] == [["cells", "round"]]
        assert seen(honest, viewer) == seen(state, viewer)


def test_the_same_sheet_tells_them_when_the_game_is_finished():
    state = after_a_cheat()
    assert b'"cheats":[{"trick":1,"seat":1,"card":"B4","owed":"R","called_by":null}]' in seen(
        state._replace(status=FINISHED, round=None), None
    )


@given(games(short=True) | games(short=True, verbs=True), st.integers(0, 2**16))
def test_seeds_and_salts_are_in_no_sight(game, moment):
    state = game.states[moment % len(game.states)]
    for viewer in viewers(state):
        told = seen(state, viewer).decode()
        assert state.server_seed not in told
        assert not state.game_seed or state.game_seed.hex() not in told
        assert "salt" not in told
        assert "seed" not in told
