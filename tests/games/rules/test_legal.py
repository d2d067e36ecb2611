"""What the rules allow, as buttons and bots see it, and what the table accepts: one truth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from games.rules import engine, legal
from games.rules.cards import DECK
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT, a_table, bid, bids_nothing, dealt, opened, play
from tests.support.rules.whole_games import games


def accepted(state, seat, action):
    """Whether `decide` makes an event of it."""
    try:
        engine.decide(state, seat, action, None)
    except Refusal:
        return False
    return True


def offered(state, seat):
    """All actions that the questions of `legal` offer the seat."""
    yield from map(NameTrump, legal.legal_suits(state, seat))
    yield from map(Bid, legal.legal_bids(state, seat))
    yield from map(Play, legal.playable_cards(state, seat))
    for accused in legal.accusable_seats(state, seat):
        yield Accuse(accused, "button")
    if state.status == "pause" and seat not in state.round.ready:
        yield Ready()


POSSIBLE = [
    *map(NameTrump, ("R", "Y", "G", "B", "J", "W", "none")),
    *map(Bid, range(-1, 22)),
    *map(Play, DECK),
    *(Accuse(accused, "button") for accused in range(-1, 7)),
    Ready(),
]
"""Everything that anybody could ask for, and some more."""


@given(games(short=True), st.data())
def test_what_is_offered_is_accepted_and_all_else_is_refused(game, data):
    for state in data.draw(st.lists(st.sampled_from(game.states), min_size=1, max_size=6)):
        for seat in range(len(state.seats)):
            assert {action for action in POSSIBLE if accepted(state, seat, action)} == set(
                offered(state, seat)
            )


@given(games(short=True), st.data())
def test_what_is_refused_changes_nothing_and_what_is_accepted_happens(game, data):
    state = data.draw(st.sampled_from(game.states))
    seat = data.draw(st.sampled_from([None, *range(len(state.seats))]))
    action = data.draw(st.sampled_from(POSSIBLE))
    before = repr(state)
    if accepted(state, seat, action):
        after, events = engine.take_action(state, seat, action, AT)
        assert events
        assert after != state
    else:
        with pytest.raises(Refusal):
            engine.take_action(state, seat, action, AT)
    assert repr(state) == before


@given(games(short=True), st.data())
def test_onlookers_may_do_nothing(game, data):
    state = data.draw(st.sampled_from(game.states))
    assert [action for action in POSSIBLE if accepted(state, None, action)] == []


@given(games(short=True))
def test_until_the_end_somebody_can_always_move(game):
    for state in game.states:
        if state.status in ("naming_trump", "bidding", "playing"):
            assert legal.seats_to_act(state)
            assert all(list(offered(state, seat)) for seat in legal.seats_to_act(state))
        else:
            assert legal.seats_to_act(state) == ()
            assert accepted(state, None, EndPause()) == (state.status == "pause")


@given(games(cheating=False, short=True))
def test_at_a_strict_table_what_the_rules_allow_is_what_the_table_accepts(game):
    for state in game.states:
        for seat in range(len(state.seats)):
            assert legal.playable_cards(state, seat) == legal.legal_plays(state, seat)
            assert legal.accusable_seats(state, seat) == ()


# --- Whose turn it is -----------------------------------------------------------------------------


def test_at_an_open_table_it_is_nobodys_turn():
    assert legal.seats_to_act(opened(4)) == ()


def test_the_dealer_names_trump():
    assert legal.seats_to_act(dealt("R1", "R2", "R3", turned="W1", dealer=1)) == (1,)
    assert legal.legal_suits(dealt("R1", "R2", "R3", turned="W1", dealer=1), 1) == ("R", "Y", "G", "B")


def test_the_others_are_offered_no_suit():
    assert legal.legal_suits(dealt("R1", "R2", "R3", turned="W1", dealer=1), 0) == ()
    assert legal.legal_suits(dealt("R1", "R2", "R3", dealer=1), 1) == ()


def test_in_secret_it_is_the_turn_of_all_who_have_not_bid():
    assert legal.seats_to_act(dealt("R1", "R2", "R3", dealer=1, reveal="hiddentip")) == (0, 1, 2)
    assert legal.seats_to_act(dealt("R1", "R2", "R3", dealer=1, reveal="delayed")) == (0, 1, 2)


def test_openly_it_is_the_turn_of_one():
    assert legal.seats_to_act(dealt("R1", "R2", "R3", dealer=1)) == (2,)
    assert legal.seats_to_act(bid(dealt("R1", "R2", "R3", dealer=1), 0)) == (0,)


def test_who_does_not_have_the_turn_is_offered_nothing():
    state = dealt("R1", "R2", "R3")
    assert legal.legal_bids(state, 1) == ()
    assert legal.playable_cards(bids_nothing(state), 1) == ()
    assert legal.legal_plays(bids_nothing(state), 1) == ()


def test_in_the_pause_it_is_nobodys_turn():
    assert legal.seats_to_act(play(bids_nothing(dealt("R1", "R2", "R3")), "R1 R2 R3")) == ()


def test_the_table_is_dealt_so_that_somebody_has_the_turn():
    assert len(legal.seats_to_act(a_table(4))) == 1


def test_only_one_bid_is_refused_and_only_to_the_dealer():
    state = bid(dealt("R1 R2", "Y1 Y2", "B1 B2", restricted=True), 1, 0)
    assert legal.forbidden_bid_for_seat(state, 2) == 1
    assert legal.forbidden_bid_for_seat(state, 0) is None
