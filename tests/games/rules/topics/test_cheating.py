"""Rules, "Cheating", at the table: cards that break the duty, accusations, verdicts and their points."""

import pytest

from core.refusal import BadRequest
from games.rules import legal
from games.rules.errors import (
    CannotAccuseYourself,
    CardNotInHand,
    MustFollowSuit,
    NothingToAccuse,
    NotSeated,
    StrictTable,
)
from games.rules.topics.cheating import Accuse, Accused
from games.rules.topics.playing import CardPlayed, Play
from tests.support.rules.cheats import ADA, BEN, CLEO, DAN, given_away
from tests.support.rules.tables import (
    accuse,
    bids_nothing,
    dealt,
    events,
    is_refused,
    pause_ended,
    play,
    verdicts,
)


def table(*, cheating: bool = True, **options):
    """Ben, Cleo and Dan hold red cards beside others; Ada leads red."""
    hands = ("R1 R2 R3", "R4 B4 B5", "R6 G6 B7", "R8 Y8 Y9")
    return bids_nothing(dealt(*hands, turned="J1", cheating=cheating, **options))


def ben_cheated(**options):
    """Ada led red; Ben, who holds R4, played B4."""
    return play(table(**options), "R1 B4")


# --- Off: an illegal card is refused --------------------------------------------------------------


def test_where_cheating_is_off_an_illegal_card_is_refused_and_nothing_changes():
    is_refused(play(table(cheating=False), "R1"), BEN, Play("B4"), MustFollowSuit)


def test_where_cheating_is_off_no_cheat_is_ever_recorded():
    assert play(table(cheating=False), "R1 R4 R6 R8").round.cheats == ()


# --- On: every card can be played -----------------------------------------------------------------


def test_where_cheating_is_on_every_card_in_hand_can_be_played():
    state = play(table(), "R1")
    assert legal.playable_cards(state, BEN) == ("R4", "B4", "B5")
    assert legal.legal_plays(state, BEN) == ("R4",)
    assert ben_cheated().round.trick.plays[1].card == "B4"


def test_but_no_card_that_is_not_in_hand():
    is_refused(play(table(), "R1"), BEN, Play("G6"), CardNotInHand)


def test_a_cheat_is_recorded_with_trick_seat_card_and_the_suit_owed():
    state = play(ben_cheated(), "R6 Y8")
    assert [cheat[:4] for cheat in state.round.cheats] == [(1, BEN, "B4", "R"), (1, DAN, "Y8", "R")]


def test_each_cheat_of_a_round_is_a_record_of_its_own():
    state = play(two_cheats(), "R1 B4 G1 R2 B5 G2")
    assert [cheat[:4] for cheat in state.round.cheats] == [(1, BEN, "B4", "R"), (2, BEN, "B5", "R")]


def test_cheats_are_kept_with_their_round_when_the_next_one_is_dealt():
    state = pause_ended(given_away())
    assert [cheat.seat for cheat in state.past[0].cheats] == [BEN]
    assert state.round.cheats == ()


def test_who_follows_suit_does_not_cheat():
    assert play(table(), "R1 R4 R6 R8").round.cheats == ()


def test_following_wizards_jesters_and_being_void_are_no_cheats():
    state = bids_nothing(dealt("R1 R2", "R4 W1", "R5 J2", "G8 Y9", cheating=True))
    assert play(state, "R1 W1 J2 G8").round.cheats == ()


def test_a_cheat_makes_no_log_entry_of_its_own():
    assert events(play(table(), "R1"), BEN, Play("B4")) == [CardPlayed(BEN, "B4", "human")]
    assert events(play(table(), "R1"), BEN, Play("R4")) == [CardPlayed(BEN, "R4", "human")]


def test_a_cheating_card_takes_a_trick_like_any_other():
    state = bids_nothing(dealt("R1 R2", "R4 B4", "R6 G6", turned="B9", cheating=True))
    assert play(state, "R1 B4 R6").round.tricks[0].winner == BEN


# --- Who may accuse, and when ----------------------------------------------------------------------


def test_any_seated_player_may_accuse_any_other():
    state = ben_cheated()
    for accuser in range(4):
        others = tuple(seat for seat in range(4) if seat != accuser)
        assert legal.accusable_seats(state, accuser) == others
        for accused in others:
            assert verdicts(accuse(state, accuser, accused))


def test_nobody_accuses_oneself():
    is_refused(ben_cheated(), BEN, Accuse(BEN, "button"), CannotAccuseYourself)


def test_onlookers_accuse_nobody():
    is_refused(ben_cheated(), None, Accuse(BEN, "button"), NotSeated)


def test_nobody_is_accused_at_a_strict_table():
    state = play(table(cheating=False), "R1 R4")
    is_refused(state, ADA, Accuse(BEN, "button"), StrictTable)
    assert legal.accusable_seats(state, ADA) == ()


@pytest.mark.parametrize("accused", [-1, 4, 5])
def test_the_accused_sits_at_the_table(accused):
    is_refused(ben_cheated(), ADA, Accuse(accused, "button"), BadRequest)


