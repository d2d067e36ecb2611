"""A card, a bid or trump is taken back: who may ask, who has to agree, and what the table is then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import BadRequest
from games.rules import engine
from games.rules.errors import (
    Halted,
    NothingToUndo,
    NotSeated,
    TooManyUndos,
    UndoTooLate,
    UndoUnavailable,
    UndoWouldReveal,
    WrongPhase,
)
from games.rules.marks import marked_card
from games.rules.options import parse_options
from games.rules.topics.bidding import Bid
from games.rules.topics.holds import HaltTable
from games.rules.topics.playing import Play
from games.rules.topics.preparing import SetWing
from games.rules.topics.trump import NameTrump
from games.rules.undo.ask import MAX_UNDO_REQUESTS, find_decision_for_undo_request
from games.rules.undo.asking import (
    AnswerUndo,
    AskUndo,
)
from games.rules.undo.decision import last_decision
from tests.support.rules.tables import AT, all_ready, bid, bids_nothing, dealt, done, is_refused, play
from tests.support.rules.undo import ADA, BEN, CLEO, sight_for, table, undone, without_book
from tests.support.rules.whole_games import a_game

# --- What is taken back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["R1", "R1 R5"])
def test_a_card_goes_back_into_the_hand_at_its_old_place(cards):
    before = play(bids_nothing(table()), cards.rpartition(" ")[0])
    state = play(before, cards.split()[-1])
    assert without_book(undone(state, last_decision(state).seat)) == before


def test_a_card_that_completed_a_trick_takes_the_trick_back():
    before = play(bids_nothing(table()), "R1 R5")
    state = play(before, "R9")
    assert state.round.tricks_taken == (0, 0, 1)
    assert without_book(undone(state, CLEO)) == before


def test_a_bid_is_made_anew():
    before = bid(table(), 1)
    assert without_book(undone(bid(before, 2), BEN)) == before


def test_the_last_open_bid_takes_the_first_trick_back():
    before = bid(table(), 1, 2)
    state = bid(before, 0)
    assert state.status == "playing"
    assert without_book(undone(state, CLEO)) == before


def test_trump_is_named_anew():
    before = table(turned="W1")._replace(status="naming_trump")
    assert without_book(undone(done(before, CLEO, NameTrump("R")), CLEO)) == before


def test_a_secret_bid_that_nobody_has_followed():
    before = table(reveal="delayed")
    assert without_book(undone(done(before, BEN, Bid(1)), BEN)) == before


def test_the_last_delayed_bid_shows_nothing():
    before = done(done(table(reveal="delayed"), ADA, Bid(1)), BEN, Bid(1))
    assert without_book(undone(done(before, CLEO, Bid(1)), CLEO)) == before


def test_a_dealers_second_bid_leaves_the_first():
    state = table(reveal="hiddentip", restricted=True)
    before = done(done(done(state, ADA, Bid(1)), BEN, Bid(0)), CLEO, Bid(1))
    assert before.round.must_bid_again
    assert without_book(undone(done(before, CLEO, Bid(2)), CLEO)) == before


def test_a_card_that_played_itself_does_not_do_so_again():
    state = play(done(bids_nothing(table()), BEN, SetWing("R5")), "R1")
    assert state.round.trick.plays[-1].by == "wing"
    state = undone(state, BEN)
    assert marked_card(state, BEN) is None
    assert state.round.hands[BEN] == ("R5", "G5")


@given(st.integers(0, 60), st.sampled_from(["open", "hiddentip", "delayed"]), st.sampled_from([3, 4]))
def test_after_an_undo_everybody_sees_what_they_saw_before(rng_seed, reveal, players):
    """In any game: but for history, every viewer's sight is that of before; nothing hidden was shown."""
    options = {"preset": "custom", "rounds": [1, 3, 5, 2], "reveal": reveal, "undo": True}
    game = a_game(options, players, rng_seed=rng_seed, kinds=("human",) * 6)
    found = 0
    for before, state in zip(game.states, game.states[1:], strict=False):
        decision = last_decision(state)
        if decision is None or find_decision_for_undo_request(state, decision.seat) is None:
            continue
        found += 1
        after = done(state, decision.seat, AskUndo())
        for seat in set(range(players)) - {decision.seat}:
            after = done(after, seat, AnswerUndo(True))
        assert without_book(after) == without_book(before)
        for viewer in (None, *range(players)):
            now, then = sight_for(after, viewer), sight_for(before, viewer)
            now.pop("can_undo", None), then.pop("can_undo", None)
            assert now == then
    assert found


# --- Who may ask --------------------------------------------------------------------------------------------


def test_not_after_somebody_else_has_decided():
    is_refused(play(bids_nothing(table()), "R1 R5"), ADA, AskUndo(), UndoTooLate)
    is_refused(bid(table(), 0, 0), ADA, AskUndo(), UndoTooLate)


def test_not_without_a_decision():
    is_refused(table(), ADA, AskUndo(), NothingToUndo)
    is_refused(bid(table(), 0), BEN, AskUndo(), NothingToUndo)
    is_refused(table(), None, AskUndo(), NotSeated)


def test_not_after_secret_bids_were_shown():
    state = done(done(done(table(reveal="hiddentip"), ADA, Bid(1)), BEN, Bid(0)), CLEO, Bid(1))
    assert state.round.revealed
    is_refused(state, CLEO, AskUndo(), UndoWouldReveal)


def test_not_after_the_round():
    over = play(bids_nothing(dealt("R1", "R5", "R9", turned="Y3", undo=True)), "R1 R5 R9")
    assert over.status == "pause"
    is_refused(over, CLEO, AskUndo(), UndoTooLate)
    is_refused(all_ready(over), CLEO, AskUndo(), UndoTooLate)


def test_not_what_the_clock_or_a_stand_in_has_done():
    state = bids_nothing(table())
    by_clock = engine.take_action(state, ADA, Play("R1"), AT, by="clock")[0]
    is_refused(by_clock, ADA, AskUndo(), UndoTooLate)
    by_bot = engine.take_action(state, ADA, Play("R1"), AT, by="bot")[0]
    is_refused(by_bot, ADA, AskUndo(), NothingToUndo)


@pytest.mark.parametrize("changes", [{"undo": False}, {"undo": False, "cheating": True}])
def test_only_where_the_table_agreed_on_it(changes):
    is_refused(play(bids_nothing(table(**changes)), "R1"), ADA, AskUndo(), UndoUnavailable)


def test_not_in_tournaments():
    state = play(bids_nothing(table()), "R1")._replace(organised=True)
    is_refused(state, ADA, AskUndo(), UndoUnavailable)
    assert "can_undo" not in sight_for(state, ADA)


def test_not_where_cheating_is_possible():
    with pytest.raises(BadRequest) as caught:
        parse_options({"undo": True, "cheating": True})
    assert list(caught.value.errors) == ["undo"]


def test_not_on_hold_or_before_the_start():
    is_refused(done(play(bids_nothing(table()), "R1"), None, HaltTable()), ADA, AskUndo(), Halted)
    is_refused(table()._replace(status="open", round=None), ADA, AskUndo(), WrongPhase)


def test_so_many_times_a_round():
    state = bids_nothing(table())
    for _ in range(MAX_UNDO_REQUESTS):
        state = done(done(play(state, "R1"), ADA, AskUndo()), BEN, AnswerUndo(True))
        state = done(state, CLEO, AnswerUndo(True))
    is_refused(play(state, "R1"), ADA, AskUndo(), TooManyUndos)
    assert find_decision_for_undo_request(play(state, "R1 R5"), BEN) is not None
