"""Facts: points, "then: sum of game points, correct bids, lot"; a lot that can be drawn again; the final."""

from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.standings.broken_ties import BrokenTie, order_by_ties
from tournaments.rules.standings.standings import Deduction, StageScore, compute_standings


def game(
    entry: int, points: object, score: int = 0, correct: int = 0, stage: int = 1, **more: int
) -> StageScore:
    table = {"rank": more.get("rank", 1), "table": more.get("table", 1), "table_place": more.get("place", 0)}
    return StageScore(entry, stage, Fraction(points), score, correct, **table)


def order(*games: StageScore, penalties: tuple[Deduction, ...] = (), seed: str = "s") -> list[int]:
    entries = sorted({one.entry for one in games})
    return [line.entry for line in compute_standings(entries, games, penalties, lot_seed=seed)]


def why(*games: StageScore) -> list[str | None]:
    entries = sorted({one.entry for one in games})
    return [line.decided_by for line in compute_standings(entries, games, (), lot_seed="s")]


def test_points_come_first():
    assert order(game(1, 30, 500, 10), game(2, 45, 10, 1)) == [2, 1]
    assert why(game(1, 30, 500, 10), game(2, 45, 10, 1)) == ["points", None]


def test_then_the_sum_of_game_points():
    assert order(game(1, 45, 200, 9), game(2, 45, 210, 1)) == [2, 1]
    assert why(game(1, 45, 200, 9), game(2, 45, 210, 1)) == ["game_points", None]


def test_then_correct_bids():
    assert order(game(1, 45, 200, 5), game(2, 45, 200, 6)) == [2, 1]
    assert why(game(1, 45, 200, 5), game(2, 45, 200, 6)) == ["correct_bids", None]


def test_then_the_lot_which_anyone_can_draw_again():
    equal = [game(entry, 45, 200, 5) for entry in range(1, 9)]
    assert order(*equal, seed="abc") == sorted(
        range(1, 9), key=lambda n: sha256(f"abc {n}".encode()).digest()
    )
    assert order(*equal, seed="abc") != order(*equal, seed="abd")
    assert why(*equal) == ["lot"] * 7 + [None]


def test_who_ties_at_one_table_stands_as_that_table_says():
    equal = [game(entry, 45, 200, 5, place=9 - entry, table=entry % 2) for entry in range(1, 9)]
    table = order(*equal)
    assert [entry for entry in table if entry % 2] == [7, 5, 3, 1]
    assert [entry for entry in table if not entry % 2] == [8, 6, 4, 2]
    lots = order(*(game(entry, 45, 200, 5) for entry in range(1, 9)))
    assert [entry % 2 for entry in table] == [entry % 2 for entry in lots]


def test_a_table_before_the_last_stage_breaks_no_tie():
    first = [game(1, 45, 200, 5, place=1), game(2, 45, 200, 5, place=2)]
    last = [game(1, 45, 200, 5, stage=2, place=1), game(2, 45, 200, 5, stage=2, table=2, place=1)]
    assert order(*first, *last) == order(*(one._replace(table_place=0) for one in (*first, *last)))


def test_a_broken_tie_stands_and_says_what_broke_it():
    equal = [game(entry, 45, 200, 5) for entry in (1, 2, 3, 4)]
    level = (BrokenTie("lot", {2: 0, 3: 1}), BrokenTie("play_off", {1: 3, 2: 1, 3: 1, 4: 0}))
    lines = compute_standings([1, 2, 3, 4], equal, (), lot_seed="s", broken_ties=level)
    assert [line.entry for line in lines] == [4, 2, 3, 1]
    assert [line.decided_by for line in lines] == ["play_off", "lot", "play_off", None]


def test_of_two_that_broke_a_tie_the_later_one_counts():
    equal = [game(entry, 45, 200, 5) for entry in (1, 2)]
    twice = (BrokenTie("lot", {1: 0, 2: 1}), BrokenTie("play_off", {1: 1, 2: 0}))
    lines = compute_standings([1, 2], equal, (), lot_seed="s", broken_ties=twice)
    assert [line.entry for line in lines] == [2, 1]
    not_level = [game(1, 45), game(2, 30)]
    lines = compute_standings([1, 2], not_level, (), lot_seed="s", broken_ties=twice)
    assert [line.entry for line in lines] == [1, 2]


def test_ties_of_different_people_who_are_all_level_are_broken_each_by_itself():
    broken = (BrokenTie("lot", {1: 1, 2: 0}), BrokenTie("lot", {3: 1, 4: 0}))
    assert order_by_ties([1, 3, 4, 2], broken) == [2, 4, 3, 1]


def test_a_line_adds_up_its_stages():
    games = [game(1, "75/2", 200, 5, stage=2), game(1, "76/3", -30, 2, stage=1), game(2, 45, 1, 1)]
    line = compute_standings([1, 2], games, [Deduction(1, Fraction(10))], lot_seed="s")[0]
    assert line.entry == 1
    assert line.points == Fraction(75, 2) + Fraction(76, 3) - 10
    assert (line.penalty, line.game_points, line.correct_bids, line.games) == (10, 170, 7, 2)
    assert line.by_stage == ((1, Fraction(76, 3)), (2, Fraction(75, 2)))


def test_a_table_that_overran_costs_each_10_points():
    games = [game(1, 45), game(2, 40)]
    assert order(*games) == [1, 2]
    assert order(*games, penalties=(Deduction(1, Fraction(10)),)) == [2, 1]


def test_who_has_not_played_stands_last():
    lines = compute_standings([1, 2, 3], [game(2, 5), game(3, -2)], (), lot_seed="s")
    assert [(line.place, line.entry, line.games) for line in lines] == [(1, 2, 1), (2, 1, 0), (3, 3, 1)]


def test_nobody_at_all():
    assert compute_standings([], (), (), lot_seed="s") == ()


def test_a_result_of_a_stranger_is_refused():
    with pytest.raises(KeyError):
        compute_standings([1], [game(2, 45)], (), lot_seed="s")


entries = st.lists(st.integers(1, 30), unique=True, min_size=1)


@given(entries, st.data())
def test_the_order_of_results_does_not_matter_and_every_line_is_rightly_above_the_next(ids, data):
    points = st.fractions(-5, 5, max_denominator=6)
    made = st.builds(game, st.sampled_from(ids), points, st.integers(-2, 2), st.integers(0, 2))
    games = data.draw(st.lists(made, max_size=40))
    penalties = data.draw(st.lists(st.builds(Deduction, st.sampled_from(ids), points), max_size=5))
    lines = compute_standings(ids, games, penalties, lot_seed="s")
    again = compute_standings(ids[::-1], data.draw(st.permutations(games)), penalties[::-1], lot_seed="s")
    assert [line[:7] for line in again] == [line[:7] for line in lines]
    assert [line.place for line in lines] == list(range(1, len(ids) + 1))
    merits = [(line.points, line.game_points, line.correct_bids) for line in lines]
    assert merits == sorted(merits, reverse=True)
    for line in lines:
        mine = [one for one in games if one.entry == line.entry]
        lost = sum((one.points for one in penalties if one.entry == line.entry), Fraction(0))
        assert line.points == sum((one.points for one in mine), Fraction(0)) - lost
        assert line.games == len(mine)
