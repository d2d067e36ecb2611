"""Facts: points, "then: sum of game points, correct bids, lot"; a lot that can be drawn again; the final."""

from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.standings import (
    BrokenTie,
    KnockedOut,
    Penalty,
    Played,
    final_ranking,
    placed_by_lot,
    standings,
)


def game(entry: int, points: object, score: int = 0, correct: int = 0, stage: int = 1, **more: int) -> Played:
    table = {"rank": more.get("rank", 1), "table": more.get("table", 1), "table_place": more.get("place", 0)}
    return Played(entry, stage, Fraction(points), score, correct, **table)


def order(*games: Played, penalties: tuple[Penalty, ...] = (), seed: str = "s") -> list[int]:
    entries = sorted({one.entry for one in games})
    return [line.entry for line in standings(entries, games, penalties, lot_seed=seed)]


def why(*games: Played) -> list[str | None]:
    entries = sorted({one.entry for one in games})
    return [line.decided_by for line in standings(entries, games, (), lot_seed="s")]


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
    placed = order(*equal)
    assert [entry for entry in placed if entry % 2] == [7, 5, 3, 1]
    assert [entry for entry in placed if not entry % 2] == [8, 6, 4, 2]
    lots = order(*(game(entry, 45, 200, 5) for entry in range(1, 9)))
    assert [entry % 2 for entry in placed] == [entry % 2 for entry in lots]


def test_a_table_before_the_last_stage_breaks_no_tie():
    first = [game(1, 45, 200, 5, place=1), game(2, 45, 200, 5, place=2)]
    last = [game(1, 45, 200, 5, stage=2, place=1), game(2, 45, 200, 5, stage=2, table=2, place=1)]
    assert order(*first, *last) == order(*(one._replace(table_place=0) for one in (*first, *last)))


def test_a_final_list_says_whom_a_lot_placed():
    preliminary = standings(
        range(1, 8),
        [game(n, points, place=n) for n, points in enumerate([9, 8, 7, 6, 5, 5, 1], 1)],
        (),
        lot_seed="s",
    )
    out = KnockedOut(False, tuple(game(n, 10, 50, 2, stage=2, table=2, place=n) for n in (3, 4)))
    final = KnockedOut(True, (game(1, 45, 90, 3, stage=3), game(2, 30, 80, 3, stage=3, rank=2)))
    assert placed_by_lot((1, 2, 3, 4, 5, 6, 7), preliminary, [out, final]) == {3, 4, 5, 6}
    tied = KnockedOut(True, tuple(game(n, 40, 90, 3, stage=3, rank=n) for n in (1, 2)))
    assert placed_by_lot((1, 2, 3, 4, 5, 6, 7), preliminary, [out, tied]) == {1, 2, 3, 4, 5, 6}


def test_a_play_off_hides_no_lot_but_that_of_its_own_stage():
    preliminary = standings([1, 2, 3, 4], [game(n, 5) for n in (1, 2, 3, 4)], (), lot_seed="s")
    played_off = {n: BrokenTie(n, "play_off") for n in (1, 2, 3, 4)}
    made = tuple(game(n, 40, 90, 3, stage=2, rank=n) for n in (1, 2))
    tied = KnockedOut(True, made)
    assert placed_by_lot((1, 2, 3, 4), preliminary, [tied]) == {1, 2, 3, 4}
    assert placed_by_lot((1, 2, 3, 4), preliminary, [tied], played_off) == {1, 2}
    by_hand = KnockedOut(True, made, {n: BrokenTie(n, "lot") for n in (1, 2)})
    assert placed_by_lot((1, 2, 3, 4), preliminary, [by_hand], played_off) == {1, 2}
    in_play_off = KnockedOut(True, made, {n: BrokenTie(n, "play_off") for n in (1, 2)})
    assert placed_by_lot((1, 2, 3, 4), preliminary, [in_play_off]) == {3, 4}
    one_of_two = KnockedOut(True, made, {1: BrokenTie(0, "play_off")})
    assert placed_by_lot((1, 2, 3, 4), preliminary, [one_of_two], played_off) == {1, 2}
    # Level in different games of a knock-out, they are ranked by the standings.
    apart = KnockedOut(False, tuple(game(n, 40, 90, 3, stage=2, table=n) for n in (1, 2)))
    assert placed_by_lot((1, 2, 3, 4), preliminary, [apart], played_off) == frozenset()


