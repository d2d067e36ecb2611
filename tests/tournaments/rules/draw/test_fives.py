"""Where the fives go in a Swiss stage: to those who have sat at one least."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.draw.draw import Player
from tournaments.rules.draw.fives import arrange_large_tables
from tournaments.rules.draw.table_sizes import table_sizes


def trouble(sizes: list[int], fives: list[int]) -> int:
    """How many fives those have behind them who would sit at a five, by the standings."""
    total, first = 0, 0
    for size in sizes:
        total += sum(fives[first : first + size]) if size == 5 else 0
        first += size
    return total


def players(fives: list[int]) -> list[Player]:
    return [Player(n, n, fives=number) for n, number in enumerate(fives, start=1)]


def test_nobody_has_sat_at_a_five():
    assert arrange_large_tables((5, 4, 4), players([0] * 13)) == [5, 4, 4]


def test_the_leaders_have():
    assert arrange_large_tables((5, 4, 4), players([1] * 5 + [0] * 8)) == [4, 4, 5]
    assert arrange_large_tables((5, 4, 4), players([1] * 4 + [0] * 9)) == [4, 5, 4]


def test_tables_of_one_size_stay_as_they_are():
    assert arrange_large_tables((5, 5), players([1] * 5 + [0] * 5)) == [5, 5]


@given(st.data(), st.integers(9, 35))
def test_no_other_place_for_the_fives_would_be_better(data, number):
    sizes = table_sizes(number)
    fives = data.draw(st.lists(st.integers(0, 2), min_size=number, max_size=number))
    found = arrange_large_tables(sizes, players(fives))
    assert sorted(found) == sorted(sizes)
    if 5 in sizes:
        others = (
            [5 if table in chosen else 4 for table in range(len(sizes))]
            for chosen in combinations(range(len(sizes)), sizes.count(5))
        )
        assert trouble(found, fives) == min(trouble(other, fives) for other in others)
