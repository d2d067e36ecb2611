"""What people call cards: codes, names of each deck, German ones, and words that leave several open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import DECK
from games.rules.cards.names import cards_by_name, suit_by_name


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("R7", "R7"), ("r7", "R7"), ("7R", "R7"), ("7r", "R7"), ("red 7", "R7"), ("7 red", "R7"),
        ("Red 7", "R7"),
        ("B13", "B13"), ("13b", "B13"), ("blue 13", "B13"), ("the yellow 1", "Y1"), ("green 12", "G12"),
        ("rot 7", "R7"), ("die rote 7", "R7"), ("gelb 3", "Y3"), ("grün 11", "G11"), ("GRÜN 11", "G11"),
        ("gruen 11", "G11"), ("blau 1", "B1"),
        # On Classic's cards the 2 has rank 1.
        ("7 of hearts", "R6"), ("hearts 7", "R6"), ("7H", "R6"), ("h7", "R6"), ("2 of clubs", "G1"),
        ("10C", "G9"),
        ("c10", "G9"), ("KH", "R12"), ("king of hearts", "R12"), ("jack of diamonds", "Y10"), ("JS", "B10"),
        ("QD", "Y11"), ("ace of spades", "B13"), ("as", "B13"), ("♥7", "R6"), ("herz 7", "R6"),
        ("pik ass", "B13"),
        ("karo dame", "Y11"), ("kreuz könig", "G12"), ("bube von herz", "R10"),
        ("bard of hearts", "R7"), ("dragon of spades", "B13"), ("knight of clubs", "G10"),
        ("W1", "W1"), ("w4", "W4"), ("Z2", "W2"), ("wizard 3", "W3"), ("zauberer 3", "W3"),
        ("J2", "J2"), ("N2", "J2"),
        ("narr 4", "J4"), ("jester 1", "J1"),
    ],
)  # fmt: skip
def test_a_card_by_its_name(text, card):
    assert cards_by_name(text) == {card}


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("W", {"W1", "W2", "W3", "W4"}),
        ("Z", {"W1", "W2", "W3", "W4"}),
        ("J", {"J1", "J2", "J3", "J4"}),
        ("Narr", {"J1", "J2", "J3", "J4"}),
        ("7", {"R7", "Y7", "G7", "B7"}),
        ("king", {"R12", "Y12", "G12", "B12"}),
        ("red", {f"R{rank}" for rank in range(1, 14)}),
    ],
)
def test_words_that_leave_several_cards_open(text, cards):
    assert cards_by_name(text) == cards


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x", "R0", "R14", "R 7 7", "red red", "7 7", "W5", "J0", "JB", "purple 7", "R-7",
        "R7.5", "11 of hearts",
        "1H", "r٧", "seven", "queen of red", "\x00", "of", "R007",
    ],
)  # fmt: skip
def test_what_names_no_card(text):
    assert cards_by_name(text) == frozenset()


@pytest.mark.parametrize("card", DECK)
def test_every_code_names_its_card(card):
    assert cards_by_name(card) == cards_by_name(card.lower()) == {card}


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("red", "R"),
        ("R", "R"),
        ("Gelb", "Y"),
        ("clubs", "G"),
        ("pik", "B"),
        ("no", None),
        ("red 7", None),
        ("", None),
    ],
)
def test_suits_by_their_names(text, suit):
    assert suit_by_name(text) == suit


@given(st.text())
def test_any_text_names_cards_of_the_deck_or_none(text):
    assert cards_by_name(text) <= set(DECK)
    assert suit_by_name(text) in ("R", "Y", "G", "B", None)
