"""Claims: who may claim all or none of the remaining tricks, and how a proven claim is played out."""

import pytest

from core.refusal import Refusal
from games.rules.errors import (
    ClaimsUnavailable,
    ClaimTooEarly,
    ClaimUnproven,
    Halted,
    NotSeated,
    NotYourTurn,
    WrongPhase,
)
from games.rules.events import redact_event
from games.rules.sight import viewer_sight
from games.rules.statuses import PAUSE, PLAYING
from games.rules.topics.claiming import ClaimTricks, TricksClaimed
from games.rules.topics.holds import HaltTable, ResumeTable
from games.rules.topics.playing import CardPlayed
from games.rules.topics.preparing import SetWing
from games.rules.topics.rounds import RoundScored
from tests.support.rules.tables import AT, bid, bids_nothing, dealt, done, events, is_refused, play, turn

ALL, NONE = ClaimTricks("all"), ClaimTricks("none")
ADA, BEN, CLEO = 0, 1, 2


def wizards(**options):
    """Ada, who leads, holds two Wizards."""
    return bids_nothing(dealt("W1 W2", "R5 G5", "R9 B9", turned="Y3", **options))


def jester_behind(**options):
    """Ada has led a red card; Ben, who is to move, holds Jesters alone."""
    return play(bids_nothing(dealt("R3 R4", "J1 J2", "R9 B9", turned="Y3", **options)), "R3")


def claimable(state, viewer):
    return viewer_sight(state, viewer, number=1, server_time=AT)["can_claim"]


# --- Proven ---------------------------------------------------------------------------------------


def test_a_proven_claim_of_all_ends_the_round():
    state = done(wizards(), ADA, ALL)
    assert state.status == PAUSE
    assert state.round.tricks_taken == (2, 0, 0)
    assert [past.winner for past in state.round.tricks] == [ADA, ADA]
    assert all(hand == () for hand in state.round.hands)


def test_it_is_scored_as_any_round_is():
    happened = events(wizards(), ADA, ALL)
    assert happened[0] == TricksClaimed(ADA, "all", "human")
    assert happened[-1] == RoundScored(1, (-20, 20, 20))


def test_all_cards_of_the_claimed_tricks_are_played_by_the_claim():
    played = [event for event in events(wizards(), ADA, ALL) if isinstance(event, CardPlayed)]
    assert [event.seat for event in played] == [ADA, BEN, CLEO] * 2
    assert {event.by for event in played} == {"claim"}


def test_who_claims_behind_others_takes_the_running_trick_too():
    state = play(bids_nothing(dealt("R3 R4", "W1 W2", "R9 B9", turned="Y3")), "R3")
    assert done(state, BEN, ALL).round.tricks_taken == (0, 2, 0)


def test_who_claims_none_plays_no_more_while_the_others_play_on():
    state = bids_nothing(dealt("R3 R4 R6", "J1 J2 J3", "R9 B9 B8", turned="Y3"))
    state = play(done(play(state, "R3"), BEN, NONE), "R9 B9")
    assert state.status == PLAYING
    assert turn(state) == ADA
    after = play(state, "R4")
    assert [lay.by for lay in after.round.tricks[1].plays] == ["human", "human", "claim"]


def test_the_last_trick_after_a_claim_plays_itself_as_nobody_has_a_choice():
    state = play(done(jester_behind(), BEN, NONE), "R9")
    assert state.status == PAUSE
    assert state.round.tricks_taken == (0, 0, 2)
    last = state.round.tricks[-1]
    assert [lay.by for lay in last.plays] == ["claim"] * 3


def test_another_may_claim_all_that_one_has_claimed_none_of():
    state = bids_nothing(dealt("R3 R4 R6", "J1 J2 J3", "W1 W2 W3", turned="Y3"))
    state = done(play(state, "R3"), BEN, NONE)
    state = done(state, CLEO, ALL)
    assert state.status == PAUSE
    assert state.round.tricks_taken == (0, 0, 3)


def test_what_others_have_laid_aside_does_not_matter():
    state = done(wizards(), BEN, SetWing("G5"))
    assert done(state, ADA, ALL).round.tricks_taken == (2, 0, 0)


