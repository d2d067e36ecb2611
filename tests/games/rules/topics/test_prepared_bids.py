"""A prepared bid: it is made when the turn comes, and nobody else knows of it before."""

import pytest

from games.rules import sight
from games.rules.errors import (
    BidNotAllowed,
    BidOutOfRange,
    NothingChanged,
    NotSeated,
    WrongPhase,
)
from games.rules.events import redact_event
from games.rules.marks import illegal_prepared_bid, prepared_bid
from games.rules.topics.bidding import Bid, BidMade, BidsRevealed
from games.rules.topics.preparing import BidPrepared, PrepareBid
from games.rules.topics.rulings import ReplacePlayer
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT, bid, bids_nothing, dealt, done, events, is_refused


def table(**changes):
    """Three players with two cards each; seat 0 bids first, seat 2 deals."""
    return dealt("R1 R2", "R5 G5", "R9 B9", **{"turned": "Y3", **changes})


def seen(state, viewer):
    """What a viewer is shown."""
    return sight.viewer_sight(state, viewer, number=9, server_time=AT)


def test_it_is_made_when_the_turn_comes_like_any_other_bid():
    state = done(table(), 1, PrepareBid(2))
    assert events(state, 0, Bid(1)) == [BidMade(0, 1, secret=False), BidMade(1, 2, secret=False)]
    assert done(state, 0, Bid(1)).round.bidding.movers == ("human", "human")


def test_several_are_made_one_after_the_other():
    state = done(done(table(), 2, PrepareBid(0)), 1, PrepareBid(0))
    assert [event.seat for event in events(state, 0, Bid(1))] == [0, 1, 2]


def test_on_turn_it_is_made_at_once():
    assert events(table(), 0, PrepareBid(0)) == [BidMade(0, 0, secret=False)]


def test_it_can_be_changed_and_taken_back():
    state = done(done(table(), 1, PrepareBid(2)), 1, PrepareBid(0))
    assert done(state, 0, Bid(0)).round.bids == (0, 0, None)
    assert done(done(state, 1, PrepareBid(None)), 0, Bid(0)).round.bids == (0, None, None)


def test_nobody_else_sees_it():
    state = done(table(), 1, PrepareBid(2))
    assert [seen(state, viewer).get("prepared_bid") for viewer in (None, 0, 1, 2)] == [None, None, 2, None]
    assert seen(state, 0) == seen(table(), 0)


def test_it_makes_no_entry_in_the_log_but_older_versions_made_one_that_others_do_not_see():
    assert events(table(), 1, PrepareBid(2)) == []
    entries = [redact_event(BidPrepared(1, 2), viewer, number=9, at=AT) for viewer in (None, 0, 1)]
    assert entries[:2] == [{"number": 9}, {"number": 9}]
    assert entries[2]["bid"] == 2


def test_one_that_the_dealer_may_not_make_is_unmarked_which_only_the_dealer_is_told():
    state = bid(done(table(restricted=True), 2, PrepareBid(1)), 1, 0)
    assert state.round.bids == (1, 0, None)
    assert prepared_bid(state, 2) is None
    unmarked = [seen(state, viewer).get("unmarked") for viewer in (None, 0, 1, 2)]
    assert unmarked == [None, None, None, {"card": None, "bid": 1}]
    assert seen(state, 1) == seen(bid(table(restricted=True), 1, 0), 1)
    assert illegal_prepared_bid(done(state, 2, Bid(0)), 2) is None


def test_the_dealer_may_prepare_any_other_bid_of_a_restricted_round():
    state = bid(done(table(restricted=True), 2, PrepareBid(2)), 1, 0)
    assert state.round.bids == (1, 0, 2)


@pytest.mark.parametrize("reveal", ["hiddentip", "delayed"])
def test_where_all_bid_in_secret_it_is_made_at_once_since_everybody_is_on_turn(reveal):
    happened = events(table(reveal=reveal), 1, PrepareBid(2))
    assert happened == [BidMade(1, 2, secret=True)]


def test_secret_ones_that_were_prepared_while_trump_was_named_are_made_and_shown_together():
    state = table(turned="W1", reveal="hiddentip")._replace(status="naming_trump")
    for seat, number in enumerate((0, 2, 1)):
        state = done(state, seat, PrepareBid(number))
    happened = events(state, 2, NameTrump("R"))[1:]
    assert happened == [
        *(BidMade(seat, number, secret=True) for seat, number in enumerate((0, 2, 1))),
        BidsRevealed((0, 2, 1)),
    ]


def test_the_second_bid_of_a_dealer_cannot_be_prepared_but_is_refused_on_turn():
    state = table(reveal="hiddentip", restricted=True)
    state = done(done(done(state, 0, Bid(1)), 1, Bid(0)), 2, Bid(1))
    is_refused(state, 2, PrepareBid(1), BidNotAllowed)
    assert done(state, 2, PrepareBid(0)).round.bids == (1, 0, 0)


def test_who_and_what_is_refused():
    state = done(table(restricted=True), 0, Bid(0))
    is_refused(state, None, PrepareBid(1), NotSeated)
    is_refused(state, 0, PrepareBid(1), WrongPhase)
    is_refused(state, 2, PrepareBid(3), BidOutOfRange)
    is_refused(state, 2, PrepareBid(-1), BidOutOfRange)
    is_refused(state, 2, PrepareBid(None), NothingChanged)
    is_refused(done(state, 2, PrepareBid(1)), 2, PrepareBid(1), NothingChanged)
    is_refused(bid(state, 0), 2, PrepareBid(2), BidNotAllowed)
    is_refused(bids_nothing(table()), 0, PrepareBid(1), WrongPhase)
    is_refused(_open_table(), 0, PrepareBid(1), WrongPhase)


def _open_table():
    """A table that has not started."""
    return table()._replace(status="open", round=None)


def test_somebody_who_takes_over_the_seat_takes_over_nothing_that_was_prepared():
    state = done(table(), 1, PrepareBid(2))
    assert prepared_bid(done(state, None, ReplacePlayer(1, "eve", "human", 99)), 1) is None
