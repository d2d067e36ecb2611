"""The wing: a card laid aside that plays itself when the turn comes."""

import pytest

from games.rules import engine, sight
from games.rules.errors import CardNotInHand, MustFollowSuit, NothingChanged, NotSeated, WrongPhase
from games.rules.events import redact_event
from games.rules.marks import illegal_marked_card, marked_card
from games.rules.topics.bidding import Bid
from games.rules.topics.playing import CardPlayed, Play
from games.rules.topics.preparing import SetWing, WingSet
from tests.support.rules.tables import AT, all_ready, bids_nothing, dealt, done, events, is_refused, play


def table(**options):
    """Three players with two cards each, everybody bids 0; seat 0 leads."""
    return bids_nothing(dealt("R1 R2", "R5 G5", "R9 B9", turned="Y3", **options))


def marked(state):
    """Each seat's marked card."""
    return [marked_card(state, seat) for seat in range(3)]


def test_it_plays_itself_when_the_turn_comes_and_says_so():
    state = done(table(), 1, SetWing("R5"))
    happened = events(state, 0, Play("R1"))
    assert happened == [CardPlayed(0, "R1", "human"), CardPlayed(1, "R5", "wing")]


def test_several_fly_one_after_the_other():
    state = done(done(table(), 1, SetWing("R5")), 2, SetWing("R9"))
    played = [event.seat for event in events(state, 0, Play("R1")) if isinstance(event, CardPlayed)]
    assert played == [0, 1, 2]


def test_it_flies_at_once_when_it_is_ones_turn_already():
    assert events(table(), 0, SetWing("R2")) == [CardPlayed(0, "R2", "wing")]


def test_it_can_be_laid_aside_while_others_bid():
    state = done(dealt("R1 R2", "R5 G5", "R9 B9"), 1, SetWing("R5"))
    state = done(done(done(state, 0, Bid(0)), 1, Bid(0)), 2, Bid(0))
    assert marked(state) == [None, "R5", None]


@pytest.mark.parametrize("cheating", [False, True])
def test_one_that_may_not_be_played_is_unmarked_which_its_player_alone_is_told(cheating):
    state = done(table(cheating=cheating), 1, SetWing("G5"))
    assert events(state, 0, Play("R1")) == [CardPlayed(0, "R1", "human")]
    state = play(state, "R1")
    assert marked(state) == [None, None, None]
    shown = [sight.viewer_sight(state, viewer, number=9, server_time=AT) for viewer in (None, 0, 1, 2)]
    assert [each.get("unmarked") for each in shown] == [None, None, {"card": "G5", "bid": None}, None]
    assert shown[2]["wing"] is None


@pytest.mark.parametrize("cheating", [False, True])
def test_it_makes_no_entry_in_the_log_when_it_is_unmarked(cheating):
    """Its number would tell the others that the player holds the suit that was led."""
    without = table(cheating=cheating)
    unmarked = done(without, 1, SetWing("G5"))
    assert events(unmarked, 0, Play("R1")) == events(without, 0, Play("R1"))
    for viewer in (None, 0, 2):
        seen = [
            sight.viewer_sight(play(state, "R1"), viewer, number=9, server_time=AT)
            for state in (unmarked, without)
        ]
        assert seen[0] == seen[1]


def test_at_a_cheating_table_the_unmarked_card_can_still_be_played_by_hand():
    state = play(done(table(cheating=True), 1, SetWing("G5")), "R1")
    assert events(state, 1, Play("G5")) == [CardPlayed(1, "G5", "human")]


def test_what_was_unmarked_is_told_until_the_turn_is_over():
    state = play(done(table(), 1, SetWing("G5")), "R1")
    assert illegal_marked_card(state, 1) == "G5"
    assert illegal_marked_card(play(state, "R5"), 1) is None
    assert illegal_marked_card(done(state, 1, SetWing("R5")), 1) is None
    assert marked(play(state, "R5 R9")) == [None, None, None]


def test_one_of_a_later_player_stays_marked():
    state = done(done(table(), 1, SetWing("G5")), 2, SetWing("B9"))
    assert marked(play(state, "R1")) == [None, None, "B9"]
    assert illegal_marked_card(play(state, "R1 R5"), 2) == "B9"


@pytest.mark.parametrize("cheating", [False, True])
def test_on_ones_own_turn_it_is_a_card_that_the_rules_allow(cheating):
    is_refused(play(table(cheating=cheating), "R1"), 1, SetWing("G5"), MustFollowSuit)


def test_what_is_so_already_is_refused():
    is_refused(table(), 1, SetWing(None), NothingChanged)
    is_refused(done(table(), 1, SetWing("R5")), 1, SetWing("R5"), NothingChanged)


def test_it_can_be_changed_and_taken_back():
    state = done(done(table(), 1, SetWing("R5")), 1, SetWing("G5"))
    assert marked(state)[1] == "G5"
    assert play(done(state, 1, SetWing(None)), "R1").round.hands[1] == ("R5", "G5")


def test_playing_by_hand_takes_it_back():
    state = done(dealt("R1 R2", "R5 G5", "R9 B9", turned="Y3"), 0, SetWing("R2"))
    state = bids_nothing(state)
    assert marked(state) == [None, None, None]
    assert state.round.trick.plays[0].by == "wing"


def test_nobody_else_sees_it():
    state = done(table(), 1, SetWing("R5"))
    shown = [
        sight.viewer_sight(state, viewer, number=9, server_time=AT)["wing"] for viewer in (None, 0, 1, 2)
    ]
    assert shown == [None, None, "R5", None]


def test_it_makes_no_entry_in_the_log():
    assert events(table(), 1, SetWing("R5")) == []


def test_an_entry_in_the_log_of_an_older_version_is_hidden_from_others_and_harmless():
    entries = [redact_event(WingSet(1, "R5"), viewer, number=9, at=AT) for viewer in (None, 0, 1)]
    assert entries[:2] == [{"number": 9}, {"number": 9}]
    assert entries[2]["card"] == "R5"
    state = engine.apply(engine.apply(table(), WingSet(1, "G5"), AT), CardPlayed(0, "R1", "human"), AT)
    assert state._replace(marks=()) == play(table(), "R1")


def test_who_may_not():
    is_refused(table(), 1, SetWing("R1"), CardNotInHand)
    is_refused(table(), None, SetWing("R1"), NotSeated)
    is_refused(a_paused_table(), 0, SetWing("R1"), WrongPhase)


def a_paused_table():
    """A table between two rounds."""
    return play(bids_nothing(dealt("R1", "R2", "R3", turned="Y3")), "R1 R2 R3")


def test_a_new_round_begins_without():
    state = done(dealt("R1", "R5", "R9", turned="Y3"), 1, SetWing("R5"))
    state = all_ready(play(bids_nothing(state), "R1 R9"))
    assert state.round.number == 2
    assert marked(state) == [None, None, None]
