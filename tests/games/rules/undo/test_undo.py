"""A card, a bid or trump is taken back: who may ask, who has to agree, and what the table is then."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import BadRequest
from games.rules import engine, sight
from games.rules.errors import (
    Halted,
    NothingChanged,
    NothingToUndo,
    NotSeated,
    NoUndoAsked,
    TooManyUndos,
    UndoTooLate,
    UndoUnavailable,
    UndoWouldReveal,
    WrongPhase,
)
from games.rules.events import redact_event
from games.rules.marks import marked_card
from games.rules.options import parse_options
from games.rules.record import record_of
from games.rules.record.check import check_record
from games.rules.round import NO_UNDO, UndoneDecision
from games.rules.topics.absence import GoAway
from games.rules.topics.bidding import Bid
from games.rules.topics.holds import HaltTable
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.rules.topics.preparing import SetWing
from games.rules.topics.rulings import ReplacePlayer
from games.rules.topics.trump import NameTrump
from games.rules.undo.ask import ANSWER_TIMEOUT, MAX_ASKS, can_ask, find_open_ask
from games.rules.undo.asking import (
    AnswerUndo,
    AskUndo,
    DecisionUndone,
    LapseUndo,
    UndoAnswered,
    UndoAsked,
    UndoEnded,
    WithdrawUndo,
)
from games.rules.undo.decision import last_decision
from tests.support.rules.tables import AT, all_ready, bid, bids_nothing, dealt, done, events, is_refused, play
from tests.support.rules.whole_games import a_game

ADA, BEN, CLEO = range(3)


def table(**changes):
    """Three people with two cards each; Ada bids and leads first, Cleo deals."""
    return dealt("R1 R2", "R5 G5", "R9 B9", **{"turned": "Y3", "undo": True, **changes})


def undone(state, seat):
    """The table after `seat` took the last decision back, with everybody's consent."""
    state = done(state, seat, AskUndo())
    for other in sorted({ADA, BEN, CLEO} - {seat}):
        state = done(state, other, AnswerUndo(True))
    return state


def without_book(state):
    """The state but for the notes of what was asked and taken back."""
    return state._replace(round=state.round._replace(undo=NO_UNDO))


def seen(state, viewer):
    """What a viewer is shown."""
    return sight.sight_of(state, viewer, number=9, server_time=AT)


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
        if decision is None or can_ask(state, decision.seat) is None:
            continue
        found += 1
        after = done(state, decision.seat, AskUndo())
        for seat in set(range(players)) - {decision.seat}:
            after = done(after, seat, AnswerUndo(True))
        assert without_book(after) == without_book(before)
        for viewer in (None, *range(players)):
            now, then = seen(after, viewer), seen(before, viewer)
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
    assert "can_undo" not in seen(state, ADA)


def test_not_where_cheating_is_possible():
    with pytest.raises(BadRequest) as caught:
        parse_options({"undo": True, "cheating": True})
    assert list(caught.value.errors) == ["undo"]


def test_not_on_hold_or_before_the_start():
    is_refused(done(play(bids_nothing(table()), "R1"), None, HaltTable()), ADA, AskUndo(), Halted)
    is_refused(table()._replace(status="open", round=None), ADA, AskUndo(), WrongPhase)


def test_so_many_times_a_round():
    state = bids_nothing(table())
    for _ in range(MAX_ASKS):
        state = done(done(play(state, "R1"), ADA, AskUndo()), BEN, AnswerUndo(True))
        state = done(state, CLEO, AnswerUndo(True))
    is_refused(play(state, "R1"), ADA, AskUndo(), TooManyUndos)
    assert can_ask(play(state, "R1 R5"), BEN) is not None


# --- Who agrees ---------------------------------------------------------------------------------------------


def asked(**changes):
    """Ada has played a card and asks to take it back."""
    return done(play(bids_nothing(table(**changes)), "R1"), ADA, AskUndo())


def test_everybody_is_asked_and_one_no_is_enough():
    state = asked()
    assert events(state, BEN, AnswerUndo(True)) == [UndoAnswered(BEN, True)]
    state = done(state, BEN, AnswerUndo(True))
    assert seen(state, None)["undo"] == {
        "seat": ADA,
        "kind": "card",
        "card": "R1",
        "allowed": [BEN],
        "waits_for": [CLEO],
        "ends_at": "2026-01-01T12:00:15Z",
    }
    assert events(state, CLEO, AnswerUndo(True))[1:] == [DecisionUndone(ADA, "card", "R1")]
    refused = done(state, CLEO, AnswerUndo(False))
    assert find_open_ask(refused) is None
    assert refused.round.trick.plays[0].card == "R1"
    assert "undo" not in seen(refused, BEN)
    assert seen(refused, ADA)["can_undo"] == "card"


