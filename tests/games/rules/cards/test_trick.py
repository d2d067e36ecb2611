"""Rules, "Play": the suit to follow, the cards that may be played, who takes the trick."""

import pytest

from games.rules.cards.trick import fails_to_follow_suit, legal_cards, suit_to_follow, winning_index


def winner(cards: str, trump: str | None = None) -> str:
    """The card that takes the trick."""
    lying = cards.split()
    return lying[winning_index(lying, trump)]


def may_play(hand: str, lying: str) -> str:
    """The cards of the hand that the rules allow."""
    return " ".join(legal_cards(tuple(hand.split()), suit_to_follow(lying.split())))


# --- The suit to follow ---------------------------------------------------------------------------


def test_the_suit_of_the_first_card_is_the_suit_to_follow():
    assert suit_to_follow(["R7"]) == "R"


def test_a_later_card_of_another_suit_does_not_change_it():
    assert suit_to_follow(["R7", "B2", "G13"]) == "R"


def test_after_a_led_jester_the_first_suit_card_sets_the_suit():
    assert suit_to_follow(["J1", "B2"]) == "B"
    assert suit_to_follow(["J1", "J3", "J2", "Y9", "R4"]) == "Y"


def test_while_only_jesters_lie_there_is_none_yet():
    assert suit_to_follow([]) is None
    assert suit_to_follow(["J1"]) is None
    assert suit_to_follow(["J1", "J4"]) is None


def test_a_led_wizard_frees_the_whole_trick():
    assert suit_to_follow(["W1"]) is None
    assert suit_to_follow(["W1", "R7", "R8"]) is None


def test_a_wizard_after_jesters_frees_the_whole_trick_too():
    assert suit_to_follow(["J1", "W2", "G5"]) is None


def test_a_wizard_after_a_suit_card_changes_nothing():
    assert suit_to_follow(["R7", "W1"]) == "R"
    assert suit_to_follow(["J2", "R7", "W1", "G4"]) == "R"


# --- What may be played ---------------------------------------------------------------------------


def test_who_holds_the_suit_plays_it_or_any_wizard_or_any_jester():
    assert may_play("R3 R9 B4 G1 W2 J1", "R7") == "R3 R9 W2 J1"


def test_who_does_not_hold_the_suit_plays_anything():
    assert may_play("B4 G1 W2 J1", "R7") == "B4 G1 W2 J1"


def test_trump_need_not_be_played_when_void():
    # Trump is no argument of the question at all.
    assert may_play("B4 G1 Y3", "R7") == "B4 G1 Y3"


def test_trump_may_not_be_played_by_who_holds_the_suit():
    assert may_play("R3 G1", "R7") == "R3"


def test_who_leads_plays_anything():
    assert may_play("R3 B4 W2 J1", "") == "R3 B4 W2 J1"


def test_after_a_led_wizard_everybody_plays_anything():
    assert may_play("R3 B4", "W1") == "R3 B4"
    assert may_play("R3 B4", "W1 R7") == "R3 B4"


def test_after_a_led_jester_alone_one_plays_anything():
    assert may_play("R3 B4", "J1") == "R3 B4"


def test_a_jester_lead_does_not_free_the_whole_trick():
    assert may_play("R3 B4", "J1 R7") == "R3"


def test_after_a_suit_card_and_a_wizard_the_suit_is_still_to_be_followed():
    assert may_play("R3 B4", "R7 W1") == "R3"


def test_holding_only_wizards_and_jesters_besides_other_suits_is_being_void():
    assert may_play("W1 J1 B4", "R7") == "W1 J1 B4"


# --- Breaking the duty ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "hand", "suit", "cheats"),
    [
        ("B4", "R3 B4", "R", True),
        ("G4", "R3 G4", "R", True),
        ("R3", "R3 B4", "R", False),
        ("W1", "R3 W1", "R", False),
        ("J1", "R3 J1", "R", False),
        ("B4", "B4 G9", "R", False),
        ("B4", "R3 B4", None, False),
        ("B4", "B4", "R", False),
    ],
)
def test_to_cheat_is_to_play_another_suit_while_holding_the_one_to_follow(card, hand, suit, cheats):
    assert fails_to_follow_suit(card, hand.split(), suit) is cheats


# --- Who takes it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["W1 W2", "W2 R13 W1", "G13 W4 W1 W2", "J1 W3 R13 W1"])
def test_the_first_of_several_wizards_takes_the_trick(cards):
    assert winner(cards, "G") == next(card for card in cards.split() if card[0] == "W")


def test_a_wizard_beats_the_highest_trump():
    assert winner("R13 G13 W1", "G") == "W1"


def test_the_highest_trump_beats_the_suit_to_follow():
    assert winner("R13 G1 G2 R12", "G") == "G2"
    assert winner("R13 G12 G3 R12", "G") == "G12"


def test_without_trump_the_highest_card_of_the_suit_to_follow_takes_it():
    assert winner("R7 R12 R9", "G") == "R12"
    assert winner("R7 R12 R9") == "R12"


def test_the_highest_rank_is_13():
    assert winner("R1 R13 R12") == "R13"


def test_a_higher_card_of_another_suit_takes_nothing():
    assert winner("R7 B13 Y13", "G") == "R7"


def test_a_led_jester_does_not_beat_off_suit_cards():
    assert winner("J1 R5 B9", "G") == "R5"
    assert winner("J1 J2 R1 B13", "G") == "R1"


def test_a_card_that_does_not_follow_is_not_beaten_by_order_either():
    assert winner("J1 B2 R13 B3", "G") == "B3"


def test_trump_may_be_the_suit_to_follow():
    assert winner("G3 G9 R13", "G") == "G9"


def test_trump_beats_the_suit_after_a_led_jester():
    assert winner("J1 R13 G1", "G") == "G1"


def test_of_jesters_alone_the_first_takes_the_trick():
    assert winner("J3 J1 J4 J2", "G") == "J3"
    assert winner("J3 J1 J4") == "J3"


def test_a_jester_after_a_suit_card_takes_nothing():
    assert winner("R1 J1 J2", "R") == "R1"
