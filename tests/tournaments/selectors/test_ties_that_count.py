"""Exact ties wherever a lot would decide who goes on, or who wins the title or a prize."""

from typing import Any

import pytest

from tests.support.tournaments.events import AT, desk, event, fresh, organiser, start, table, with_bots
from tests.support.tournaments.ties import against_the_lot, end_with
from tournaments.models import Placement, Tournament
from tournaments.selectors.final_ranking import (
    entrants_ranked_by_lot,
    entrants_ranked_by_play_off,
    ranked_entrants,
)
from tournaments.selectors.qualified import next_best_entrants, qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.ties import Tie, find_ties, open_ties
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.stage.play_offs import open_play_off
from tournaments.services.stage.ties import break_ties
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("on_file")

WINNERS: dict[str, Any] = {"kind": "knock_out", "qualify": "per_table", "qualify_count": 1}
FINAL = {"kind": "final"}
CLEAR = (60, 30, 10, 0, -20)


def ended(
    tournament: Tournament, scores: tuple[int, ...], table_number: int = 1, stage: int = 1
) -> list[int]:
    """A table's game is over with these scores; its entrants from the first to the last."""
    order = against_the_lot(tournament, stage=stage, table_number=table_number)
    made = {entry: (score, 1) for entry, score in zip(order, scores, strict=False)}
    end_with(tournament, made, stage=stage, table_number=table_number)
    return order


def now(tournament: Tournament) -> TournamentSnapshot:
    return read_snapshot(fresh(tournament))


def test_a_tie_for_the_place_of_the_next_best_is_told_and_broken():
    tournament = with_bots(event(WINNERS, FINAL), 8)
    start(tournament, 1)
    first = ended(tournament, (60, 30, 30, 0))
    second = ended(tournament, CLEAR, table_number=2)
    assert set(next_best_entrants(now(tournament), 2)) == {first[1], second[1]}
    assert find_ties(now(tournament), 1) == (Tie((first[1], first[2]), 1, 1, False),)
    open_play_off(**desk(tournament), stage_number=1, entries=first[1:3])
    end_with(tournament, {first[2]: (60, 2), first[1]: (10, 1)}, table_number=3)
    assert set(qualifiers_for_stage(now(tournament), 2)) == {first[0], first[2], *second[:2]}
    assert open_ties(now(tournament), 1) == ()


@pytest.mark.parametrize(("tables", "expected"), [(2, []), (3, [1])])
def test_two_who_are_level_are_no_tie_that_counts_where_both_go_on(tables, expected):
    tournament = with_bots(event(WINNERS, FINAL), 4 * tables)
    start(tournament, 1)
    ended(tournament, (60, 60, 30, 0))
    for table_number in range(2, tables + 1):
        ended(tournament, CLEAR, table_number=table_number)
    # Three winners are a table: there the seconds stay behind.
    assert [tie.places for tie in find_ties(now(tournament), 1)] == expected


def test_the_title_of_a_knock_out_without_a_final_is_a_tie_of_the_winners():
    tournament = with_bots(event(WINNERS, prizes="A hat"), 8)
    start(tournament, 1)
    winners = {ended(tournament, CLEAR, table_number=table_number)[0] for table_number in (1, 2)}
    (tie,) = find_ties(now(tournament), 1)
    assert (set(tie.entries), tie.places, tie.table, tie.title) == (winners, 1, None, True)
    assert entrants_ranked_by_lot(now(tournament)) >= winners
    champion, other = tie.entries
    open_play_off(**desk(tournament), stage_number=1, entries=tie.entries)
    end_with(tournament, {other: (60, 2), champion: (10, 1)}, table_number=3)
    assert ranked_entrants(now(tournament))[:2] == (other, champion)
    assert entrants_ranked_by_play_off(now(tournament)) == winners
    assert open_ties(now(tournament), 1) == ()


