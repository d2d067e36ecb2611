"""Decisions judged: the choices with their figures, and what a hand is worth beside any other."""

from games.bots.analyst import average, judge, worth
from tests.games.bots.sights import bidding, naming, playing

STRONG, WEAK = "W1 W2 G13", "J1 J2 R2"


def test_a_bid_is_judged_with_all_its_alternatives_and_the_worth_of_the_hand() -> None:
    judged = judge(bidding(STRONG), seed=1)
    assert judged is not None
    assert [choice["what"] for choice in judged["choices"]] == ["0", "1", "2", "3"]
    points = {choice["what"]: choice["points"] for choice in judged["choices"]}
    assert max(points, key=points.__getitem__) == "3"
    assert judged["worth"] > judged["average"]


def test_cards_and_trumps_are_judged_without_a_worth() -> None:
    card = judge(playing("W1 R2", bid=1), seed=1)
    suit = judge(naming("G13 G12 R1"), seed=1)
    assert card is not None
    assert suit is not None
    assert [choice["what"] for choice in card["choices"]] == ["W1", "R2"]
    assert [choice["what"] for choice in suit["choices"]] == ["R", "Y", "G", "B"]
    assert set(card) == set(suit) == {"choices"}


def test_the_average_is_that_of_the_round_and_not_of_the_hand() -> None:
    assert worth(bidding(STRONG), seed=1) > worth(bidding("G5 R7 B9"), seed=1)
    strong, weak = average(bidding(STRONG), seed=1), average(bidding(WEAK), seed=1)
    assert strong == weak


def test_the_same_seed_gives_the_same_judgement() -> None:
    assert judge(bidding(STRONG), seed=3) == judge(bidding(STRONG), seed=3)


def test_who_has_nothing_to_decide_is_not_judged() -> None:
    idle = bidding(STRONG)
    idle["legal"]["bids"] = []
    assert judge(idle, seed=1) is None
