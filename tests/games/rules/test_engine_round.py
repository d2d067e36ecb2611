"""A round at the table: the deal, trump, bids and tricks, as rules.md has them."""

import pytest

from core.refusal import BadRequest
from games.rules import legal
from games.rules.cards.deal import first_dealer
from games.rules.errors import (
    BidNotAllowed,
    BidOutOfRange,
    CardNotInHand,
    MustFollowSuit,
    NotSeated,
    NotYourTurn,
    StrictTable,
    WrongPhase,
)
from games.rules.topics.bidding import Bid, BidMade, BidsRevealed
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import CardPlayed, Play, TrickTaken
from games.rules.topics.rounds import RoundScored
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import (
    a_table,
    all_ready,
    bid,
    bids_nothing,
    cards_of,
    dealt,
    done,
    events,
    is_refused,
    named,
    play,
    turn,
)
from tests.support.rules.whole_games import a_game

# --- The deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_first_dealer_is_drawn_by_lot(players):
    state = a_table(players)
    assert state.round.dealer == first_dealer(state.game_seed, players)


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
        cards = cards_of(past.dealt) + ([past.turned] if past.turned else [])
        assert len(set(cards)) == len(cards) == past.cards * players + (past.turned is not None)


def test_a_turned_suit_card_makes_its_suit_trump():
    state = dealt("R7", "Y7", "B7", turned="G2")
    assert (state.status, state.round.trump) == ("bidding", "G")


def test_a_turned_jester_means_no_trump():
    state = dealt("R7", "Y7", "B7", turned="J1")
    assert (state.status, state.round.trump) == ("bidding", None)


def turned_in(game, kind):
    """The rounds of a game in which a card of that kind was turned."""
    return [past for past in game.state.past if past.turned and past.turned[0] == kind]


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
    assert (state.status, state.round.trump, legal.turn(state)) == ("naming_trump", None, (2,))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_with_no_card_left_there_is_no_trump(players):
    last = a_game(players=players).state.past[-1]
    assert last.cards * players == 60
    assert (last.turned, last.trump) == (None, None)


def test_in_the_last_round_no_jester_of_some_colour_is_trump():
    state = dealt("R7 J1", "Y7 R9", "B7 R8", turned=None)
    state = play(bids_nothing(state), "R7 R9 R8")
    assert state.round.tricks[0].winner == 1


def test_a_short_schedule_that_leaves_cards_in_the_deck_turns_one_in_its_last_round_too():
    game = a_game({"preset": "custom", "rounds": [1, 2, 3]})
    assert all(past.turned is not None for past in game.state.past)


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
        assert legal.turn(state) == (seat,)
        state = bid(state, 0)
    assert state.status == "playing"


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
    assert legal.turn(state) == (0, 1, 2)
    for seat, waiting in ((2, (0, 1)), (0, (1,))):
        state = done(state, seat, Bid(1))
        assert legal.turn(state) == waiting
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
    assert (state.status, legal.turn(state), state.round.bids) == ("bidding", (2,), (0, 1, 1))


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


# --- Tricks ---------------------------------------------------------------------------------------


def playing(*hands, **options):
    return bids_nothing(dealt(*hands, **options))


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_player_at_the_dealers_left_leads_the_first_trick(dealer):
    assert legal.turn(playing("R1", "R2", "R3", dealer=dealer)) == ((dealer + 1) % 3,)


def test_the_others_follow_clockwise():
    state = playing("R1", "R2", "R3", dealer=0)
    players = []
    for card in ("R2", "R3", "R1"):
        players.append(turn(state))
        state = play(state, card)
    assert players == [1, 2, 0]


def test_the_winner_of_a_trick_leads_the_next_one():
    state = play(playing("R1 R2", "Y1 Y2", "W1 B2"), "R1 Y1 W1")
    assert legal.turn(state) == (2,)
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
    assert play(state, "R3").round.taken == (0, 1, 0)


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


def test_a_dealers_second_bid_is_the_one_that_counts():
    state = play(done(adding_up(), 2, Bid(2)), "R1 Y1 B1 R2 Y2 B2")
    assert state.round.taken == (2, 0, 0)
    assert state.round.points == (-20, -10, -20)


def test_after_the_pause_the_next_round_is_dealt():
    state = all_ready(play(bids_nothing(dealt("R1", "R2", "R3")), "R1 R2 R3"))
    assert (state.status in ("bidding", "naming_trump"), state.round.number, state.round.cards) == (
        True,
        2,
        2,
    )
    assert state.round.dealer == 0
    assert [past.number for past in state.past] == [1]
