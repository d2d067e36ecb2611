"""Rules, "Bids": when the bids may not add up, and which bid that forbids."""

import pytest

from games.rules.options import RoundPlan
from games.rules.restriction import bids_add_up, forbidden_bid, is_restricted


def restricted(
    restriction: str, number: int = 1, *, cards: int | None = None, scores=(0, 0, 0), dealer=0, spare=False
):
    plan = RoundPlan(number if cards is None else cards, restriction, "open")
    return is_restricted(plan, round_number=number, scores=scores, dealer=dealer, spare_one_card=spare)


ROUNDS = range(1, 21)


def test_american_restricts_no_round():
    assert not any(restricted("american", number) for number in ROUNDS)


def test_notequal_restricts_all_rounds():
    assert all(restricted("notequal", number) for number in ROUNDS)


def test_german_restricts_all_rounds_after_the_third():
    assert [number for number in ROUNDS if restricted("german", number)] == list(range(4, 21))


def test_german_counts_rounds_and_not_cards():
    assert not restricted("german", 3, cards=15)
    assert restricted("german", 4, cards=1)


@pytest.mark.parametrize(
    ("scores", "dealer", "expected"),
    [
        ((0, 0, 0), 0, False),
        ((30, 20, -10), 0, True),
        ((30, 20, -10), 1, False),
        ((30, 30, -10), 0, False),
        ((30, 30, -10), 1, False),
        ((-10, -20, -30), 0, True),
        ((20, 30, 40), 2, True),
    ],
)
def test_canadian_restricts_rounds_whose_dealer_is_alone_in_the_lead(scores, dealer, expected):
    assert restricted("canadian", 5, scores=scores, dealer=dealer) is expected


@pytest.mark.parametrize("restriction", ["notequal", "german", "canadian"])
def test_spare_one_card_frees_rounds_of_one_card(restriction):
    leads = {"scores": (30, 0, 0), "dealer": 0}
    assert restricted(restriction, 4, cards=1, **leads)
    assert not restricted(restriction, 4, cards=1, spare=True, **leads)
    assert restricted(restriction, 4, cards=2, spare=True, **leads)


@pytest.mark.parametrize(
    ("cards", "others", "forbidden"),
    [
        (3, (1, 0), 2),
        (3, (0, 0, 0), 3),
        (3, (1, 1, 1), 0),
        (3, (2, 2), None),
        (1, (1, 0), 0),
        (15, (4, 4, 4), 3),
    ],
)
def test_the_forbidden_bid_is_the_one_that_makes_the_bids_add_up(cards, others, forbidden):
    assert forbidden_bid(cards, others) == forbidden


def test_bids_add_up_when_their_sum_is_the_number_of_cards():
    assert bids_add_up(3, [1, 1, 1])
    assert not bids_add_up(3, [1, 1, 0])
    assert not bids_add_up(3, [2, 1, 1])