def test_the_winners_of_a_last_knock_out_are_not_level_where_the_standings_differ():
    tournament = with_bots(event({}, WINNERS), 8)
    start(tournament, 1)
    for table_number in (1, 2):
        ended(
            tournament, (60, 30, 10, 0) if table_number == 1 else (70, 40, 20, 10), table_number=table_number
        )
    closing.close_stage(**desk(tournament), stage_number=1)
    start(tournament, 2)
    for table_number in (1, 2):
        ended(tournament, CLEAR, table_number=table_number, stage=2)
    assert find_ties(now(tournament), 2) == ()


@pytest.mark.parametrize(
    ("prizes", "expected"),
    [("", []), ("A hat", []), ("A hat\nA wand", [2]), ("A hat\nA wand\nA wand", []), ("1\n2\n3", [2])],
)
def test_a_tie_for_a_prize_is_told(prizes, expected):
    tournament = with_bots(event(FINAL, prizes=prizes), 4)
    start(tournament, 1)
    order = ended(tournament, (60, 30, 30, 0))
    assert [tie.prize for tie in find_ties(now(tournament), 1)] == expected
    for tie in find_ties(now(tournament), 1):
        assert (tie.entries, tie.places, tie.table, tie.title) == ((order[1], order[2]), 1, 1, False)


def test_a_tie_of_the_standings_for_a_prize_behind_the_final_is_broken_in_the_final():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 3}, FINAL, prizes="1\n2\n3\n4"), 5)
    start(tournament, 1)
    order = ended(tournament, (60, 50, 40, 0, 0))
    assert find_ties(now(tournament), 1) == ()
    closing.close_stage(**desk(tournament), stage_number=1)
    start(tournament, 2)
    ended(tournament, CLEAR, stage=2)
    (tie,) = find_ties(now(tournament), 2)
    assert tie == Tie((order[3], order[4]), 1, None, False, prize=4)
    break_ties(
        **desk(tournament), stage_number=2, order=[order[4], order[3]], how="play_off", reason="cut cards"
    )
    assert ranked_entrants(now(tournament))[3:] == (order[4], order[3])
    assert entrants_ranked_by_lot(now(tournament)) == frozenset()


def entered(tournament: Tournament, stage: int, table_number: int, made: dict[int, tuple[int, int]]) -> None:
    """The organisers enter the scores and the bids met of a game at a real table."""
    played = table(tournament, table_number, stage)
    rows = [
        {"seat": seat.seat, "score": made[seat.entry_id][0], "correct_bids": made[seat.entry_id][1]}
        for seat in played.placements.order_by("seat")
    ]
    enter_result(stage_table_id=played.pk, rows=rows, actor=organiser(), now=AT, reason="read from the sheet")


def test_a_tie_with_somebody_called_from_the_waiting_list_counts():
    best: dict[str, Any] = {"points": "game", "qualify": "best"}
    stages = ({**best, "qualify_count": 4}, {**best, "qualify_count": 3}, FINAL)
    tournament = event(*stages, online=False, capacity=8)
    waiting = [entries.enter_player(**desk(tournament), name=f"p{number}") for number in range(9)][-1]
    lifecycle.close_check_in(**desk(tournament))
    start(tournament, 1)
    for table_number in (1, 2):
        seats = table(tournament, table_number, 1).placements.values_list("entry", flat=True)
        entered(
            tournament,
            1,
            table_number,
            dict(zip(seats, [(50, 2), (20, 1), (10, 1), (10, 1)], strict=True)),
        )
    closing.close_stage(**desk(tournament), stage_number=1)
    *through, level, leaving = qualifiers_for_stage(now(tournament), 2)
    start(tournament, 2)
    seat = Placement.objects.get(stage__tournament=tournament, stage__number=2, entry=leaving)
    entries.withdraw_entry(entry_id=leaving, actor=organiser(), now=AT)
    give_seat_to_replacement(placement_id=seat.pk, stand_by_entry_id=waiting.pk, actor=organiser(), now=AT)
    # In both stages together, these two are level at the cut.
    made = {waiting.pk: (40, 2), level: (20, 1)} | dict.fromkeys(through, (10, 1))
    entered(tournament, 2, 1, made)
    assert [set(tie.entries) for tie in find_ties(now(tournament), 2)] == [{waiting.pk, level}]