def test_bots_agree_at_once():
    seats = table().seats
    bots = table()._replace(seats=(seats[0], *(seat._replace(kind="bot", user=None) for seat in seats[1:])))
    state = play(bids_nothing(bots), "R1")
    assert events(state, ADA, AskUndo()) == [UndoAsked(ADA, "card"), DecisionUndone(ADA, "card", "R1")]


def test_people_who_are_away_are_not_asked():
    state = done(done(asked(), BEN, AnswerUndo(True)), None, GoAway(CLEO))
    assert state.round.trick.plays == ()
    state = done(play(state, "R1"), ADA, AskUndo())
    assert seen(state, ADA)["undo"]["waits_for"] == [BEN]


def test_whoever_plays_on_refuses():
    state = asked()
    assert find_open_ask(play(state, "R5")) is None
    is_refused(play(state, "R5"), CLEO, AnswerUndo(True), NoUndoAsked)


def test_the_question_can_be_withdrawn_and_ends_after_a_while():
    assert find_open_ask(asked()).ends_at == AT + ANSWER_TIMEOUT == AT + timedelta(seconds=15)
    assert events(asked(), ADA, WithdrawUndo()) == [UndoEnded(ADA, "withdrawn")]
    assert events(asked(), None, LapseUndo()) == [UndoEnded(ADA, "timed_out")]
    for action in (WithdrawUndo(), LapseUndo()):
        assert find_open_ask(done(asked(), ADA, action)) is None


def test_it_ends_when_a_seat_gets_another_player():
    assert find_open_ask(done(asked(), None, ReplacePlayer(ADA, "eve", "human", 99))) is None


def test_what_is_refused():
    is_refused(asked(), ADA, AskUndo(), NothingChanged)
    is_refused(asked(), ADA, AnswerUndo(True), NothingChanged)
    is_refused(done(asked(), BEN, AnswerUndo(True)), BEN, AnswerUndo(True), NothingChanged)
    is_refused(asked(), BEN, WithdrawUndo(), NoUndoAsked)
    is_refused(table(), BEN, AnswerUndo(True), NoUndoAsked)
    is_refused(table(), None, LapseUndo(), NoUndoAsked)


# --- What is told -------------------------------------------------------------------------------------------


def test_only_who_could_ask_is_told_so():
    state = play(bids_nothing(table()), "R1")
    assert [seen(state, viewer).get("can_undo") for viewer in (None, ADA, BEN)] == [None, "card", None]
    assert "can_undo" not in seen(asked(), ADA)


def test_a_secret_bid_stays_secret():
    state = undone(done(table(reveal="delayed"), BEN, Bid(1)), BEN)
    assert state.round.undo.undone == (UndoneDecision(BEN, "bid", "1", 0),)
    for viewer in (None, ADA, BEN):
        shown = redact_event(DecisionUndone(BEN, "bid", "1"), viewer, number=9, at=AT)
        assert {**shown, "at": None} == {
            "type": "decision_undone",
            "number": 9,
            "at": None,
            "seat": BEN,
            "kind": "bid",
        }


def test_the_clock_charges_the_time_that_passed():
    state = bids_nothing(table(clock=15))
    late = AT + timedelta(seconds=35)
    played = engine.take_action(state, ADA, Play("R1"), late)[0]
    assert played.clocks.spent[ADA] == 20_000
    after = engine.take_action(
        engine.take_action(played, ADA, AskUndo(), late)[0], BEN, AnswerUndo(True), late
    )[0]
    after = engine.take_action(after, CLEO, AnswerUndo(True), late)[0]
    assert after.clocks.spent == played.clocks.spent
    assert after.clocks.since == late


def test_the_record_says_what_was_taken_back_and_passes_its_check():
    game = a_game({"preset": "custom", "rounds": [2], "undo": True}, 3, rng_seed=1, kinds=("human",) * 6)
    place = next(n for n, state in enumerate(game.states) if state.round and state.round.cards_played == 2)
    state, decision = game.states[place], last_decision(game.states[place])
    state = undone(state, decision.seat)
    while state.status == "playing":
        seat = (state.round.trick.leader + len(state.round.trick.plays)) % 3
        state = play(state, seen(state, seat)["legal"]["cards"][0])
    state = done(state, None, EndPause())
    record = record_of(state, "t")
    assert record["rounds"][0]["undone"] == [
        {"seat": decision.seat, "kind": "card", "value": decision.value, "after": 1}
    ]
    assert check_record(record) == []
