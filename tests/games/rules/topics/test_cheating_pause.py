"""Rules, "Cheating", in the pause after a round: accusations, and who is waited for."""

import pytest

from games.rules import legal
from games.rules.errors import (
    NothingToAccuse,
)
from games.rules.topics.absence import GoAway
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import Ready
from tests.support.rules.cheats import ADA, BEN, CLEO, given_away
from tests.support.rules.tables import (
    accuse,
    bids_nothing,
    dealt,
    done,
    is_refused,
    pause_ended,
    play,
    turn,
    up_to_play,
    verdicts,
)


def test_what_the_last_trick_gives_away_can_be_called_in_the_pause():
    state = given_away()
    assert state.status == "pause"
    assert legal.accusable_seats(state, ADA) == (BEN, CLEO)
    assert verdicts(accuse(state, ADA, BEN)) == ["caught"]


def test_in_the_pause_too_one_can_be_late_or_wrong():
    state = accuse(accuse(accuse(given_away(), ADA, BEN), CLEO, BEN), BEN, ADA)
    assert verdicts(state) == ["caught", "late", "wrong"]


def test_its_points_are_added_to_the_round_that_was_scored():
    state = accuse(given_away(), ADA, BEN)
    assert state.round.points == (20, 20, -20)
    assert state.round.adjustments == (10, -10, 0)
    assert state.round.totals == state.scores == (30, 10, -20)


def test_a_round_that_is_over_is_past_and_who_was_not_called_got_away_with_it():
    state = pause_ended(given_away())
    is_refused(state, ADA, Accuse(BEN, "button"), NothingToAccuse)
    state = up_to_play(state)
    is_refused(state, ADA, Accuse(BEN, "button"), NothingToAccuse)
    leader = turn(state)
    state = play(state, state.round.hands[leader][0])
    assert verdicts(accuse(state, ADA, BEN)) == ["wrong"]


def test_who_was_caught_in_a_round_before_is_accused_wrongly_and_not_late():
    state = up_to_play(pause_ended(accuse(given_away(), ADA, BEN)))
    state = play(state, state.round.hands[turn(state)][0])
    assert verdicts(accuse(state, ADA, BEN)) == ["wrong"]


ONE_ROUND = {"preset": "custom", "rounds": [2]}


def test_after_the_last_round_there_is_a_pause_before_the_result_stands():
    state = given_away(**ONE_ROUND)
    assert (state.status, state.result) == ("pause", None)
    state = pause_ended(accuse(state, ADA, BEN))
    assert state.status == "finished"
    assert [(place.seat, place.score) for place in state.result] == [(ADA, 30), (BEN, 10), (CLEO, -20)]


def test_nobody_is_accused_after_the_result():
    state = pause_ended(given_away(**ONE_ROUND))
    is_refused(state, ADA, Accuse(BEN, "button"), NothingToAccuse)
    assert legal.accusable_seats(state, ADA) == ()


def with_bot(state, *, seat=CLEO, user=None):
    """The state with a bot on the seat: one of the site, or the `user`'s own."""
    sitter = state.seats[seat]._replace(kind="bot", user=user)
    return state._replace(seats=(*state.seats[:seat], sitter, *state.seats[seat + 1 :]))


@pytest.mark.parametrize("user", [None, 7])
def test_ready_people_wait_until_a_bot_has_called_what_it_can_prove(user):
    state = done(done(with_bot(given_away(), user=user), ADA, Ready()), BEN, Ready())
    assert (state.status, state.round.number) == ("pause", 1)
    state = accuse(state, CLEO, BEN)
    assert state.round.number == 2
    assert state.past[0].accusations[0].verdict == "caught"


def test_a_visiting_bot_that_is_ready_calls_nothing_more():
    state = with_bot(given_away(), user=7)
    assert done(done(done(state, ADA, Ready()), BEN, Ready()), CLEO, Ready()).round.number == 2


def test_nobody_waits_for_a_bot_that_was_overtaken():
    state = accuse(with_bot(given_away()), ADA, BEN)
    assert done(done(state, ADA, Ready()), BEN, Ready()).round.number == 2


def test_nobody_waits_for_a_bot_that_can_prove_nothing():
    honest = bids_nothing(dealt("R1 Y1", "R4 B4", "R6 G6", turned="J1", cheating=True))
    state = with_bot(play(honest, "R1 R4 R6 G6 Y1 B4"))
    assert done(done(state, ADA, Ready()), BEN, Ready()).round.number == 2


def test_nobody_waits_for_a_bot_to_accuse_itself():
    state = done(with_bot(given_away(), seat=BEN), ADA, Ready())
    assert done(state, CLEO, Ready()).round.number == 2


def test_nobody_waits_for_a_visiting_bot_that_is_away():
    state = done(with_bot(given_away(), user=7), None, GoAway(CLEO))
    assert done(done(state, ADA, Ready()), BEN, Ready()).round.number == 2


def test_the_pause_ends_all_the_same_when_its_time_is_over():
    state = done(done(with_bot(given_away()), ADA, Ready()), BEN, Ready())
    assert pause_ended(state).round.number == 2


def test_bots_alone_go_on_when_all_is_called():
    state = bids_nothing(dealt("R1 Y1", "R4 B4", "R6 G6", turned="J1", cheating=True, kind="bot"))
    state = play(state, "R1 B4 R6 G6 Y1 R4")
    assert state.status == "pause"
    assert accuse(state, ADA, BEN).round.number == 2
