"""The final list: who is ranked by which stage, and what alone told neighbours apart."""

from fractions import Fraction

from tournaments.rules.standings.broken_ties import BrokenTie, BrokenTies
from tournaments.rules.standings.final_list import (
    LaterStage,
    RankingTies,
    final_ranking,
    neighbours_separated_by,
    reorder_tied_entrants,
)
from tournaments.rules.standings.standings import StageScore, Standing, compute_standings


def game(
    entry: int, points: object, score: int = 0, correct: int = 0, stage: int = 1, **more: int
) -> StageScore:
    table = {"rank": more.get("rank", 1), "table": more.get("table", 1), "table_place": more.get("place", 0)}
    return StageScore(entry, stage, Fraction(points), score, correct, **table)


def by_lot(
    ranking: tuple[int, ...],
    preliminary: tuple[Standing, ...],
    rounds: list[LaterStage],
    broken: BrokenTies = (),
) -> frozenset[int]:
    return neighbours_separated_by("lot", ranking, RankingTies(preliminary, rounds, broken))


def test_a_final_list_says_whom_a_lot_placed():
    preliminary = compute_standings(
        range(1, 8),
        [game(n, points, place=n) for n, points in enumerate([9, 8, 7, 6, 5, 5, 1], 1)],
        (),
        lot_seed="s",
    )
    out = LaterStage(False, tuple(game(n, 10, 50, 2, stage=2, table=2, place=n) for n in (3, 4)))
    final = LaterStage(True, (game(1, 45, 90, 3, stage=3), game(2, 30, 80, 3, stage=3, rank=2)))
    assert by_lot((1, 2, 3, 4, 5, 6, 7), preliminary, [out, final]) == {3, 4, 5, 6}
    tied = LaterStage(True, tuple(game(n, 40, 90, 3, stage=3, rank=n) for n in (1, 2)))
    assert by_lot((1, 2, 3, 4, 5, 6, 7), preliminary, [out, tied]) == {1, 2, 3, 4, 5, 6}


def test_a_play_off_hides_no_lot_but_that_of_its_own_stage():
    preliminary = compute_standings([1, 2, 3, 4], [game(n, 5) for n in (1, 2, 3, 4)], (), lot_seed="s")
    played_off = [BrokenTie("play_off", {n: n for n in (1, 2, 3, 4)})]
    made = tuple(game(n, 40, 90, 3, stage=2, rank=n) for n in (1, 2))
    tied = LaterStage(True, made)
    assert by_lot((1, 2, 3, 4), preliminary, [tied]) == {1, 2, 3, 4}
    assert by_lot((1, 2, 3, 4), preliminary, [tied], played_off) == {1, 2}
    by_hand = LaterStage(True, made, [BrokenTie("lot", {1: 1, 2: 2})])
    assert by_lot((1, 2, 3, 4), preliminary, [by_hand], played_off) == {1, 2}
    in_play_off = LaterStage(True, made, [BrokenTie("play_off", {1: 1, 2: 2})])
    assert by_lot((1, 2, 3, 4), preliminary, [in_play_off]) == {3, 4}
    one_of_two = LaterStage(True, made, [BrokenTie("play_off", {1: 0})])
    assert by_lot((1, 2, 3, 4), preliminary, [one_of_two], played_off) == {1, 2}
    # Level in different games of a knock-out, they are ranked by the standings.
    latest_deciding_tie = LaterStage(False, tuple(game(n, 40, 90, 3, stage=2, table=n) for n in (1, 2)))
    assert by_lot((1, 2, 3, 4), preliminary, [latest_deciding_tie], played_off) == frozenset()


def stage(*games: StageScore, final: bool = False) -> LaterStage:
    return LaterStage(final, games)


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


def test_a_tie_of_an_earlier_stage_can_be_broken_in_the_last_one():
    preliminary = compute_standings(
        range(1, 6), [game(n, points) for n, points in enumerate([9, 8, 7, 5, 5], 1)], (), lot_seed="s"
    )
    last = [BrokenTie("play_off", {4: 2, 5: 1})]
    final = LaterStage(True, (game(1, 45, rank=1), game(2, 30, rank=2)), last)
    levels = RankingTies(preliminary, [final], (), last)
    ranking = reorder_tied_entrants((1, 2, 3, 4, 5), levels, last)
    assert ranking == (1, 2, 3, 5, 4)
    assert neighbours_separated_by("play_off", ranking, levels) == {4, 5}
    assert neighbours_separated_by("lot", ranking, levels) == frozenset()


def test_a_tie_that_was_broken_moves_nobody_who_is_not_level():
    preliminary = compute_standings([1, 2], [game(1, 9), game(2, 8)], (), lot_seed="s")
    last = [BrokenTie("play_off", {1: 2, 2: 1})]
    assert reorder_tied_entrants((1, 2), RankingTies(preliminary, [], (), last), last) == (1, 2)
