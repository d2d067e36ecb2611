"""A round begins: who deals, what is trump, who names it."""

import pytest

from core.refusal import BadRequest
from games.rules import legal
from games.rules.cards.deal import draw_first_dealer
from games.rules.errors import (
    NotSeated,
    NotYourTurn,
    WrongPhase,
)
from games.rules.topics.bidding import Bid
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import (
    a_table,
    bid,
    bids_nothing,
    cards_of,
    dealt,
    done,
    is_refused,
    named,
    play,
)
from tests.support.rules.whole_games import a_game

# --- The deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_first_dealer_is_drawn_by_lot(players):
    state = a_table(players)
    assert state.round.dealer == draw_first_dealer(state.game_seed, players)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_deal_moves_one_seat_clockwise_each_round(players):
    dealers = [past.dealer for past in a_game(players=players).state.past]
    assert dealers == [(dealers[0] + n) % players for n in range(len(dealers))]


def test_the_winner_of_the_last_trick_does_not_deal_next():
    dealers = [(past.dealer, past.tricks[-1].winner) for past in a_game().state.past]
    next_dealers = [dealer for dealer, _ in dealers[1:]]
    assert next_dealers == [(dealer + 1) % 4 for dealer, _ in dealers[:-1]]
    assert next_dealers != [winner for _, winner in dealers[:-1]]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_card_is_dealt_twice_and_the_turned_card_is_in_no_hand(players):
    for past in a_game(players=players).state.past:
        cards = cards_of(past.dealt_hands) + ([past.turned_card] if past.turned_card else [])
        assert len(set(cards)) == len(cards) == past.cards * players + (past.turned_card is not None)


def test_a_turned_suit_card_makes_its_suit_trump():
    state = dealt("R7", "Y7", "B7", turned="G2")
    assert (state.status, state.round.trump) == ("bidding", "G")


def test_a_turned_jester_means_no_trump():
    state = dealt("R7", "Y7", "B7", turned="J1")
    assert (state.status, state.round.trump) == ("bidding", None)


def turned_in(game, kind):
    """The rounds of a game in which a card of that kind was turned."""
    return [past for past in game.state.past if past.turned_card and past.turned_card[0] == kind]


def test_a_turned_jester_gives_no_random_suit():
    found = [
        past
        for rng_seed in range(16)
        for past in turned_in(a_game(rng_seed=rng_seed, seed=f"{rng_seed:064x}"), "J")
    ]
    assert len(found) > 4
    assert {past.trump for past in found} == {None}


def test_a_turned_wizard_gives_no_random_suit_but_asks_the_dealer():
    state = dealt("R7", "Y7", "B7", turned="W1")
    assert (state.status, state.round.trump, legal.seats_to_act(state)) == ("naming_trump", None, (2,))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_with_no_card_left_there_is_no_trump(players):
    last = a_game(players=players).state.past[-1]
    assert last.cards * players == 60
    assert (last.turned_card, last.trump) == (None, None)


def test_in_the_last_round_no_jester_of_some_colour_is_trump():
    state = dealt("R7 J1", "Y7 R9", "B7 R8", turned=None)
    state = play(bids_nothing(state), "R7 R9 R8")
    assert state.round.tricks[0].winner == 1


def test_a_short_schedule_that_leaves_cards_in_the_deck_turns_one_in_its_last_round_too():
    game = a_game({"preset": "custom", "rounds": [1, 2, 3]})
    assert all(past.turned_card is not None for past in game.state.past)


# --- Naming trump ---------------------------------------------------------------------------------


def wizard_turned(**options):
    return dealt("R7", "Y7", "B7", turned="W1", **options)


@pytest.mark.parametrize("suit", ["R", "Y", "G", "B"])
def test_the_dealer_names_one_of_the_four_suits(suit):
    state = done(wizard_turned(), 2, NameTrump(suit))
    assert (state.status, state.round.trump) == ("bidding", suit)


@pytest.mark.parametrize("suit", ["none", "", "J", "W", None])
def test_the_dealer_never_names_none(suit):
    is_refused(wizard_turned(), 2, NameTrump(suit), BadRequest)


def test_the_dealer_names_after_seeing_the_own_hand():
    assert wizard_turned().round.hands[2] == ("B7",)


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_but_the_dealer_names_trump(seat):
    is_refused(wizard_turned(), seat, NameTrump("R"), NotYourTurn)
    is_refused(wizard_turned(), None, NameTrump("R"), NotSeated)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("reveal", ["open", "hiddentip", "delayed"])
def test_nobody_bids_before_trump_is_named(seat, reveal):
    is_refused(wizard_turned(reveal=reveal), seat, Bid(0), WrongPhase)


def test_trump_is_named_once():
    is_refused(named(wizard_turned(), "R"), 2, NameTrump("B"), WrongPhase)


def test_no_trump_is_named_after_another_card():
    is_refused(dealt("R7", "Y7", "B7", turned="J1"), 2, NameTrump("B"), WrongPhase)
    is_refused(dealt("R7", "Y7", "B7", turned="G1"), 2, NameTrump("B"), WrongPhase)


def test_after_a_turned_wizard_everybody_bids_not_only_the_dealer():
    state = named(wizard_turned(), "R")
    for seat in (0, 1, 2):
        assert legal.seats_to_act(state) == (seat,)
        state = bid(state, 0)
    assert state.status == "playing"
