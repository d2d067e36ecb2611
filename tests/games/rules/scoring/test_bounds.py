"""Which points are possible is compared with every course that a short game can take."""

from itertools import product

import pytest

from games.rules.options import parse_options
from games.rules.scoring import points_for_bid
from games.rules.scoring.bounds import (
    Rounds,
    is_possible_result,
    max_accusation_points,
    max_bids_met,
    rounds_for_score_limits,
    seat_bounds,
    table_bounds,
)

PLAYERS = 3


def round_results(cards: int, restricted: bool) -> set[tuple[tuple[int, int], ...]]:
    """Points, and whether the bid was met (1 or 0), of each seat: for all bids and tricks of a round."""
    numbers = range(cards + 1)
    tricks_of = [tricks for tricks in product(numbers, repeat=PLAYERS) if sum(tricks) == cards]
    bids_of = [bids for bids in product(numbers, repeat=PLAYERS) if not restricted or sum(bids) != cards]
    return {
        tuple((points_for_bid(bid, won), int(bid == won)) for bid, won in zip(bids, tricks, strict=True))
        for bids in bids_of
        for tricks in tricks_of
    }


def game_results(rounds: Rounds) -> set[tuple[tuple[int, int], ...]]:
    """Score and correct bids of each seat, for every course of the game."""
    results = {((0, 0),) * PLAYERS}
    for cards, restricted in zip(rounds.cards, rounds.restricted, strict=True):
        results = {
            tuple((score + won, met + hit) for (score, met), (won, hit) in zip(before, made, strict=True))
            for before in results
            for made in round_results(cards, restricted)
        }
    return results


@pytest.mark.parametrize(
    ("cards", "restricted"), [((1, 2), (False, False)), ((1, 2), (True, True)), ((3, 1), (True, False))]
)
def test_the_bounds_are_those_of_all_games(cards, restricted):
    rounds = Rounds(cards, restricted, PLAYERS)
    results = game_results(rounds)
    for met in range(len(cards) + 1):
        scores = {score for result in results for score, hits in result if hits == met}
        bounds = seat_bounds(rounds, met)
        assert bounds is not None
        assert scores == set(range(bounds.low, bounds.high + 1, 10))
    totals: dict[int, set[int]] = {}
    for result in results:
        met = sum(hits for _, hits in result)
        totals.setdefault(met, set()).add(sum(score for score, _ in result))
    assert max(totals) == max_bids_met(rounds)
    for met, found in totals.items():
        bounds = table_bounds(rounds, met)
        assert bounds is not None
        assert bounds.high == max(found)
        # Where two miss and the bids may not add up, not both can be off by all cards.
        assert 0 <= min(found) - bounds.low <= 10 * sum(restricted)
    assert all(is_possible_result(rounds, result, cheating=False) for result in results)


def test_more_bids_than_rounds_cannot_be_met():
    rounds = Rounds((1, 2), (False, True), PLAYERS)
    assert (seat_bounds(rounds, 3), seat_bounds(rounds, -1)) == (None, None)
    assert (max_bids_met(rounds), table_bounds(rounds, 6), table_bounds(rounds, -1)) == (5, None, None)
    assert not is_possible_result(rounds, [(40, 3), (0, 0), (0, 0)], cheating=False)


@pytest.mark.parametrize(
    ("options", "players", "cards", "restricted"),
    [
        ({"preset": "tournament"}, 4, (1, 3, 5, 7, 9, 11, 12, 13, 14, 15), 10),
        ({"preset": "tournament", "spare_one_card": True}, 4, (1, 3, 5, 7, 9, 11, 12, 13, 14, 15), 9),
        ({"preset": "dm2008"}, 4, tuple(range(1, 16)), 8),
        ({"restriction": "german"}, 6, tuple(range(1, 11)), 7),
        # Whether a round is restricted depends on the scores.
        ({"restriction": "canadian"}, 6, tuple(range(1, 11)), 0),
        ({}, 3, tuple(range(1, 21)), 0),
    ],
)
def test_the_rounds_are_those_of_the_options(options, players, cards, restricted):
    rounds = rounds_for_score_limits(parse_options(options), players)
    assert (rounds.cards, sum(rounds.restricted), rounds.players) == (cards, restricted, players)


def test_calling_cheats_brings_points_and_false_alarms_cost_them():
    rounds = Rounds((1, 3), (False, False), PLAYERS)
    # Two can be caught twice each in the round of three cards, nobody in that of one.
    assert max_accusation_points(rounds) == 40
    best = seat_bounds(rounds, 2)
    assert best is not None
    caught = [(best.high + 40, 2), (-80, 0), (-60, 0)]
    assert is_possible_result(rounds, caught, cheating=True)
    assert not is_possible_result(rounds, caught, cheating=False)
    assert not is_possible_result(rounds, [(best.high + 50, 2), (-90, 0), (-60, 0)], cheating=True)
    assert is_possible_result(rounds, [(-500, 0), (-20, 0), (-20, 0)], cheating=True)
    # What one wins the other loses: all together have no more than without cheating.
    assert not is_possible_result(rounds, [(best.high + 40, 2), (0, 0), (0, 0)], cheating=True)
