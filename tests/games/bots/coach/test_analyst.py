"""Decisions judged: the choices with their figures, and what a hand is worth beside any other."""

from typing import Any

from games.bots.coach.analyst import (
    average_hand_points,
    combine_samples,
    expected_hand_points,
    sample_choices,
)
from tests.support.bots.sights import bidding, naming, playing

STRONG, WEAK = "W1 W2 G13", "J1 J2 R2"


def test_a_bid_is_judged_with_all_its_alternatives_and_the_worth_of_the_hand() -> None:
    judged = sample_choices(bidding(STRONG), seed=1)
    assert judged is not None
    assert [choice["what"] for choice in judged["choices"]] == ["0", "1", "2", "3"]
    points = {choice["what"]: choice["points"] for choice in judged["choices"]}
    assert max(points, key=points.__getitem__) == "3"
    assert judged["worth"] > judged["average"]


def test_cards_and_trumps_are_judged_and_a_card_has_no_worth() -> None:
    card = sample_choices(playing("W1 R2", bid=1), seed=1)
    suit = sample_choices(naming("G13 G12 R1"), seed=1)
    assert card is not None
    assert suit is not None
    assert [choice["what"] for choice in card["choices"]] == ["W1", "R2"]
    assert [choice["what"] for choice in suit["choices"]] == ["R", "Y", "G", "B"]
    assert set(card) == {"choices"}


def test_the_average_is_that_of_the_round_and_not_of_the_hand() -> None:
    assert expected_hand_points(bidding(STRONG), seed=1) > expected_hand_points(bidding("G5 R7 B9"), seed=1)
    strong, weak = average_hand_points(bidding(STRONG), seed=1), average_hand_points(bidding(WEAK), seed=1)
    assert strong == weak


def test_the_same_seed_gives_the_same_judgement() -> None:
    assert sample_choices(bidding(STRONG), seed=3) == sample_choices(bidding(STRONG), seed=3)


def test_who_has_nothing_to_decide_is_not_judged() -> None:
    idle = bidding(STRONG)
    idle["legal"]["bids"] = []
    assert sample_choices(idle, seed=1) is None


def test_the_worth_of_a_dealers_hand_is_that_with_the_trump_that_suits_it_best() -> None:
    hand = "G13 G12 W2 W3"
    to_name = naming(hand)

    def named(suit: str) -> float:
        legal = {"suits": [], "bids": [0, 1, 2, 3, 4], "cards": []}
        return expected_hand_points(
            {**to_name, "round": {**to_name["round"], "trump": suit}, "legal": legal}, seed=1
        )

    judged = sample_choices(to_name, seed=1)
    assert judged is not None
    assert judged["worth"] == named("G") != named("R")
    assert judged["average"] == average_hand_points(naming("R2 Y3 B4 G2"), seed=1) < judged["worth"]


def sample(*points: float, **more: float) -> dict[str, Any]:
    choices = [{"what": what, "met": 0.5, "points": each} for what, each in zip("abc", points, strict=False)]
    return {"choices": choices, **more}


def test_a_choice_costs_what_all_samples_agree_on_and_nothing_where_they_do_not() -> None:
    judged = combine_samples([sample(10, 4, 9), sample(12, 5, 13)])
    assert [(one["what"], one["points"], one["cost"]) for one in judged["choices"]] == [
        ("a", 11, 0),
        ("b", 4.5, 6.5),
        ("c", 11, 0),
    ]
    unsure = combine_samples([sample(10, 9), sample(10, 11), sample(20, 9)])
    assert [one["cost"] for one in unsure["choices"]] == [0, 0]


def test_the_samples_worth_and_average_are_taken_together() -> None:
    judged = combine_samples([sample(1, worth=10.0, average=5.0), sample(1, worth=11.0, average=8.0)])
    assert (judged["worth"], judged["average"]) == (10.5, 6.5)
    assert set(combine_samples([sample(1)])) == {"choices"}
