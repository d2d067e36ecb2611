"""The pause between two rounds, and after the last one: who is ready, and what follows."""

import pytest

from games.rules import legal
from games.rules.errors import NotSeated, WrongPhase
from games.rules.topics.bidding import Bid
from games.rules.topics.pause import EndPause, PlayerReady, Ready
from games.rules.topics.playing import Play
from games.rules.topics.rounds import GameFinished, RoundDealt
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import (
    a_table,
    all_ready,
    bids_nothing,
    dealt,
    done,
    events,
    is_refused,
    joined,
    opened,
    pause_ended,
    play,
    up_to_play,
)


def paused(**options):
    """A round of one card is over."""
    return play(bids_nothing(dealt("R1", "R2", "R3", **options)), "R1 R2 R3")


def last_pause():
    return paused(preset="custom", rounds=[1])


def test_after_a_rounds_last_trick_the_table_pauses():
    state = paused()
    assert (state.status, state.round.number, legal.seats_to_act(state)) == ("pause", 1, ())


def test_the_last_trick_and_the_points_are_still_there_to_be_seen():
    assert paused().round.tricks[-1].winner == 2
    assert paused().round.points == (20, 20, -10)


def test_the_pause_lasts_8_seconds_unless_the_table_says_otherwise():
    assert a_table(3).options.pause == 8
    assert a_table(3, pause=20).options.pause == 20


def test_the_scheduler_ends_it():
    assert [type(event) for event in events(paused(), None, EndPause())] == [RoundDealt]


def test_it_ends_when_every_human_is_ready():
    state = done(done(paused(), 0, Ready()), 2, Ready())
    assert state.status == "pause"
    assert [type(event) for event in events(state, 1, Ready())] == [PlayerReady, RoundDealt]


def test_who_is_ready_is_known():
    assert done(paused(), 1, Ready()).round.ready == {1}


def mixed(*kinds):
    """A table of these kinds of players in its first pause."""
    state = opened(len(kinds))
    for seat, kind in enumerate(kinds):
        state = joined(state, f"player {seat}", kind=kind)
    state = up_to_play(state)
    while state.status == "playing":
        state = play(state, state.round.hands[legal.seats_to_act(state)[0]][0])
    return state


def test_nobody_waits_for_bots():
    state = done(mixed("human", "bot", "guest", "bot"), 0, Ready())
    assert (state.status, state.round.number) == ("pause", 1)
    assert done(state, 2, Ready()).round.number == 2


def test_bots_alone_need_no_pause():
    assert mixed("bot", "bot", "bot").round.number == 2


def test_where_the_pause_is_0_the_next_round_is_dealt_at_once():
    assert paused(pause=0).round.number == 2


def test_after_the_last_round_the_pause_comes_before_the_result():
    assert last_pause().result is None
    assert [type(event) for event in events(last_pause(), None, EndPause())] == [GameFinished]
    assert all_ready(last_pause()).status == "finished"


def test_one_is_ready_once():
    is_refused(done(paused(), 1, Ready()), 1, Ready(), WrongPhase)


def test_onlookers_are_never_ready():
    is_refused(paused(), None, Ready(), NotSeated)


@pytest.mark.parametrize("action", [Bid(0), Play("R1"), NameTrump("R")])
def test_nobody_moves_in_the_pause(action):
    is_refused(paused(), 0, action, WrongPhase)


def test_no_pause_ends_twice():
    is_refused(pause_ended(paused()), None, EndPause(), WrongPhase)
    is_refused(pause_ended(last_pause()), None, EndPause(), WrongPhase)
    is_refused(pause_ended(last_pause()), 0, Ready(), WrongPhase)
