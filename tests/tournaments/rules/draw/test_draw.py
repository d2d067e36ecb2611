"""Facts: "tables redrawn after each", "no two meet twice", "the leader meets the best placed not yet met"."""

import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tournaments.entrants.fields import Field
from tournaments.rules.draw.draw import LockedSeat, Player, draw_seating, seat_fixed_tables, seating_costs
from tournaments.rules.draw.table_sizes import table_sizes
from tournaments.rules.errors import CannotSeat


def entrants(number: int, **more: object) -> list[Player]:
    return [Player(id=place, place=place, **more) for place in range(1, number + 1)]


def met(*tables: tuple[int, ...]) -> dict[frozenset[int], int]:
    return {frozenset(pair): 1 for table in tables for pair in combinations(table, 2)}


@pytest.mark.parametrize("kind", ["swiss", "drawn"])
@pytest.mark.parametrize("number", [16, 20, 24, 32, 48, 64, 219, 245])
def test_in_five_stages_nobody_meets_anybody_again(number, kind):
    field = Field(number)
    seatings = field.five_stages(kind)
    assert [seating.repeats for seating in seatings] == [0] * 5
    # Counted again by hand, from the meetings themselves.
    assert set(field.meetings.values()) == {1}


@pytest.mark.parametrize("seed", range(6))
def test_16_entrants_all_meet_once_in_five_stages(seed):
    field = Field(16, seed)
    field.five_stages("swiss")
    assert len(field.meetings) == 16 * 15 // 2


def test_without_looking_ahead_16_entrants_run_out_of_people_to_meet():
    field = Field(16)
    repeats = []
    for stage in range(5):
        seating = field.draw("drawn", seed=stage, stages_ahead=0)
        repeats.append(seating.repeats)
        field.play(seating)
    assert sum(repeats) > 0


def test_the_leader_meets_the_best_placed_not_yet_met_and_so_on():
    seating = draw_seating(entrants(12), (4, 4, 4), kind="swiss", meetings=met((1, 2, 3), (4, 9)), seed=1)
    # 1 has met 2 and 3; 4, 5 and 6 are next. Then 2 leads: 3 was met, so 7, 8 and 9.
    assert [sorted(table) for table in seating.tables] == [[1, 4, 5, 6], [2, 7, 8, 9], [3, 10, 11, 12]]
    assert seating.repeats == 0


def test_with_nobody_met_a_swiss_stage_follows_the_standings():
    seating = draw_seating(entrants(21), table_sizes(21), kind="swiss", meetings={}, seed=1)
    assert [sorted(table) for table in seating.tables] == [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9],
        [10, 11, 12, 13],
        [14, 15, 16, 17],
        [18, 19, 20, 21],
    ]
    assert seating.breakdown["distance"] == 0


def test_the_first_table_of_a_swiss_stage_is_the_leaders():
    field = Field(64)
    for stage in range(6):
        leader = field.players()[0].id
        seating = field.draw("swiss", seed=stage)
        assert leader in seating.tables[0]
        field.play(seating)


def test_where_all_have_met_the_fewest_meet_again():
    seating = draw_seating(
        entrants(8), (4, 4), kind="drawn", meetings=met((1, 2, 3, 4), (5, 6, 7, 8)), seed=1
    )
    # Two of each table: two pairs at each of the new ones.
    assert seating.repeats == 4
    assert "Pairs who meet again: 4 pairs; no seating with fewer was found." in seating.why


def test_a_pair_that_met_twice_weighs_more_than_three_that_met_once():
    twice = {frozenset((1, 2)): 2}
    once = met((3, 4), (3, 5), (3, 6))
    tables = {"twice": [(1, 2, 7, 8)], "once": [(3, 4, 5, 6)]}
    costs = {
        name: seating_costs(table, entrants(8), kind="drawn", meetings={**twice, **once}).total
        for name, table in tables.items()
    }
    assert costs["twice"] > costs["once"]


