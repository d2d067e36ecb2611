"""Rules, "Cards"."""

import pytest

from games.rules.cards import DECK, JESTER, RANK, SUIT, is_card, is_wizard


def test_there_are_sixty_cards_and_no_two_are_the_same():
    assert len(DECK) == 60
    assert len(set(DECK)) == 60


@pytest.mark.parametrize("suit", ["R", "Y", "G", "B"])
def test_each_of_the_four_suits_has_the_ranks_1_to_13(suit):
    assert sorted(RANK[card] for card in DECK if SUIT[card] == suit) == list(range(1, 14))


def test_there_are_four_jesters_and_four_wizards():
    assert [card for card in DECK if card[0] == JESTER] == ["J1", "J2", "J3", "J4"]
    assert [card for card in DECK if is_wizard(card)] == ["W1", "W2", "W3", "W4"]


def test_jesters_and_wizards_have_no_suit():
    assert [card for card in DECK if SUIT[card] is None] == ["J1", "J2", "J3", "J4", "W1", "W2", "W3", "W4"]


def test_a_card_is_called_by_its_letter_and_its_number():
    assert [SUIT["R1"], SUIT["B13"]] == ["R", "B"]
    assert [RANK["R1"], RANK["B13"], RANK["J2"], RANK["W4"]] == [1, 13, 2, 4]


def test_the_deck_starts_in_the_order_that_a_checkable_deal_needs():
    suits = [f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14)]
    assert list(DECK) == [*suits, "J1", "J2", "J3", "J4", "W1", "W2", "W3", "W4"]


@pytest.mark.parametrize("code", DECK)
def test_every_code_of_the_deck_is_a_card(code):
    assert is_card(code)


@pytest.mark.parametrize(
    "code",
    [
        "R0",
        "R14",
        "R01",
        "r1",
        "R",
        "7",
        "",
        " R7",
        "R7 ",
        "J0",
        "J5",
        "W5",
        "X3",
        "R１",
        7,
        None,
        True,
        ["R7"],
        {},
    ],
)
def test_nothing_else_is_a_card(code):
    assert not is_card(code)
