"""Facts: "best 64 to knock-out tables 64 → 16 → 4, only each table's winner goes on"."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.draw.knock_out import assign_knock_out_tables
from tournaments.rules.draw.table_sizes import table_sizes
from tournaments.rules.errors import CannotSeat
from tournaments.rules.seating.costs import repeated_pairs


def test_of_64_the_best_sits_with_the_32nd_the_33rd_and_the_64th():
    tables = assign_knock_out_tables(range(1, 65), (4,) * 16)
    assert tables[0] == (1, 32, 33, 64)
    assert tables[15] == (16, 17, 48, 49)


def test_if_the_best_always_win_the_best_16_go_on_and_the_best_four_play_the_final():
    winners = range(1, 65)
    for number in (64, 16):
        assert len(winners) == number
        winners = sorted(min(table) for table in assign_knock_out_tables(winners, (4,) * (number // 4)))
    assert assign_knock_out_tables(winners, (4,)) == ((1, 2, 3, 4),)


def test_the_best_at_a_five_has_the_weakest_on_top():
    assert assign_knock_out_tables(range(1, 10), (5, 4)) == ((1, 4, 5, 8, 9), (2, 3, 6, 7))


@given(st.integers(3, 300))
def test_everybody_sits_once_and_the_best_are_apart(number):
    sizes = table_sizes(number)
    tables = assign_knock_out_tables(range(1, number + 1), sizes)
    assert tuple(map(len, tables)) == sizes
    assert sorted(sum(tables, ())) == list(range(1, number + 1))
    assert [table[0] for table in tables] == list(range(1, len(sizes) + 1))


def test_who_has_met_changes_places_with_the_nearest_of_the_same_rank():
    met = {frozenset((1, 64)): 1, frozenset((2, 31)): 2}
    tables = assign_knock_out_tables(range(1, 65), (4,) * 16, met)
    assert not any(pair <= set(table) for table in tables for pair in met)
    usual = assign_knock_out_tables(range(1, 65), (4,) * 16)
    assert sum(set(table) != set(before) for table, before in zip(tables, usual, strict=True)) <= 4


def test_who_is_kept_apart_is_not_seated_together_whoever_meets_again():
    usual = assign_knock_out_tables(range(1, 17), (4,) * 4)
    apart = {frozenset((1, 8)), frozenset((2, 7))}
    assert all(any(pair <= set(table) for table in usual) for pair in apart)
    # Everybody has met everybody but these pairs, which meetings alone would therefore seat together.
    met = {frozenset(pair): 3 for pair in combinations(range(1, 17), 2) if frozenset(pair) not in apart}
    tables = assign_knock_out_tables(range(1, 17), (4,) * 4, met, apart)
    assert not any(pair <= set(table) for table in tables for pair in apart)
    assert sorted(sum(tables, ())) == list(range(1, 17))
    assert assign_knock_out_tables(range(1, 5), (4,), None, [frozenset((1, 2))]) == ((1, 2, 3, 4),)


@given(st.integers(12, 64), st.integers(0, 2**32))
def test_meetings_are_fewer_and_ranks_stay_apart(number, seed):
    sizes, rng = table_sizes(number), Random(seed)
    met = {frozenset(rng.sample(range(1, number + 1), 2)): 1 for _ in range(number)}
    usual = assign_knock_out_tables(range(1, number + 1), sizes)
    tables = assign_knock_out_tables(range(1, number + 1), sizes, met)
    assert len(repeated_pairs(tables, met)) <= len(repeated_pairs(usual, met))
    for rank in range(max(sizes)):
        here = [sorted(table[rank] for table in drawn if rank < len(table)) for drawn in (tables, usual)]
        assert here[0] == here[1]


def test_after_earlier_stages_of_245_no_meeting_is_repeated():
    rng = Random(7)
    met = {
        frozenset(pair): 1
        for _ in range(5)
        for table in zip(*[iter(rng.sample(range(1, 245), 244))] * 4, strict=True)
        for pair in combinations(table, 2)
    }
    assert len(repeated_pairs(assign_knock_out_tables(range(1, 65), (4,) * 16), met)) > 3
    assert repeated_pairs(assign_knock_out_tables(range(1, 65), (4,) * 16, met), met) == []


def test_sizes_that_do_not_add_up():
    with pytest.raises(CannotSeat, match="9 players cannot fill tables with 8 seats"):
        assign_knock_out_tables(range(9), (4, 4))
