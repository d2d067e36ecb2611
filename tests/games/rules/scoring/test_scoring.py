"""Rules, "Scores"."""

import pytest

from games.rules.scoring import points_for_bid, rank_players
from games.rules.sight import viewer_sight
from tests.support.rules.tables import AT, accuse, bid, dealt, play


@pytest.mark.parametrize(("tricks", "gains"), [(0, 20), (1, 30), (2, 40), (5, 70), (20, 220)])
def test_a_bid_met_exactly_gives_20_plus_10_a_trick(tricks, gains):
    assert points_for_bid(tricks, tricks) == gains


@pytest.mark.parametrize(("said", "tricks", "loses"), [(1, 0, -10), (5, 2, -30), (0, 20, -200)])
def test_a_bid_missed_costs_10_for_each_trick_over_or_under(said, tricks, loses):
    assert points_for_bid(said, tricks) == loses
    assert points_for_bid(tricks, said) == loses


def test_most_points_win():
    places, tie_break = rank_players([100, 210, 90], [9, 1, 9], [0, 1, 2])
    assert [(p.seat, p.score, p.correct_bids, p.rank) for p in places] == [
        (1, 210, 1, 1),
        (0, 100, 9, 2),
        (2, 90, 9, 3),
    ]
    assert tie_break is None


def test_a_tie_is_broken_by_the_number_of_rounds_bid_correctly():
    places, tie_break = rank_players([100, 100, 90], [3, 4, 9], [0, 1, 2])
    assert [p.seat for p in places] == [1, 0, 2]
    assert tie_break == "correct_bids"


def test_then_by_lot():
    places, tie_break = rank_players([100, 100, 100], [4, 4, 4], [2, 0, 1])
    assert [p.seat for p in places] == [2, 0, 1]
    assert tie_break == "coin_flip"


def test_a_third_in_the_tie_who_bid_worse_does_not_hide_the_lot():
    places, tie_break = rank_players([100, 100, 100], [4, 3, 4], [2, 0, 1])
    assert [p.seat for p in places] == [2, 0, 1]
    assert tie_break == "coin_flip"


def test_a_tie_below_the_first_place_is_broken_but_not_said():
    places, tie_break = rank_players([50, 200, 50], [4, 4, 4], [2, 0, 1])
    assert [p.seat for p in places] == [1, 2, 0]
    assert tie_break is None


def test_ranks_run_from_1_without_ties():
    places, _ = rank_players([0] * 6, [0] * 6, [5, 4, 3, 2, 1, 0])
    assert [(p.seat, p.rank) for p in places] == [(5, 1), (4, 2), (3, 3), (2, 4), (1, 5), (0, 6)]


def shown(state, seat):
    """A player's `score` and `score_now`."""
    player = viewer_sight(state, None, number=1, server_time=AT)["players"][seat]
    return player["score"], player["score_now"]


def test_score_now_is_the_total_as_if_the_round_ended_at_once():
    """90 points and a bid of 1 not yet met show 90 (80)."""
    state = dealt("R7 B2", "R9 B3", "R1 B4", scores=(90, 0, 0))
    state = bid(state, 1, 1, 0)
    assert shown(state, 0) == (90, 80)
    assert shown(state, 1) == (0, -10)
    assert shown(state, 2) == (0, 20)
    state = play(state, "R7 R9 R1")
    assert shown(state, 0) == (90, 80)
    assert shown(state, 1) == (0, 30)
    state = play(state, "B3 B4 B2")
    assert [shown(state, seat) for seat in range(3)] == [(80, 80), (30, 30), (-10, -10)]


def test_before_the_bid_score_now_is_the_score():
    assert shown(dealt("R7", "R9", "R1", scores=(90, 0, 0)), 0) == (90, 90)


def test_score_now_counts_the_points_of_accusations():
    state = play(bid(dealt("R7 B2", "R9 B3", "R1 B4", cheating=True), 0, 0, 0), "R7 B3")
    assert shown(accuse(state, 0, 1), 0) == (10, 30)
    assert shown(accuse(state, 0, 1), 1) == (-10, 10)