def test_a_claim_in_a_round_of_secret_bids_shows_them_after_its_end_as_usual():
    state = dealt("W1 W2", "R5 G5", "R9 B9", turned="Y3", reveal="delayed")
    state = done(bid(state, 0, 1, 2), ADA, ALL)
    assert state.round.revealed
    assert state.status == PAUSE


def test_a_claim_goes_on_after_a_pause():
    state = done(done(jester_behind(), BEN, NONE), None, HaltTable())
    state = play(done(state, None, ResumeTable()), "R9")
    assert state.status == PAUSE


def test_everybody_learns_of_a_proven_claim():
    event = events(wizards(), ADA, ALL)[0]
    shown = redact_event(event, CLEO, number=7, at=AT)
    assert {name: shown[name] for name in ("type", "seat", "tricks", "by")} == {
        "type": "tricks_claimed",
        "seat": ADA,
        "tricks": "all",
        "by": "human",
    }


def test_in_magic_a_one_may_beat_a_wizard():
    hands = ("R3 R4", "W1 W2", "R1 B9")
    assert done(play(bids_nothing(dealt(*hands)), "R3"), BEN, ALL).round.tricks_taken == (0, 2, 0)
    is_refused(play(bids_nothing(dealt(*hands, edition="magic")), "R3"), BEN, ALL, ClaimUnproven)


# --- Refused --------------------------------------------------------------------------------------


def test_an_unproven_claim_changes_nothing():
    state = bids_nothing(dealt("R12 R11", "R5 G5", "R9 B9", turned="Y3"))
    is_refused(state, ADA, ALL, ClaimUnproven)
    is_refused(state, ADA, NONE, ClaimUnproven)


def test_with_more_than_four_cards_it_is_too_early():
    hands = ("W1 W2 W3 W4 R1", "R2 R3 R4 R5 R6", "G1 G2 G3 G4 G5")
    is_refused(bids_nothing(dealt(*hands)), ADA, ALL, ClaimTooEarly)
    four = ("W1 W2 W3 W4", "R2 R3 R4 R5", "G1 G2 G3 G4")
    assert done(bids_nothing(dealt(*four)), ADA, ALL).status == PAUSE


def test_a_search_that_comes_to_its_limit_says_so(monkeypatch):
    monkeypatch.setattr("games.rules.topics.claiming.MAX_POSITIONS", 3)
    state = bids_nothing(dealt("R12 R11", "R5 G5", "R9 B9", turned="Y3"))
    with pytest.raises(ClaimTooEarly, match="Play a card, and claim again"):
        done(state, ADA, NONE)


@pytest.mark.parametrize(
    ("state", "seat", "refusal"),
    [
        (wizards(), BEN, NotYourTurn),
        (wizards(), None, NotSeated),
        (dealt("W1", "R1", "R2"), ADA, WrongPhase),
        (wizards(cheating=True), ADA, ClaimsUnavailable),
        (done(wizards(), None, HaltTable()), ADA, Halted),
    ],
)
def test_others_and_other_moments_are_refused(state, seat, refusal):
    is_refused(state, seat, ALL, refusal)


def test_who_may_claim_is_in_the_sight():
    assert claimable(wizards(), ADA) == ["all", "none"]
    assert claimable(wizards(), BEN) == []
    assert claimable(wizards(), None) == []
    assert claimable(wizards(cheating=True), ADA) == []
    assert claimable(done(wizards(), ADA, ALL), ADA) == []
    assert claimable(bids_nothing(dealt("R1 R2 R3 R4 R5", "", "")), ADA) == []


def outcome(state, seat, action):
    """The refusal's code, or that there was none."""
    try:
        done(state, seat, action)
    except Refusal as refusal:
        return refusal.code
    return "proven"


@pytest.mark.parametrize("action", [ALL, NONE], ids=["all", "none"])
@pytest.mark.parametrize("own", ["W1 R9", "R13 R12", "J1 R2", "J1 J2", "Y12 R1"])
def test_the_answer_depends_on_what_the_claimant_sees_alone(own, action):
    """Whatever the others hold, the answer is the same."""
    hidden = [("R5 G5", "R10 B9"), ("W2 W3", "R11 B1"), ("J3 J4", "Y1 Y2"), ("G1 G2", "B1 B2")]
    answers = {outcome(bids_nothing(dealt(own, *others, turned="Y3")), ADA, action) for others in hidden}
    assert len(answers) == 1
