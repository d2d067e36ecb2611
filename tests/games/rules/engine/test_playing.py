"""Tricks: who leads, what may be played, and what the last card of a round does."""

import pytest

from games.rules import legal
from games.rules.errors import (
    CardNotInHand,
    MustFollowSuit,
    NotSeated,
    NotYourTurn,
    StrictTable,
    WrongPhase,
)
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.playing import CardPlayed, Play, TrickTaken
from games.rules.topics.rounds import RoundScored
from tests.support.rules.tables import (
    all_ready,
    bid,
    bids_nothing,
    dealt,
    events,
    is_refused,
    play,
    turn,
)

# --- Tricks ---------------------------------------------------------------------------------------


def playing(*hands, **options):
    return bids_nothing(dealt(*hands, **options))


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_player_at_the_dealers_left_leads_the_first_trick(dealer):
    assert legal.seats_to_act(playing("R1", "R2", "R3", dealer=dealer)) == ((dealer + 1) % 3,)


def test_the_others_follow_clockwise():
    state = playing("R1", "R2", "R3", dealer=0)
    players = []
    for card in ("R2", "R3", "R1"):
        players.append(turn(state))
        state = play(state, card)
    assert players == [1, 2, 0]


def test_the_winner_of_a_trick_leads_the_next_one():
    state = play(playing("R1 R2", "Y1 Y2", "W1 B2"), "R1 Y1 W1")
    assert legal.seats_to_act(state) == (2,)
    assert state.round.trick.leader == 2
    assert state.round.trick.number == 2


def test_a_card_that_is_not_in_the_hand_is_refused():
    state = playing("R1", "R2", "R3")
    is_refused(state, 0, Play("R2"), CardNotInHand)
    is_refused(state, 0, Play("Y13"), CardNotInHand)


def test_a_card_is_played_once():
    state = play(playing("R13 R1", "R2 R3", "R4 R5"), "R13 R2 R4")
    is_refused(state, 0, Play("R13"), CardNotInHand)


def test_nobody_plays_out_of_turn():
    state = playing("R1", "R2", "R3")
    is_refused(state, 1, Play("R2"), NotYourTurn)
    is_refused(play(state, "R1"), 0, Play("R1"), NotYourTurn)
    is_refused(state, None, Play("R1"), NotSeated)


def test_nobody_bids_while_one_plays():
    is_refused(playing("R1", "R2", "R3"), 0, Bid(0), WrongPhase)
    is_refused(playing("R1", "R2", "R3"), 1, Bid(0), WrongPhase)


def test_an_illegal_card_is_refused_at_a_strict_table():
    state = play(playing("R1 R2", "R9 B2 J1 W1", "R3 R4"), "R1")
    is_refused(state, 1, Play("B2"), MustFollowSuit)
    for card in ("R9", "J1", "W1"):
        assert play(state, card).round.trick.plays[1].card == card


def test_who_is_void_plays_anything():
    state = play(playing("R1 R2", "G9 B2", "R3 R4"), "R1")
    assert legal.legal_plays(state, 1) == ("G9", "B2")
    assert play(state, "B2").round.trick.plays[1].card == "B2"


def test_a_wizard_after_a_suit_card_leaves_the_suit_to_be_followed():
    state = play(playing("R1 R2", "W1 B2", "R3 B4"), "R1 W1")
    is_refused(state, 2, Play("B4"), MustFollowSuit)


def test_a_led_wizard_frees_the_whole_trick():
    state = play(playing("W1 R2", "R9 B2", "R3 B4"), "W1 R9")
    assert play(state, "B4").round.tricks


def test_a_led_jester_does_not_free_the_whole_trick():
    state = play(playing("J1 R2", "R9 B2", "R3 B4"), "J1 R9")
    is_refused(state, 2, Play("B4"), MustFollowSuit)


def test_an_illegal_card_before_nobody_can_be_accused_at_a_strict_table():
    is_refused(play(playing("R1", "R2", "R3"), "R1"), 1, Accuse(0, "button"), StrictTable)


def test_the_last_card_of_a_trick_takes_it_for_its_winner():
    state = play(playing("R1 R2", "G1 Y2", "R3 R4"), "R1 G1")
    assert events(state, 2, Play("R3")) == [CardPlayed(2, "R3", "human"), TrickTaken(1, 1)]
    assert play(state, "R3").round.tricks_taken == (0, 1, 0)


@pytest.mark.parametrize(("kind", "by"), [("human", "human"), ("guest", "human"), ("bot", "bot")])
def test_a_card_remembers_who_moved(kind, by):
    state = playing("R1", "R2", "R3", kind=kind)
    assert events(state, 0, Play("R1")) == [CardPlayed(0, "R1", by)]


# --- The end of a round ---------------------------------------------------------------------------


def test_the_last_card_of_a_round_scores_it():
    state = play(bid(dealt("R1", "R9", "R3"), 0, 0, 0), "R1 R9")
    assert events(state, 2, Play("R3")) == [
        CardPlayed(2, "R3", "human"),
        TrickTaken(1, 1),
        RoundScored(1, (20, -10, 20)),
    ]


def test_the_points_are_added_to_the_scores():
    state = play(bid(dealt("R1", "R9", "R3", scores=(100, 50, -20)), 0, 1, 1), "R1 R9 R3")
    assert state.scores == (120, 80, -30)
    assert state.round.totals == (120, 80, -30)
    assert state.correct == (1, 1, 0)


def test_after_the_pause_the_next_round_is_dealt():
    state = all_ready(play(bids_nothing(dealt("R1", "R2", "R3")), "R1 R2 R3"))
    assert (state.status in ("bidding", "naming_trump"), state.round.number, state.round.cards) == (
        True,
        2,
        2,
    )
    assert state.round.dealer == 0
    assert [past.number for past in state.past] == [1]
