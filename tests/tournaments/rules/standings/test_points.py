"""Facts: "by rank, usually 45 / 30 / 20 / 10 / 5 (shared ranks share)", zero-sum, or the game's points."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.standings.points import (
    GameResult,
    rank_points,
    shared_ranks,
    table_winners,
    tournament_points,
)

games = st.lists(
    st.builds(GameResult, st.integers(1, 9), st.integers(-3, 3), st.integers(0, 2)), min_size=3, max_size=6
)


def table(*scores: int | tuple[int, int]) -> list[GameResult]:
    """Results of entries 1, 2, …: a score, or a score and correct bids."""
    pairs = (score if isinstance(score, tuple) else (score, 0) for score in scores)
    return [GameResult(entry, *pair) for entry, pair in enumerate(pairs, start=1)]


def test_points_by_rank_at_a_table_of_five():
    assert rank_points(table(120, 310, -20, 200, 190)) == [10, 45, 5, 30, 20]


def test_at_four_nobody_gets_the_fifths_points():
    assert rank_points(table(120, 310, -20, 200)) == [20, 45, 10, 30]


def test_equal_scores_are_told_apart_by_correct_bids():
    results = table((200, 5), (200, 6), (100, 9), (50, 1))
    assert shared_ranks(results) == [2, 1, 3, 4]
    assert rank_points(results) == [30, 45, 20, 10]


def test_shared_ranks_share():
    results = table((200, 5), (200, 5), (100, 4), (50, 1))
    assert shared_ranks(results) == [1, 1, 3, 4]
    assert rank_points(results) == [Fraction(75, 2), Fraction(75, 2), 20, 10]


def test_three_share_in_thirds():
    assert rank_points(table(10, 10, 10, 90), (45, 30, 20, 10)) == [20, 20, 20, 45]
    assert rank_points(table(10, 10, 10), (45, 30, 1)) == [Fraction(76, 3)] * 3


def test_zero_sum_is_one_for_each_below_and_minus_one_for_each_above():
    assert tournament_points("zero_sum", table(120, 310, -20, 200, 190)) == [-2, 4, -4, 2, 0]
    assert tournament_points("zero_sum", table(120, 310, 120, 200)) == [-2, 3, -2, 1]


def test_the_games_points():
    assert tournament_points("game", table(120, -30, 0)) == [120, -30, 0]


def test_a_table_of_points_too_short_gives_nothing_below_it():
    assert tournament_points("rank", table(40, 30, 20, 10), [3, 1]) == [3, 1, 0, 0]


def test_a_bot_that_plays_for_nobody_takes_its_rank():
    results = [GameResult(None, 300, 8), *table(200, 100)]
    assert tournament_points("rank", results) == [45, 30, 20]


def test_points_of_no_kind():
    with pytest.raises(ValueError, match="no points of the kind 'elo'"):
        tournament_points("elo", table(1, 2, 3))


@given(games)
def test_zero_sum_adds_up_to_nothing(results):
    assert sum(tournament_points("zero_sum", results)) == 0


@given(games)
def test_sharing_loses_and_makes_no_points(results):
    assert sum(rank_points(results, (45, 30, 20, 10, 5, 1))) == sum((45, 30, 20, 10, 5, 1)[: len(results)])


@given(games, st.sampled_from(["rank", "zero_sum", "game"]))
def test_who_is_better_never_gets_less_and_equals_get_the_same(results, kind):
    points = tournament_points(kind, results, (45, 30, 20, 10, 5, 1))
    for mine, my_points in zip(results, points, strict=True):
        for theirs, their_points in zip(results, points, strict=True):
            if mine[1:] == theirs[1:]:
                assert my_points == their_points
            if mine[1:] > theirs[1:]:
                assert my_points >= their_points


def test_only_each_tables_winner_goes_on():
    assert table_winners(table(120, 310, -20, 200), 1, lot_seed="s") == (2,)
    assert table_winners(table(120, 310, -20, 200), 2, lot_seed="s") == (2, 4)


def test_a_tie_at_a_knock_out_table_is_broken_by_correct_bids_then_by_lot():
    assert table_winners(table((200, 5), (200, 6), (10, 9)), 1, lot_seed="s") == (2,)
    equal = table((200, 5), (200, 5), (10, 9))
    assert table_winners(equal, 1, lot_seed="s") == table_winners(equal[::-1], 1, lot_seed="s")
    assert {table_winners(equal, 1, lot_seed=f"{n}") for n in range(20)} == {(1,), (2,)}


def test_a_bot_never_goes_on():
    assert table_winners([GameResult(None, 300, 8), *table(200, 100)], 1, lot_seed="s") == (1,)
