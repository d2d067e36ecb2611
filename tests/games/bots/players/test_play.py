"""Blunders that bots are known for, and that ours does not make. Trump is green unless said otherwise."""

import pytest

from tests.support.bots.sights import ask_bot, playing

pytestmark = pytest.mark.parametrize("level", ["journeyman", "master"])


def card(level: str, *args: object, **given: object) -> str:
    action = ask_bot(playing(*args, **given), level=level)  # type: ignore[arg-type]
    assert action is not None
    assert action["type"] == "play"
    return str(action["card"])


# --- Every trick is needed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["R13 R2", "G13 R2 G11", "W1 B1"])
def test_leads_high_when_every_trick_is_needed(level: str, hand: str) -> None:
    assert card(level, hand, bid=len(hand.split())) == hand.split()[0]


def test_takes_the_trick_when_every_trick_is_needed(level: str) -> None:
    assert card(level, "R13 R2 G9", bid=3, lying="R5 R9") == "R13"


def test_takes_it_as_cheaply_as_it_surely_can_when_every_trick_is_needed(level: str) -> None:
    assert card(level, "R13 R10 R12", bid=3, lying="R5 R9 R2") == "R10"


# --- Last to play ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lying", ["R5 R9 R12", "R5 R9 G2", "J1 R9 R12"])
def test_the_last_to_play_ruffs_with_the_lowest_trump_that_wins(level: str, lying: str) -> None:
    assert card(level, "G13 G12 G4 B3", bid=3, lying=lying, turned="G1") == "G4"


def test_the_last_to_play_keeps_its_wizard_when_a_low_card_wins(level: str) -> None:
    assert card(level, "W1 R13 B2 B3", bid=2, lying="R5 R9 R12") == "R13"


def test_the_last_to_play_keeps_its_wizard_when_it_has_enough_and_can_duck(level: str) -> None:
    assert card(level, "W1 J1 R3", bid=1, taken=1, lying="R5 R9 R12", cards=4) != "W1"
    assert card(level, "W1 R3", bid=1, taken=1, lying="R5 R9 R12", cards=3) == "R3"


def test_the_last_to_play_keeps_its_wizard_when_another_wizard_has_won(level: str) -> None:
    assert card(level, "W1 R3 B2", bid=1, lying="W2 R9 R12") != "W1"


def test_an_unwanted_wizard_goes_under_another_wizard(level: str) -> None:
    assert card(level, "W1 R3 B2", bid=0, lying="W2 R9 R12") == "W1"


@pytest.mark.parametrize(
    ("hand", "lying", "expected"),
    [
        ("R13 R2 B5", "R5 R9 R12", "R2"),
        ("R11 R2 B5", "R5 R9 R12", "R11"),
        ("G9 B5 B12", "R5 R9 R12", "G9 or plain"),
        ("W1 R2", "R5 R9 R12", "R2"),
    ],
)
def test_the_last_to_play_never_takes_an_unwanted_trick(
    level: str, hand: str, lying: str, expected: str
) -> None:
    played = card(level, hand, bid=0, lying=lying)
    if expected == "G9 or plain":
        assert played != "G9"
    else:
        assert played == expected


def test_who_must_take_an_unwanted_trick_takes_it_with_the_most_dangerous_card(level: str) -> None:
    assert card(level, "R13 R10 B2", bid=0, lying="R5 R9 R2") == "R13"


# --- Enough tricks -----------------------------------------------------------------------------------------


def test_ducks_under_the_winner_with_a_high_card_that_loses(level: str) -> None:
    assert card(level, "R10 R8 R2 B2", bid=0, lying="R5 R11") in ("R10", "R8")


def test_throws_the_dangerous_card_when_it_cannot_follow(level: str) -> None:
    assert card(level, "B13 B2 Y3", bid=0, lying="R5 R11") == "B13"


def test_leads_low_when_it_wants_no_trick(level: str) -> None:
    assert card(level, "R12 R1 B13", bid=0) == "R1"


def test_keeps_its_jester_for_a_trick_that_it_would_win(level: str) -> None:
    assert card(level, "J1 R2 B12", bid=0, lying="R5 R11 R12") == "R2"


# --- Tricks to take ----------------------------------------------------------------------------------------


def test_plays_no_jester_into_a_trick_it_needs_and_can_take(level: str) -> None:
    assert card(level, "J1 R13 B2", bid=1, lying="R5 R11 R12") == "R13"


def test_does_not_overtake_with_a_wizard_what_a_sure_card_takes_in_the_second_place(level: str) -> None:
    assert card(level, "W1 W2 R3", bid=2, lying="W3") == "R3"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_trick_that_is_needed_now_or_never_is_taken_with_the_wizard(level: str, players: int) -> None:
    assert card(level, "W1 J1", bid=1, lying="R5", players=players) in ("W1", "J1")
    assert card(level, "W1 R2", bid=2, lying="R5", players=players) == "W1"
