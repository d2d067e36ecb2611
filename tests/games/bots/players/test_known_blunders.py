"""The blunders that bots of this game are known for, one test each; trump is green unless said otherwise.

Whoever counts or searches makes none of them, with any rng and however few deals it looks at.
"""

import pytest

from tests.support.bots.sights import Sight, ask_bot, bidding, playing

LEVELS = [("journeyman", 1.0), ("master", 1.0), ("master", 0.001)]
"""The last is a Master that looks at a single deal: what its rules leave to search may then be anything."""
SEEDS = range(3)


def answers(sight: Sight, level: str, effort: float) -> set[object]:
    """What the bot bids or plays, with different seeds."""
    found = [ask_bot(sight, level=level, seed=seed, effort=effort) for seed in SEEDS]
    return {action.get("bid", action.get("card")) for action in found if action}


@pytest.mark.parametrize(("level", "effort"), LEVELS[:2])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_does_not_bid_zero_on_the_ace_of_trump_last_to_bid(level: str, effort: float, players: int) -> None:
    sight = bidding("G13", players=players, before=(0,) * (players - 1))
    assert answers(sight, level, effort) == {1}


@pytest.mark.parametrize(("level", "effort"), LEVELS[:2])
def test_does_not_bid_zero_on_the_ace_of_trump_among_low_cards(level: str, effort: float) -> None:
    assert 0 not in answers(bidding("G13 R2 B3", before=(0, 0, 0)), level, effort)


@pytest.mark.parametrize(("level", "effort"), LEVELS)
@pytest.mark.parametrize(
    ("hand", "highest"), [("R2 R13", "R13"), ("R2 G11 G13", "G13"), ("B1 W1", "W1"), ("J1 R2 B12 Y3", "B12")]
)
def test_does_not_lead_low_when_it_needs_every_trick(
    level: str, effort: float, hand: str, highest: str
) -> None:
    assert answers(playing(hand, bid=len(hand.split())), level, effort) == {highest}


@pytest.mark.parametrize(("level", "effort"), LEVELS)
@pytest.mark.parametrize("taken", [0, 2])
def test_does_not_ruff_with_the_highest_when_any_trump_wins_and_all_are_needed(
    level: str, effort: float, taken: int
) -> None:
    sight = playing("G13 G12 G4", bid=3 + taken, taken=taken, lying="R5 R9 R12", turned="G1", cards=3 + taken)
    assert answers(sight, level, effort) == {"G4"}


@pytest.mark.parametrize(("level", "effort"), LEVELS[:2])
def test_does_not_ruff_with_the_highest_when_that_is_to_take_a_trick_of_its_own(
    level: str, effort: float
) -> None:
    sight = playing("G13 G4 B2 Y3", bid=2, lying="R5 R9 R12", turned="G1")
    assert answers(sight, level, effort) == {"G4"}


@pytest.mark.parametrize(("level", "effort"), LEVELS)
@pytest.mark.parametrize(
    ("hand", "taking"),
    [("W1 R2 B5", {"W1"}), ("R13 R2 B5", {"R13"}), ("G9 B5 B12", {"G9"}), ("G13 W1 J1", {"G13", "W1"})],
)
def test_does_not_win_an_unwanted_trick_with_a_card_it_could_keep(
    level: str, effort: float, hand: str, taking: set[object]
) -> None:
    sight = playing(hand, bid=1, taken=1, lying="R5 R9 R12", cards=4)
    assert not answers(sight, level, effort) & taking
