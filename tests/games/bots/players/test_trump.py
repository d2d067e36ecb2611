"""Which suit a bot names."""

from tests.support.bots.sights import ask_bot, naming


def test_the_longest_suit_is_named() -> None:
    assert ask_bot(naming("R13 B5 B7 B8 B9 Y2")) == {"type": "name_trump", "suit": "B"}


def test_of_equally_long_suits_the_strongest() -> None:
    assert ask_bot(naming("R3 R4 R5 Y13 Y12 Y11")) == {"type": "name_trump", "suit": "Y"}


def test_the_only_suit_in_a_one_card_round() -> None:
    assert ask_bot(naming("G4")) == {"type": "name_trump", "suit": "G"}


def test_some_suit_when_there_is_none() -> None:
    action = ask_bot(naming("W2 J1"))
    assert action is not None
    assert action["suit"] in "RYGB"
