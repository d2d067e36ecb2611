"""From the chances of cards to tricks and points."""

import pytest

from games.bots.search.outcome import distribution_without_card, expected_points, trick_distribution


def test_two_coins() -> None:
    assert trick_distribution([0.5, 0.5]) == [0.25, 0.5, 0.25]


def test_no_cards_take_no_tricks() -> None:
    assert trick_distribution([]) == [1.0]


@pytest.mark.parametrize("taken_out", [0.0, 1e-9, 0.3, 0.5, 0.7, 1 - 1e-9, 1.0])
def test_taking_a_card_out_is_the_same_as_never_having_counted_it(taken_out: float) -> None:
    rest = [0.97, 0.02, 0.5, 0.9, 0.1] * 4
    assert distribution_without_card(trick_distribution([*rest, taken_out]), taken_out) == pytest.approx(
        trick_distribution(rest), abs=1e-9
    )


def test_points_are_those_of_the_rules() -> None:
    assert expected_points([0.25, 0.5, 0.25], 1) == pytest.approx(0.5 * 30 - 0.5 * 10)
    assert expected_points([1.0], 2, taken=2) == 40