def test_forbidden_pairs_sit_apart_even_if_others_must_meet_again():
    pair = frozenset((1, 2))
    everybody = met(tuple(range(3, 9)))
    for seed in range(5):
        seating = draw_seating(
            entrants(8), (4, 4), kind="swiss", meetings=everybody, forbidden=[pair], seed=seed
        )
        assert not any(pair <= set(table) for table in seating.tables)


def test_locked_players_keep_their_seats_and_the_rest_is_drawn():
    locked = [LockedSeat(7, 0, 3), LockedSeat(1, 2, 0)]
    for seed in range(5):
        seating = draw_seating(entrants(13), (5, 4, 4), kind="swiss", meetings={}, locked=locked, seed=seed)
        assert [len(table) for table in seating.tables] == [5, 4, 4]
        assert seating.tables[0][3] == 7
        assert seating.tables[2][0] == 1


def test_everything_locked_is_what_comes_out():
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    locked = [LockedSeat(id, t, s) for t, table in enumerate(tables) for s, id in enumerate(table)]
    assert (
        draw_seating(entrants(8), (4, 4), kind="drawn", meetings={}, locked=locked, seed=4).tables == tables
    )


def test_in_the_first_stage_nations_sit_apart():
    players = [Player(n, n, nation) for n, nation in enumerate(["DE", "AT", "CH", "NL"] * 4, start=1)]
    seating = draw_seating(players, (4,) * 4, kind="drawn", meetings={}, separate_nations=True, seed=1)
    nation = {player.id: player.nation for player in players}
    assert [len({nation[id] for id in table}) for table in seating.tables] == [4, 4, 4, 4]


def test_a_nation_of_nobody_is_no_nation():
    seating = draw_seating(entrants(16), (4,) * 4, kind="drawn", meetings={}, separate_nations=True, seed=1)
    assert seating.breakdown["nations"] == 0


def test_a_nation_with_more_than_there_are_tables_is_spread():
    players = [Player(n, n, "DE" if n <= 10 else f"N{n}") for n in range(1, 17)]
    seating = draw_seating(players, (4,) * 4, kind="drawn", meetings={}, separate_nations=True, seed=1)
    assert sorted(sum(id <= 10 for id in table) for table in seating.tables) == [2, 2, 3, 3]
    assert "Players of the same nation at one table: 8 pairs; no seating with fewer was found." in seating.why


@pytest.mark.parametrize(("number", "often"), [(30, {1, 2}), (219, {0, 1}), (245, {0, 1})])
def test_the_fives_go_round(number, often):
    """Of 30, ten sit at fives in each of four stages; of 219, fifteen; of 245, five."""
    field = Field(number)
    for stage in range(4):
        field.play(field.draw("drawn", seed=stage))
    assert set(field.fives.values()) == often
    assert set(field.meetings.values()) == {1}


def test_in_a_swiss_stage_the_five_moves_to_those_who_have_not_sat_there():
    players = [player._replace(fives=int(player.place <= 5)) for player in entrants(21)]
    seating = draw_seating(players, table_sizes(21), kind="swiss", meetings={}, seed=1)
    assert sorted(len(table) for table in seating.tables) == [4, 4, 4, 4, 5]
    assert len(seating.tables[0]) == 4
    assert seating.breakdown["fives"] == 0


def test_who_has_dealt_first_least_deals_first():
    players = [player._replace(dealt_first=player.place % 4) for player in entrants(16)]
    seating = draw_seating(players, (4,) * 4, kind="swiss", meetings={}, seed=1)
    assert [table[0] for table in seating.tables] == [4, 8, 12, 16]


def test_nobody_deals_first_three_times_in_five_stages():
    field = Field(32)
    field.five_stages("swiss")
    assert max(field.dealt_first.values()) <= 2


def test_the_same_seed_gives_the_same_seating_whatever_the_order_of_the_input():
    field = Field(45, nations=3)
    field.play(field.draw("drawn", seed=1))
    players, sizes = field.players(), table_sizes(45)
    forbidden = [frozenset((101, 102)), frozenset((103, 104))]
    first = draw_seating(players, sizes, kind="swiss", meetings=field.meetings, forbidden=forbidden, seed=9)
    again = draw_seating(
        players[::-1],
        sizes,
        kind="swiss",
        meetings=dict(reversed(field.meetings.items())),
        forbidden=set(forbidden),
        seed=9,
    )
    assert again == first


