"""The figures behind a Master's decisions: chances and points for each bid and each card."""

import random
from typing import Any

import pytest

from games.bots.players.master import sure_tricks
from games.bots.search import trial
from games.bots.search.position import build_position
from games.bots.search.search import Estimate, estimate_choices
from tests.support.bots.sights import ask_bot, bidding, playing


def looked(sight: dict[str, object], samples: int = 200) -> Estimate:
    return estimate_choices(sight, rng=random.Random(1), samples=samples)


def test_a_round_of_one_card_comes_near_the_exact_odds() -> None:
    """Red 13 leads among three, trump is green: of 58 unseen cards 4 Wizards and 12 trumps beat it."""
    found = looked(bidding("R13", players=3), 4000).bids
    chance = (42 / 58) * (41 / 57)
    assert found[1].met == pytest.approx(chance, abs=0.03)
    assert found[0].met == pytest.approx(1 - chance, abs=0.03)
    assert found[1].points == pytest.approx(30 * chance - 10 * (1 - chance), abs=1.2)


def test_what_is_certain_is_certain() -> None:
    found = looked(playing("W1 R2", bid=2, lying="R5 R9 W2")).cards
    assert found["R2"].met == found["W1"].met == 0
    found = looked(playing("W1 J1", bid=1, lying="R5 R9 R2")).cards
    assert found["W1"].met == 1
    assert found["W1"].points == 30


def test_every_legal_card_has_its_figures_from_as_many_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[list[int]] = []
    missed = trial.count_missed_tricks

    def counting(*given: Any) -> list[list[int]]:
        found = missed(*given)
        counted.append([len(by_deal) for by_deal in found])
        return found

    monkeypatch.setattr(trial, "count_missed_tricks", counting)
    sight = playing("W1 W2 J1 R3 R9 B4", bid=2, lying="R5")
    found = looked(sight, 20)
    assert found.bids == {}
    assert sorted(found.cards) == sorted(sight["legal"]["cards"])
    # The two Wizards are one choice, and blue may not be played.
    assert [sum(deals) for deals in zip(*counted, strict=True)] == [20] * 4
    assert found.cards["W1"] == found.cards["W2"]


def test_nothing_to_decide_has_no_figures() -> None:
    sight = playing("R7", bid=1)
    sight["legal"] = {"suits": [], "bids": [], "cards": []}
    assert looked(sight) == Estimate({}, {})


@pytest.mark.parametrize(
    ("hand", "before", "expected"),
    [("W1 W2 R3", (), 2), ("W1 W2 R3", (0,), 0), ("W1 W2 W3 W4", (0, 1), 4), ("R13 G13 B13", (), 0)],
)
def test_sure_tricks_are_those_that_no_deal_can_take(
    hand: str, before: tuple[int, ...], expected: int
) -> None:
    assert sure_tricks(build_position(bidding(hand, before=before))) == expected


@pytest.mark.parametrize("effort", [0.001, 0.01])
def test_a_search_of_a_single_deal_does_not_overrule_sure_tricks(effort: float) -> None:
    action = ask_bot(bidding("W1 W2 W3 W4 J1 R2 R3 B2"), level="master", effort=effort)
    assert action is not None
    assert action["bid"] >= 4


@pytest.mark.parametrize("seed", range(5))
def test_a_search_of_a_single_deal_does_not_overrule_the_need_of_every_trick(seed: int) -> None:
    sight = playing("R2 W1 B3", bid=3)
    assert ask_bot(sight, level="master", seed=seed, effort=0.001) == {"type": "play", "card": "W1"}
