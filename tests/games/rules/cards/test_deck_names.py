"""What cards are called in each deck; tests/js/cards/names.test.js has the same names."""

import pytest

from games.rules.cards import DECK, SUIT
from games.rules.cards.deck_names import DeckNames

DECKS = ("modern", "classic", "fantasy", "medieval")


@pytest.mark.parametrize(
    ("deck", "names"),
    [
        ("modern", ["Red 1", "Yellow 9", "Green 10", "Blue 13", "Wizard", "Jester"]),
        ("fantasy", ["Red 1", "Yellow 9", "Green 10", "Blue 13", "Wizard", "Jester"]),
        ("classic", ["2 of Hearts", "10 of Diamonds", "Jack of Clubs", "Ace of Spades", "Wizard", "Jester"]),
        (
            "medieval",
            [
                "Hermit of Hearts (1)",
                "Bishop of Diamonds (9)",
                "Knight of Clubs (10)",
                "Dragon of Spades (13)",
                "Wizard",
                "Jester",
            ],
        ),
    ],
)
def test_cards_have_the_names_of_their_deck(deck: str, names: list[str]) -> None:
    assert [DeckNames(deck).card(card) for card in ("R1", "Y9", "G10", "B13", "W2", "J4")] == names


@pytest.mark.parametrize("deck", DECKS)
def test_no_two_cards_of_a_suit_have_the_same_name(deck: str) -> None:
    assert len({DeckNames(deck).card(card) for card in DECK if SUIT[card]}) == 52


def test_names_fit_into_sentences() -> None:
    modern, classic = DeckNames("modern"), DeckNames("classic")
    assert [modern.card_in_sentence("R7"), classic.card_in_sentence("R7")] == ["the red 7", "the 8 of Hearts"]
    assert [modern.card_in_sentence("W1"), classic.card_in_sentence("J1")] == ["the Wizard", "the Jester"]
    assert [modern.suit_in_sentence("B"), classic.suit_in_sentence("B")] == ["blue", "spades"]