def test_another_seed_gives_another_seating():
    assert (
        len(
            {draw_seating(entrants(24), (4,) * 6, kind="drawn", meetings={}, seed=n).tables for n in range(5)}
        )
        == 5
    )


@pytest.fixture(scope="module")
def drawn_here() -> str:
    """The tables of a sixth stage, as this process draws them."""
    field = Field(24, nations=3)
    field.five_stages("swiss")
    return str(field.draw("drawn", seed=7, separate_nations=True).tables)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_another_process_draws_the_same(hash_seed, drawn_here):
    code = (
        "from tests.support.tournaments.entrants.fields import Field\n"
        "field = Field(24, nations=3)\n"
        "field.five_stages('swiss')\n"
        "print(field.draw('drawn', seed=7, separate_nations=True).tables)"
    )
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == drawn_here


def test_a_draw_tells_why_it_is_so():
    seating = draw_seating(entrants(16), (4,) * 4, kind="swiss", meetings=met((1, 2), (5, 6)), seed=77)
    assert seating.why[0].startswith("By the standings: the leader plays")
    assert seating.why[1] == "Nobody meets the same opponent twice."
    assert seating.why[-1].startswith("Seed 77: ")
    assert seating.seed == 77
    assert seating.starts >= 1


def test_what_a_swap_by_hand_changes_is_seen_by_asking_again():
    players, meetings = entrants(8), met((1, 5))
    before = seating_costs([(1, 2, 3, 4), (5, 6, 7, 8)], players, kind="swiss", meetings=meetings)
    after = seating_costs([(1, 5, 3, 4), (2, 6, 7, 8)], players, kind="swiss", meetings=meetings)
    assert (before.total, before.repeats, before.distance) == (0, 0, 0)
    assert (after.repeats, after.distance) == (100_000, 2)


def test_tables_of_a_knock_out_keep_their_players_and_draw_their_seats():
    players = [player._replace(dealt_first=int(player.id in (1, 3, 6, 8))) for player in entrants(8)]
    seating = seat_fixed_tables(((1, 4, 5, 8), (2, 3, 6, 7)), players, meetings=met((1, 8)), seed=3)
    assert [sorted(table) for table in seating.tables] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert seating.tables[0][0] in (4, 5)
    assert seating.tables[1][0] in (2, 7)
    assert seating.repeats == 1
    with pytest.raises(CannotSeat):
        seat_fixed_tables(((1, 4, 5, 8),), players, meetings={}, seed=3)


@given(
    number=st.integers(3, 60),
    kind=st.sampled_from(["drawn", "swiss"]),
    seed=st.integers(0, 2**63),
    data=st.data(),
)
def test_whatever_comes_everybody_sits_once_and_the_account_is_right(number, kind, seed, data):
    ids = st.integers(1, number)
    pairs = st.frozensets(ids, min_size=2, max_size=2)
    meetings = data.draw(st.dictionaries(pairs, st.integers(1, 3), max_size=80))
    nations = data.draw(st.lists(st.sampled_from(["", "DE", "AT"]), min_size=number, max_size=number))
    players = [Player(n, n, nation, n % 3, n % 2) for n, nation in enumerate(nations, start=1)]
    sizes = table_sizes(number)
    seating = draw_seating(
        players, sizes, kind=kind, meetings=meetings, separate_nations=True, seed=seed, max_searches=3
    )
    assert sorted(id for table in seating.tables for id in table) == list(range(1, number + 1))
    assert sorted(map(len, seating.tables)) == sorted(sizes)
    again = [
        pair for table in seating.tables for pair in combinations(table, 2) if frozenset(pair) in meetings
    ]
    assert seating.repeats == len(again)
    assert seating.cost == sum(seating.breakdown.values()) - seating.breakdown["forbidden"]
