"""Facts: "4–5 at a table", "3s only where 3, 6, 7 or 11 force it", "tables of four" (DM 2008)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.draw.table_sizes import table_sizes
from tournaments.rules.errors import CannotSeat


def test_21_players_of_a_world_championship_sit_4_4_4_4_5():
    assert sorted(table_sizes(21)) == [4, 4, 4, 4, 5]


def test_fives_come_first():
    assert table_sizes(21) == (5, 4, 4, 4, 4)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, (3,)), (6, (3, 3)), (7, (4, 3)), (11, (4, 4, 3)), (4, (4,)), (5, (5,)), (9, (5, 4)), (10, (5, 5))],
)
def test_small_numbers(players, sizes):
    assert table_sizes(players) == sizes


@pytest.mark.parametrize(
    ("players", "fives"), [(12, 0), (13, 1), (14, 2), (15, 3), (16, 0), (219, 3), (245, 1)]
)
def test_as_few_fives_as_the_number_asks_for(players, fives):
    assert table_sizes(players).count(5) == fives


@given(st.integers(3, 2500))
def test_everybody_sits_and_threes_are_for_3_6_7_and_11_alone(players):
    sizes = table_sizes(players)
    assert sum(sizes) == players
    assert set(sizes) <= {3, 4, 5}
    assert (3 in sizes) == (players in (3, 6, 7, 11))
    assert sizes.count(5) == (0 if 3 in sizes else players % 4)


@pytest.mark.parametrize("players", [0, 1, 2])
def test_fewer_than_three_cannot_play(players):
    with pytest.raises(CannotSeat, match="the smallest table seats 3"):
        table_sizes(players)


def test_tables_of_four_alone_say_who_is_missing():
    assert table_sizes(24, (4,)) == (4,) * 6
    with pytest.raises(CannotSeat, match="22 players cannot fill tables of 4: 2 more players or bots would"):
        table_sizes(22, (4,))
    with pytest.raises(CannotSeat, match="one more player or bot would"):
        table_sizes(23, (4,))


def test_a_mix_of_many_cards_for_threes_and_fours_has_as_few_threes_as_it_can():
    assert table_sizes(13, (3, 4)) == (4, 3, 3, 3)
    with pytest.raises(CannotSeat, match="5 players cannot fill tables of 3 or 4"):
        table_sizes(5, (3, 4))


def test_a_mix_for_three_to_six_still_plays_in_fours_and_fives():
    assert table_sizes(6, (3, 4, 5, 6)) == (3, 3)
    assert table_sizes(12, (6,)) == (6, 6)
