"""The end of the game: who won, what decided it, and that nothing moves any more."""

import pytest

from games.rules.cards.deal import draw_tie_break_order
from games.rules.errors import AlreadyStarted, NotFinished, WrongPhase
from games.rules.record import build_record
from games.rules.topics.bidding import Bid
from games.rules.topics.lobby import LeaveSeat, StartGame, TakeSeat
from games.rules.topics.pause import Ready
from games.rules.topics.playing import Play
from games.rules.topics.rounds import GameFinished
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT, bid, dealt, is_refused, pause_ended, play
from tests.support.rules.whole_games import a_game

ONE_ROUND = {"preset": "custom", "rounds": [1]}


def finished(*bids: int, scores=(0, 0, 0), correct=(0, 0, 0)):
    """One round of one card, which seat 2 takes; then the result."""
    state = dealt("R1", "R2", "R3", scores=scores, **ONE_ROUND)._replace(correct=correct)
    return pause_ended(play(bid(state, *bids), "R1 R2 R3"))


def ranks(state):
    """(seat, score) from the first place down."""
    return [(place.seat, place.score) for place in state.result]


def test_most_points_after_the_last_round_win():
    state = finished(0, 1, 1)
    assert ranks(state) == [(2, 30), (0, 20), (1, -10)]
    assert state.tie_break is None


def test_a_tie_is_broken_by_the_number_of_rounds_bid_correctly():
    state = finished(0, 0, 1, scores=(10, 10, 0), correct=(1, 5, 0))
    assert ranks(state) == [(1, 30), (0, 30), (2, 30)]
    assert [place.correct_bids for place in state.result] == [6, 2, 1]
    assert state.tie_break == "correct_bids"


def test_then_by_the_lot_that_anyone_can_check():
    state = finished(0, 0, 1, scores=(10, 10, 0))
    assert [seat for seat, _ in ranks(state)] == list(draw_tie_break_order(state.game_seed, 3))
    assert state.tie_break == "coin_flip"


def test_the_result_is_the_last_entry_of_the_log():
    game = a_game({"preset": "custom", "rounds": [1, 2]})
    event, _ = game.log[-1]
    assert isinstance(event, GameFinished)
    assert event.result == game.state.result


def test_the_rounds_bid_correctly_are_counted():
    game = a_game(rng_seed=3)
    for place in game.state.result:
        met = [past.bids[place.seat] == past.tricks_taken[place.seat] for past in game.state.past]
        assert place.correct_bids == sum(met)


@pytest.mark.parametrize("action", [Bid(0), Play("R1"), NameTrump("R"), Ready()])
def test_nobody_moves_after_the_result(action):
    is_refused(finished(0, 0, 0), 0, action, WrongPhase)


def test_nobody_comes_goes_or_starts_after_the_result():
    is_refused(finished(0, 0, 0), 0, LeaveSeat(), AlreadyStarted)
    is_refused(finished(0, 0, 0), 0, StartGame(), AlreadyStarted)
    is_refused(finished(0, 0, 0), None, TakeSeat("dan", "human", 7), AlreadyStarted)


def test_there_is_no_record_before_the_result():
    state = dealt("R1", "R2", "R3", **ONE_ROUND)
    for unfinished in (state, bid(state, 0, 0, 0), play(bid(state, 0, 0, 0), "R1 R2 R3")):
        with pytest.raises(NotFinished):
            build_record(unfinished, "1")


def test_the_moments_of_start_and_end_are_kept():
    state = finished(0, 0, 0)
    assert (state.started_at, state.finished_at) == (AT, AT)