def test_a_line_adds_up_its_stages():
    games = [game(1, "75/2", 200, 5, stage=2), game(1, "76/3", -30, 2, stage=1), game(2, 45, 1, 1)]
    line = standings([1, 2], games, [Penalty(1, Fraction(10))], lot_seed="s")[0]
    assert line.entry == 1
    assert line.points == Fraction(75, 2) + Fraction(76, 3) - 10
    assert (line.penalty, line.game_points, line.correct_bids, line.games) == (10, 170, 7, 2)
    assert line.by_stage == ((1, Fraction(76, 3)), (2, Fraction(75, 2)))


def test_a_table_that_overran_costs_each_10_points():
    games = [game(1, 45), game(2, 40)]
    assert order(*games) == [1, 2]
    assert order(*games, penalties=(Penalty(1, Fraction(10)),)) == [2, 1]


def test_who_has_not_played_stands_last():
    lines = standings([1, 2, 3], [game(2, 5), game(3, -2)], (), lot_seed="s")
    assert [(line.place, line.entry, line.games) for line in lines] == [(1, 2, 1), (2, 1, 0), (3, 3, 1)]


def test_nobody_at_all():
    assert standings([], (), (), lot_seed="s") == ()


def test_a_result_of_a_stranger_is_refused():
    with pytest.raises(KeyError):
        standings([1], [game(2, 45)], (), lot_seed="s")


entries = st.lists(st.integers(1, 30), unique=True, min_size=1)


@given(entries, st.data())
def test_the_order_of_results_does_not_matter_and_every_line_is_rightly_above_the_next(ids, data):
    points = st.fractions(-5, 5, max_denominator=6)
    made = st.builds(game, st.sampled_from(ids), points, st.integers(-2, 2), st.integers(0, 2))
    games = data.draw(st.lists(made, max_size=40))
    penalties = data.draw(st.lists(st.builds(Penalty, st.sampled_from(ids), points), max_size=5))
    lines = standings(ids, games, penalties, lot_seed="s")
    again = standings(ids[::-1], data.draw(st.permutations(games)), penalties[::-1], lot_seed="s")
    assert [line[:7] for line in again] == [line[:7] for line in lines]
    assert [line.place for line in lines] == list(range(1, len(ids) + 1))
    merits = [(line.points, line.game_points, line.correct_bids) for line in lines]
    assert merits == sorted(merits, reverse=True)
    for line in lines:
        mine = [one for one in games if one.entry == line.entry]
        lost = sum((one.points for one in penalties if one.entry == line.entry), Fraction(0))
        assert line.points == sum((one.points for one in mine), Fraction(0)) - lost
        assert line.games == len(mine)


def stage(*games: Played, final: bool = False) -> KnockedOut:
    return KnockedOut(final, games)


def test_the_final_comes_first_by_rank_then_who_went_out_when():
    """Ten in the preliminaries, eight at two tables, the winners and two more at the final table of four."""
    first = stage(
        *(game(entry, points, table=1) for entry, points in ((1, 10), (4, 45), (5, 30), (8, 20))),
        *(game(entry, points, table=2) for entry, points in ((2, 30), (3, 45), (6, 10), (7, 20))),
    )
    final = stage(
        *(game(entry, 0, rank=rank) for entry, rank in ((4, 2), (3, 3), (2, 1), (5, 4))), final=True
    )
    ranking = final_ranking(range(1, 11), [first, final], lot_seed="s")
    # Out in the knock-out: 7 and 8 were third (7 stood better), 1 and 6 last; 9 and 10 were never in it.
    assert ranking == (2, 4, 3, 5, 7, 8, 1, 6, 9, 10)


def test_an_earlier_stage_is_below_a_later_one():
    sixteen = stage(game(1, 45), game(2, 30), game(3, 20))
    four = stage(game(1, 5))
    assert final_ranking([3, 2, 1], [sixteen, four], lot_seed="s") == (1, 2, 3)


def test_before_the_final_the_winners_lead():
    assert final_ranking([1, 2, 3], [stage(game(1, 30), game(2, 45)), stage(final=True)], lot_seed="s") == (
        2,
        1,
        3,
    )


def test_equals_in_the_final_are_told_apart_by_lot():
    final = stage(game(1, 30, rank=1), game(2, 30, rank=1), game(3, 30, rank=3), final=True)
    seen = {final_ranking([1, 2, 3], [final], lot_seed=f"{n}") for n in range(20)}
    assert seen == {(1, 2, 3), (2, 1, 3)}


def test_without_later_stages_the_standings_are_the_final_list():
    assert final_ranking([3, 1, 2], [], lot_seed="s") == (3, 1, 2)
