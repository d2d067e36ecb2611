"""Bots in games of Wizard Magic: they know when a 1 is a Wizard, and bid and play accordingly."""

from typing import Any

import pytest

from bench.bots.games import play_game
from games.bots.coach.reasons import explain_card
from games.bots.players.hand import chances_before_play
from games.bots.players.master import sure_tricks
from games.bots.players.trick import chance_to_take_trick, would_win_trick
from games.bots.search.firsthand import one_card_chance
from games.bots.search.position import build_position
from games.bots.view import Sight, build_view, strength_key
from tests.support.bots.sights import ask_bot, bidding, playing


def magic(sight: Sight) -> Sight:
    """The same at a table of Wizard Magic."""
    return {**sight, "edition": "magic"}


def level(name: str) -> Any:
    """A level, with fewer deals for who searches."""
    return pytest.param(name, 0.3, id=name)


LEVELS = pytest.mark.parametrize(("level", "effort"), [level("journeyman"), level("master")])


def test_a_1_beats_what_lies_only_where_its_suit_must_be_followed() -> None:
    for lying, takes in (("R9 W1", True), ("J1 R9", True), ("B9 R5", False), ("W1 R9", False), ("J1", True)):
        assert would_win_trick(build_view(magic(playing("R1 B2", bid=1, lying=lying))), "R1") is takes
    assert not would_win_trick(build_view(playing("R1 B2", bid=1, lying="R9 W1")), "R1")


def test_a_1_that_is_a_wizard_takes_its_trick_for_certain() -> None:
    view = build_view(magic(playing("R1 B2", bid=1, lying="R9")))
    assert chance_to_take_trick(view, "R1") == 1.0
    assert strength_key(view, "R1") > strength_key(view, "W1")
    assert strength_key(build_view(magic(playing("R1 B2", bid=1))), "R1") < strength_key(view, "R2")


def test_a_wizard_is_certain_while_the_1_is_not_to_be_feared() -> None:
    hand = "W1 B2 B3 B4"
    assert chance_to_take_trick(build_view(playing(hand, bid=1, lying="R9")), "W1") == 1.0
    assert chance_to_take_trick(build_view(magic(playing(hand, bid=1, lying="R9"))), "W1") < 1.0
    assert chance_to_take_trick(build_view(magic(playing(hand, bid=1))), "W1") == 1.0
    assert chance_to_take_trick(build_view(magic(playing(hand, bid=1, lying="R9 R1"))), "W1") == 0.0
    assert chance_to_take_trick(build_view(magic(playing("W1 R1 B3", bid=1, lying="R9"))), "W1") == 1.0


def test_a_1_is_worth_more_than_a_2_at_the_bid_and_a_wizard_less_than_in_the_base_game() -> None:
    sight = bidding("R1 R2 Y1 Y3 W1 B9 B4 J1", before=(1, 1))
    base, now = chances_before_play(build_view(sight)), chances_before_play(build_view(magic(sight)))
    assert now["R1"] > now["R2"] + 0.1
    assert base["R1"] <= base["R2"]
    assert now["W1"] < base["W1"]


def test_four_wizards_are_sure_only_where_they_can_be_led() -> None:
    hand = "W1 W2 W3 W4 R2"
    assert sure_tricks(build_position(bidding(hand, before=(1,)))) == 4
    assert sure_tricks(build_position(magic(bidding(hand, before=(1,))))) == 0
    assert sure_tricks(build_position(magic(bidding(hand)))) == 4


def test_a_single_card_is_not_counted_by_the_odds_of_the_base_game() -> None:
    assert one_card_chance(bidding("R1")) is not None
    assert one_card_chance(magic(bidding("R1"))) is None


@LEVELS
def test_a_bot_takes_the_last_trick_that_it_needs_with_the_1_and_not_with_the_wizard(
    level: str, effort: float
) -> None:
    sight = magic(playing("R1 W1 B2", bid=2, lying="R9 R13 W2"))
    assert ask_bot(sight, level=level, effort=effort) == {"type": "play", "card": "R1"}


@LEVELS
def test_a_bot_that_wants_no_trick_lays_its_1_where_it_is_ordinary(level: str, effort: float) -> None:
    sight = magic(playing("R1 R2 R3", bid=0, lying="R9 R13 R5"))
    assert ask_bot(sight, level=level, effort=effort) != {"type": "play", "card": "R1"}


@pytest.mark.parametrize(
    ("sight", "card", "why"),
    [
        (
            playing("R1 R2", bid=2, lying="R9 W1"),
            "R1",
            "the red 1 beats even Wizards here and takes this trick for certain.",
        ),
        (playing("W1 B2", bid=2, lying="R9"), "W1", "the Wizard can be beaten by the red 1 alone."),
        (playing("W1 B2", bid=2), "W1", "the Wizard takes this trick for certain."),
        (playing("W1 B2", bid=2, lying="R9 R2 R3"), "W1", "the Wizard takes this trick for certain."),
        (
            playing("R13 R2", bid=2, lying="R5", turned="G2"),
            "R13",
            "the red 13 wins so far, with 2 players still to play"
            " and 12 trumps, 4 Wizards and the red 1 not yet seen.",
        ),
    ],
)
def test_the_coach_names_what_beats_wizards(sight: Sight, card: str, why: str) -> None:
    assert explain_card(magic(sight), card) == f"You need every trick that is left: {why}"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whole_games_of_all_levels_are_played_without_a_refusal(players: int) -> None:
    levels = ("apprentice", "journeyman", "master", "journeyman", "apprentice", "journeyman")[:players]
    played = play_game(levels, players, {"edition": "magic", "cheating": players == 4}, effort=0.02)
    assert all(seat.decisions for seat in played.seats)