def test_nobody_is_accused_before_a_rounds_first_card():
    before = dealt("R1", "R2", "R3", cheating=True)
    is_refused(before, ADA, Accuse(BEN, "button"), NothingToAccuse)
    is_refused(bids_nothing(before), ADA, Accuse(BEN, "button"), NothingToAccuse)
    named = dealt("R1", "R2", "R3", turned="W1", cheating=True)
    is_refused(named, ADA, Accuse(BEN, "button"), NothingToAccuse)


def test_from_a_rounds_first_card_one_may_accuse():
    assert verdicts(accuse(play(table(), "R1"), BEN, ADA)) == ["wrong"]


def test_between_two_tricks_one_may_accuse():
    assert verdicts(accuse(play(ben_cheated(), "R6 R8"), ADA, BEN)) == ["caught"]


# --- Verdicts ----------------------------------------------------------------------------------------


def test_who_cheated_and_was_not_called_yet_is_caught():
    state = accuse(ben_cheated(), CLEO, BEN)
    assert verdicts(state) == ["caught"]
    assert state.scores == (0, -10, 10, 0)


def test_who_did_not_cheat_is_accused_wrongly():
    state = accuse(ben_cheated(), CLEO, ADA)
    assert verdicts(state) == ["wrong"]
    assert state.scores == (0, 0, -10, 0)


def test_who_was_caught_and_has_not_cheated_since_is_accused_too_late():
    state = accuse(accuse(ben_cheated(), CLEO, BEN), DAN, BEN)
    assert verdicts(state) == ["caught", "late"]
    assert state.scores == (0, -10, 10, -10)


def test_the_same_accuser_can_be_late_too():
    assert verdicts(accuse(accuse(ben_cheated(), CLEO, BEN), CLEO, BEN)) == ["caught", "late"]


def test_a_wrong_accusation_does_not_make_a_later_one_late():
    state = accuse(play(table(), "R1"), CLEO, BEN)
    state = accuse(play(state, "B4"), DAN, BEN)
    assert verdicts(state) == ["wrong", "caught"]


def test_of_accusations_that_arrive_together_exactly_one_is_first():
    state = ben_cheated()
    for accuser in (DAN, ADA, CLEO):
        state = accuse(state, accuser, BEN)
    assert verdicts(state) == ["caught", "late", "late"]
    assert state.scores == (-10, -10, -10, 10)
    assert [accusation.accuser for accusation in state.round.accusations] == [DAN, ADA, CLEO]


def two_cheats():
    """Ben keeps his R4 back: he can break suit in the first trick and in the second."""
    return bids_nothing(dealt("R1 R2 R3", "R4 B4 B5", "G1 G2 G3", turned="J1", cheating=True))


def test_two_cheats_in_a_round_are_called_by_one_accusation():
    state = play(two_cheats(), "R1 B4 G1 R2 B5")
    assert len(state.round.cheats) == 2
    state = accuse(accuse(state, ADA, BEN), CLEO, BEN)
    assert verdicts(state) == ["caught", "late"]
    assert state.scores == (10, -10, -10)


def test_a_second_cheat_after_the_first_was_called_can_be_called_again():
    """Two cheats in a round are no flag that the first check clears."""
    state = accuse(play(two_cheats(), "R1 B4"), ADA, BEN)
    state = accuse(play(state, "G1 R2 B5"), CLEO, BEN)
    assert verdicts(state) == ["caught", "caught"]
    assert state.scores == (10, -20, 10)
    assert [cheat.called_by for cheat in state.round.cheats] == [ADA, CLEO]


def test_an_accusation_does_not_clear_what_another_player_did():
    state = play(ben_cheated(), "G6")
    state = accuse(accuse(state, ADA, BEN), ADA, CLEO)
    assert verdicts(state) == ["caught", "caught"]
    assert state.scores == (20, -10, -10, 0)


def test_the_accused_may_be_an_accuser_too():
    state = accuse(accuse(play(ben_cheated(), "G6"), CLEO, BEN), BEN, CLEO)
    assert verdicts(state) == ["caught", "caught"]
    assert state.scores == (0, 0, 0, 0)


def test_an_accusation_changes_neither_turn_nor_cards():
    before, after = ben_cheated(), accuse(ben_cheated(), ADA, BEN)
    assert legal.seats_to_act(after) == legal.seats_to_act(before)
    assert (after.round.hands, after.round.trick) == (before.round.hands, before.round.trick)


def test_a_verdict_and_its_points_are_one_event_that_says_after_which_card():
    action = Accuse(BEN, "light_sensor", 3.5, "2026-01-01T12:00:00Z")
    assert events(ben_cheated(), DAN, action) == [
        Accused(DAN, BEN, "light_sensor", 3.5, "2026-01-01T12:00:00Z", 2, "caught", 10, -10)
    ]
    state = play(ben_cheated(), "R6 R8")
    assert events(state, DAN, action)[0].after == 4
