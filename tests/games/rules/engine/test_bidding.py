"""Bidding: open, secret and delayed, and when the bids must not add up."""

import pytest

from games.rules import legal
from games.rules.errors import (
    BidNotAllowed,
    BidOutOfRange,
    NotSeated,
    NotYourTurn,
    WrongPhase,
)
from games.rules.topics.bidding import Bid, BidMade, BidsRevealed
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import CardPlayed, Play, TrickTaken
from games.rules.topics.rounds import RoundScored
from tests.support.rules.tables import (
    bid,
    dealt,
    done,
    events,
    is_refused,
    play,
    turn,
)
from tests.support.rules.whole_games import a_game

# --- Bids, open -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_one_bids_clockwise_from_the_dealers_left(dealer):
    state = dealt("R1", "R2", "R3", "R4", dealer=dealer)
    bidders = []
    while state.status == "bidding":
        bidders.append(turn(state))
        state = bid(state, 0)
    assert bidders == [(dealer + n) % 4 for n in (1, 2, 3, 4)]


def test_one_bids_0_to_the_number_of_cards():
    state = dealt("R1 R2 R3", "Y1 Y2 Y3", "B1 B2 B3")
    assert legal.legal_bids(state, 0) == (0, 1, 2, 3)
    for number in (-1, 4, 16, 10**20):
        is_refused(state, 0, Bid(number), BidOutOfRange)


def test_nobody_bids_out_of_turn_or_twice():
    state = dealt("R1", "R2", "R3")
    is_refused(state, 1, Bid(0), NotYourTurn)
    is_refused(bid(state, 0), 0, Bid(1), NotYourTurn)
    is_refused(state, None, Bid(0), NotSeated)


def test_an_open_bid_is_seen_at_once():
    assert events(dealt("R1", "R2", "R3"), 0, Bid(1)) == [BidMade(0, 1, secret=False)]


def test_nobody_plays_or_is_ready_while_one_bids():
    state = dealt("R1", "R2", "R3")
    is_refused(state, 0, Play("R1"), WrongPhase)
    is_refused(state, 0, Ready(), WrongPhase)
    is_refused(state, None, EndPause(), WrongPhase)


# --- Restriction ----------------------------------------------------------------------------------


def two_cards(**options):
    return dealt("R1 R2", "Y1 Y2", "B1 B2", restricted=True, **options)


def test_the_last_bidder_may_not_make_the_bids_add_up():
    state = bid(two_cards(), 1, 0)
    is_refused(state, 2, Bid(1), BidNotAllowed)
    assert legal.legal_bids(state, 2) == (0, 2)
    assert bid(state, 2).status == "playing"


def test_only_the_last_bidder_is_restricted():
    state = two_cards()
    assert legal.legal_bids(state, 0) == (0, 1, 2)
    state = bid(state, 2)
    assert legal.legal_bids(state, 1) == (0, 1, 2)
    assert bid(state, 0).round.bids == (2, 0, None)


def test_where_the_bids_are_too_many_already_the_last_one_is_free():
    assert legal.legal_bids(bid(two_cards(), 2, 1), 2) == (0, 1, 2)


def test_in_a_round_that_is_not_restricted_the_last_one_is_free():
    state = bid(dealt("R1 R2", "Y1 Y2", "B1 B2"), 1, 0)
    assert legal.legal_bids(state, 2) == (0, 1, 2)
    assert bid(state, 1).status == "playing"


def restricted_rounds(options, **scores):
    return [past.number for past in a_game(options, **scores).state.past if past.restricted]


def test_which_rounds_of_a_game_are_restricted():
    assert restricted_rounds({"restriction": "american"}) == []
    assert restricted_rounds({"restriction": "notequal"}) == list(range(1, 16))
    assert restricted_rounds({"restriction": "notequal", "spare_one_card": True}) == list(range(2, 16))
    assert restricted_rounds({"restriction": "german"}) == list(range(4, 16))
    assert restricted_rounds({"preset": "dm2008"}) == list(range(7, 15))
    assert restricted_rounds({"preset": "tournament"}) == list(range(1, 11))
    assert restricted_rounds({"preset": "tournament", "spare_one_card": True}) == list(range(2, 11))


@pytest.mark.parametrize("cheating", [False, True])
def test_canadian_looks_at_the_scores_when_the_round_is_dealt(cheating):
    restricted = set()
    for rng_seed in range(3):
        game = a_game(
            {"restriction": "canadian", "cheating": cheating},
            rng_seed=rng_seed,
            nerve=0.1,
            kinds=("human",) * 6,
        )
        before = [0, 0, 0, 0]
        for past in game.state.past:
            others = [score for seat, score in enumerate(before) if seat != past.dealer]
            assert past.restricted == (before[past.dealer] > max(others))
            before = past.totals
            restricted.add(past.restricted)
    assert restricted == {True, False}


# --- Bids in secret: hiddentip --------------------------------------------------------------------


