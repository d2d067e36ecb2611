"""Taking back is asked for: who has to agree, how the question ends, and what is told of it."""

from datetime import timedelta

from games.rules import engine
from games.rules.errors import (
    NothingChanged,
    NoUndoAsked,
)
from games.rules.events import redact_event
from games.rules.record import build_record
from games.rules.record.check import check_record
from games.rules.round import UndoneDecision
from games.rules.topics.absence import GoAway
from games.rules.topics.bidding import Bid
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.rules.topics.rulings import ReplacePlayer
from games.rules.undo.ask import ANSWER_TIMEOUT, find_open_undo_request
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
from tests.support.rules.tables import AT, bids_nothing, done, events, is_refused, play
from tests.support.rules.undo import ADA, BEN, CLEO, sight_for, table, undone
from tests.support.rules.whole_games import a_game

# --- Who agrees ---------------------------------------------------------------------------------------------


def asked(**changes):
    """Ada has played a card and asks to take it back."""
    return done(play(bids_nothing(table(**changes)), "R1"), ADA, AskUndo())


def test_everybody_is_asked_and_one_no_is_enough():
    state = asked()
    assert events(state, BEN, AnswerUndo(True)) == [UndoAnswered(BEN, True)]
    state = done(state, BEN, AnswerUndo(True))
    assert sight_for(state, None)["undo"] == {
        "seat": ADA,
        "kind": "card",
        "card": "R1",
        "allowed": [BEN],
        "waits_for": [CLEO],
        "ends_at": "2026-01-01T12:00:15Z",
    }
    assert events(state, CLEO, AnswerUndo(True))[1:] == [DecisionUndone(ADA, "card", "R1")]
    refused = done(state, CLEO, AnswerUndo(False))
    assert find_open_undo_request(refused) is None
    assert refused.round.trick.plays[0].card == "R1"
    assert "undo" not in sight_for(refused, BEN)
    assert sight_for(refused, ADA)["can_undo"] == "card"


def test_bots_agree_at_once():
    seats = table().seats
    bots = table()._replace(seats=(seats[0], *(seat._replace(kind="bot", user=None) for seat in seats[1:])))
    state = play(bids_nothing(bots), "R1")
    assert events(state, ADA, AskUndo()) == [UndoAsked(ADA, "card"), DecisionUndone(ADA, "card", "R1")]


def test_people_who_are_away_are_not_asked():
    state = done(done(asked(), BEN, AnswerUndo(True)), None, GoAway(CLEO))
    assert state.round.trick.plays == ()
    state = done(play(state, "R1"), ADA, AskUndo())
    assert sight_for(state, ADA)["undo"]["waits_for"] == [BEN]


def test_whoever_plays_on_refuses():
    state = asked()
    assert find_open_undo_request(play(state, "R5")) is None
    is_refused(play(state, "R5"), CLEO, AnswerUndo(True), NoUndoAsked)


def test_the_question_can_be_withdrawn_and_ends_after_a_while():
    assert find_open_undo_request(asked()).ends_at == AT + ANSWER_TIMEOUT == AT + timedelta(seconds=15)
    assert events(asked(), ADA, WithdrawUndo()) == [UndoEnded(ADA, "withdrawn")]
    assert events(asked(), None, LapseUndo()) == [UndoEnded(ADA, "timed_out")]
    for action in (WithdrawUndo(), LapseUndo()):
        assert find_open_undo_request(done(asked(), ADA, action)) is None


def test_it_ends_when_a_seat_gets_another_player():
    assert find_open_undo_request(done(asked(), None, ReplacePlayer(ADA, "eve", "human", 99))) is None


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
    assert [sight_for(state, viewer).get("can_undo") for viewer in (None, ADA, BEN)] == [None, "card", None]
    assert "can_undo" not in sight_for(asked(), ADA)


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
        state = play(state, sight_for(state, seat)["legal"]["cards"][0])
    state = done(state, None, EndPause())
    record = build_record(state, "t")
    assert record["rounds"][0]["undone"] == [
        {"seat": decision.seat, "kind": "card", "value": decision.value, "after": 1}
    ]
    assert check_record(record) == []
