"""Wizard Magic: when a 1 is a Wizard above all Wizards, and when it is an ordinary 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import legal
from games.rules.cards import DECK, SUITS, trick
from games.rules.editions import EDITIONS
from games.rules.errors import MustFollowSuit
from games.rules.record import build_record
from games.rules.record.check import check_record
from games.rules.topics.playing import Play, TrickTaken
from tests.support.rules.tables import bids_nothing, dealt, events, is_refused, play
from tests.support.rules.whole_games import a_game

MAGIC = EDITIONS["magic"]
CARDS = st.permutations(DECK).flatmap(lambda pack: st.integers(1, 6).map(lambda count: pack[:count]))
FEW_SUITS = st.permutations([card for card in DECK if card[0] in "RBJW" and int(card[1:]) < 5]).flatmap(
    lambda pack: st.integers(1, 6).map(lambda count: pack[:count])
)
TRUMPS = st.sampled_from([None, *SUITS])


def taken_by(cards: str, trump: str | None = None) -> str:
    """The card that takes the trick."""
    lying = cards.split()
    return lying[MAGIC.winning_index(lying, trump)]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("R7 R1 R13", "R1"),
        ("R7 W1 R1", "R1"),
        ("R7 R1 W1 W2", "R1"),
        ("J1 R7 R1 W1", "R1"),
        ("J1 J2 R2 B13 R1", "R1"),
    ],
)
def test_the_1_of_the_suit_to_follow_beats_everything(cards: str, winner: str) -> None:
    assert {taken_by(cards, trump) for trump in (None, *SUITS)} == {winner}


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("R1 R2 B13", "R2"),
        ("R1 W1 R2", "W1"),
        ("J1 R1 R2", "R2"),
        ("J1 R1 J2 B9", "R1"),
        ("R7 B1 R3", "R7"),
        ("W1 R1 R7", "W1"),
        ("J1 W1 R7 R1", "W1"),
        ("J1 J2 J3", "J1"),
    ],
)
def test_led_discarded_or_after_a_led_wizard_a_1_is_an_ordinary_1(cards: str, winner: str) -> None:
    assert taken_by(cards) == winner


def test_a_1_of_trump_that_trumps_another_suit_is_an_ordinary_trump() -> None:
    assert taken_by("R7 B1 R3", trump="B") == "B1"
    assert taken_by("R7 B1 B2", trump="B") == "B2"
    assert taken_by("R7 B1 W1", trump="B") == "W1"


def oracle(cards: list[str], trump: str | None) -> int:
    """The law word by word: each card's rank when it is played, the first of the highest takes the trick."""
    to_follow, free = None, False
    ranks = []
    for card in cards:
        kind, number = card[0], int(card[1:])
        if kind == "W":
            ranks.append(1000)
            free = free or to_follow is None
        elif kind == "J":
            ranks.append(-1)
        elif to_follow == kind and number == 1:
            ranks.append(2000)
        else:
            if to_follow is None and not free:
                to_follow = kind
            ranks.append(500 + number if kind == trump else number if kind == to_follow else 0)
    return ranks.index(max(ranks))


@given(CARDS, TRUMPS)
def test_any_trick_is_taken_as_the_law_has_it(cards: list[str], trump: str | None) -> None:
    assert MAGIC.winning_index(cards, trump) == oracle(cards, trump)


@given(FEW_SUITS, TRUMPS)
def test_tricks_with_many_1s_are_taken_as_the_law_has_it(cards: list[str], trump: str | None) -> None:
    assert MAGIC.winning_index(cards, trump) == oracle(cards, trump)


@given(CARDS, TRUMPS)
def test_without_1s_tricks_are_taken_as_in_the_base_game(cards: list[str], trump: str | None) -> None:
    others = [card for card in cards if card not in ("R1", "Y1", "G1", "B1")]
    assert MAGIC.winning_index(others, trump) == trick.winning_index(others, trump)


def test_a_1_must_follow_suit_and_is_owed_like_any_card() -> None:
    table = bids_nothing(dealt("R7 B2", "R1 G9", "B1 R9", "R2 J1", edition="magic"))
    table = play(table, "R7")
    assert legal.legal_plays(table, 1) == ("R1",)
    assert is_refused(table, 1, Play("G9"), MustFollowSuit)
    table = play(table, "R1")
    assert legal.legal_plays(table, 2) == ("R9",)
    assert is_refused(table, 2, Play("B1"), MustFollowSuit)


def test_at_a_table_of_magic_the_1_takes_the_trick_from_a_wizard() -> None:
    hands = ("R7", "W1", "R1", "R13")
    for edition, winner in (("base", 1), ("magic", 2)):
        table = bids_nothing(dealt(*hands, edition=edition))
        assert TrickTaken(1, winner) in events(play(table, "R7 W1 R1"), 3, Play("R13"))


def test_a_record_names_the_edition_and_is_checked_by_its_laws() -> None:
    record = build_record(a_game({"edition": "magic"}).state, "ABCD-EFGH")
    assert record["options"]["edition"] == "magic"
    assert check_record(record) == []
    del record["options"]["edition"]
    assert check_record(record) != []


def test_in_the_base_game_no_record_names_an_edition() -> None:
    assert "edition" not in build_record(a_game().state, "ABCD-EFGH")["options"]