def hidden(**options):
    return dealt("R1 R2", "Y1 Y2", "B1 B2", reveal="hiddentip", **options)


def test_in_secret_one_bids_in_any_order():
    state = hidden()
    assert legal.seats_to_act(state) == (0, 1, 2)
    for seat, waiting in ((2, (0, 1)), (0, (1,))):
        state = done(state, seat, Bid(1))
        assert legal.seats_to_act(state) == waiting
    assert done(state, 1, Bid(0)).status == "playing"


def test_a_secret_bid_is_not_shown_until_the_last_is_in():
    state = hidden()
    assert events(state, 2, Bid(1)) == [BidMade(2, 1, secret=True)]
    state = done(done(state, 2, Bid(1)), 0, Bid(2))
    assert not state.round.revealed
    assert events(state, 1, Bid(0)) == [BidMade(1, 0, secret=True), BidsRevealed((2, 0, 1))]


def test_a_secret_bid_is_made_once():
    is_refused(done(hidden(), 2, Bid(1)), 2, Bid(0), NotYourTurn)


def test_a_secret_bid_is_in_range_too():
    is_refused(hidden(), 1, Bid(3), BidOutOfRange)
    is_refused(hidden(), 1, Bid(-1), BidOutOfRange)


def test_in_a_restricted_round_nobody_is_restricted_while_bids_are_secret():
    """Neither who clicks last, nor the dealer: a refusal would tell what the others bid."""
    state = done(done(hidden(restricted=True), 2, Bid(1)), 1, Bid(1))
    assert legal.legal_bids(state, 0) == (0, 1, 2)
    state = done(done(hidden(restricted=True), 0, Bid(1)), 1, Bid(1))
    assert legal.legal_bids(state, 2) == (0, 1, 2)


def adding_up():
    """Secret bids of a restricted round that add up; the dealer was the first to bid, seat 0 clicked last."""
    state = hidden(restricted=True)
    for seat in (2, 1, 0):
        state = done(state, seat, Bid(1 if seat else 0))
    return state


def test_if_they_add_up_when_shown_the_dealer_bids_again():
    state = adding_up()
    assert (state.status, legal.seats_to_act(state), state.round.bids) == ("bidding", (2,), (0, 1, 1))


def test_only_the_dealer_bids_again_not_who_clicked_last():
    for seat in (0, 1):
        is_refused(adding_up(), seat, Bid(0), NotYourTurn)
        assert legal.legal_bids(adding_up(), seat) == ()


def test_the_dealer_bids_any_other_number():
    assert legal.legal_bids(adding_up(), 2) == (0, 2)
    is_refused(adding_up(), 2, Bid(1), BidNotAllowed)
    is_refused(adding_up(), 2, Bid(3), BidOutOfRange)


def test_the_second_bid_is_open_counts_and_stands_last():
    assert events(adding_up(), 2, Bid(2)) == [BidMade(2, 2, secret=False)]
    state = done(adding_up(), 2, Bid(2))
    assert (state.status, state.round.bids) == ("playing", (0, 1, 2))
    assert state.round.bids_made == ((2, 1), (1, 1), (0, 0), (2, 2))


def test_the_dealer_bids_a_second_time_and_no_third():
    is_refused(done(adding_up(), 2, Bid(2)), 2, Bid(0), WrongPhase)


def test_if_they_do_not_add_up_nobody_bids_again():
    state = hidden(restricted=True)
    for seat in (2, 1, 0):
        state = done(state, seat, Bid(1))
    assert state.status == "playing"


def test_in_a_round_that_is_not_restricted_secret_bids_may_add_up():
    state = hidden()
    for seat in (2, 1, 0):
        state = done(state, seat, Bid(1 if seat else 0))
    assert state.status == "playing"


# --- Bids in secret: delayed ----------------------------------------------------------------------


def delayed():
    state = dealt("R1 R2", "Y1 Y2", "B1 B2", reveal="delayed")
    for seat in (1, 2, 0):
        state = done(state, seat, Bid(1))
    return state


def test_delayed_bids_are_not_shown_when_the_last_is_in():
    assert (delayed().status, delayed().round.revealed) == ("playing", False)


def test_delayed_bids_are_shown_when_the_round_has_been_played():
    state = play(delayed(), "R1 Y1 B1 R2 Y2")
    assert not state.round.revealed
    assert [type(event) for event in events(state, 2, Play("B2"))] == [
        CardPlayed,
        TrickTaken,
        BidsRevealed,
        RoundScored,
    ]
    assert play(state, "B2").round.revealed


def test_delayed_bids_may_be_made_in_any_order_and_count():
    state = play(delayed(), "R1 Y1 B1 R2 Y2 B2")
    assert state.round.points == (-10, -10, -10)


def test_a_dealers_second_bid_is_the_one_that_counts():
    state = play(done(adding_up(), 2, Bid(2)), "R1 Y1 B1 R2 Y2 B2")
    assert state.round.tricks_taken == (2, 0, 0)
    assert state.round.points == (-20, -10, -20)
