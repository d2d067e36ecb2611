"""Who sat where is put right, also after the next draw."""

from typing import Any

import pytest

from tests.support.tournaments.corrections import (
    BAD,
    FAIR,
    GOOD,
    NAMES,
    POOR,
    drawn_final,
    enter,
    note,
    placed_at,
    real_cards,
    seat,
    two_results,
)
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    event,
    fresh,
    organiser,
    stage_of,
    start,
    with_people,
)
from tournaments.errors import NextStageDrawn, ReasonMissing, WrongMoment
from tournaments.models import Placement
from tournaments.selectors.draws import meeting_counts
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import standings_after
from tournaments.services.draw import draws
from tournaments.services.draw.later_draws import find_correction_consequences
from tournaments.services.draw.wrong_players import snapshot_after_swap, swap_players
from tournaments.services.entry import entries
from tournaments.services.stage import closing
from tournaments.services.table.overrun import penalise_overrun
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("on_file")


def swap(one: Placement, other: Placement, **more: Any) -> tuple[str, str]:
    what = {"actor": organiser(), "now": AT, "reason": "sat on each other's seats", **more}
    return swap_players(one=one.pk, other=other.pk, **what)


def test_two_who_sat_on_each_others_seats_are_swapped_before_the_result():
    tournament = real_cards({}, {})
    one, other = seat(tournament, 1, 0), seat(tournament, 2, 1)
    now = swap(one, other)
    assert now == (f"{other.entry} at table 1, seat 1", f"{one.entry} at table 2, seat 2")
    kept = note(tournament, "players_swapped")
    assert kept.before["people"] == [f"{one.entry} at table 1, seat 1", f"{other.entry} at table 2, seat 2"]
    mates = set(placed_at(tournament, 2).entrants)
    assert one.entry_id in mates
    met = meeting_counts(read_snapshot(tournament), 1)
    assert all(frozenset((one.entry_id, mate)) in met for mate in mates - {one.entry_id})
    two_results(tournament)
    assert find_discrepancies(fresh(tournament)) == []


def test_after_the_results_each_has_what_they_made_on_their_seat():
    tournament = real_cards({}, {})
    two_results(tournament)
    one, other = seat(tournament, 1, 0), seat(tournament, 2, 3)
    best = standings_after(read_snapshot(tournament), 1)[0].entry
    assert best == one.entry_id
    swap(one, other)
    assert standings_after(read_snapshot(tournament), 1)[0].entry == other.entry_id
    assert acts(tournament, "standings_corrected") == ["standings_corrected"]
    assert find_discrepancies(fresh(tournament)) == []


def test_the_penalty_of_a_table_that_overran_goes_with_the_seat():
    tournament = real_cards({"overrun_penalty": 10}, {})
    penalise_overrun(**desk(tournament), stage_number=1, tables=[1])
    one, other = seat(tournament, 1, 0), seat(tournament, 2, 3)
    snapshot = snapshot_after_swap(read_snapshot(tournament), one.pk, other.pk)
    swap(one, other)
    late = set(placed_at(tournament, 1).entrants)
    assert other.entry_id in late
    assert {penalty.entry_id for penalty in read_snapshot(tournament).penalties} == late
    assert {penalty.entry_id for penalty in snapshot.penalties} == late
    assert note(tournament, "players_swapped").after["overrun_penalty"] == other.entry.name
    swap(seat(tournament, 1, 0), seat(tournament, 1, 1))
    assert {penalty.entry_id for penalty in read_snapshot(tournament).penalties} == late
    assert find_discrepancies(fresh(tournament)) == []


def test_two_at_one_table_are_swapped():
    tournament = real_cards()
    one, other = seat(tournament, 1, 0), seat(tournament, 1, 3)
    swap(one, other)
    assert seat(tournament, 1, 0).entry == other.entry
    assert seat(tournament, 1, 3).entry == one.entry


def test_after_the_next_draw_a_swap_asks_what_becomes_of_the_draw():
    tournament, _ = drawn_final()
    one, other = seat(tournament, 1, 0), seat(tournament, 2, 3)
    snapshot = read_snapshot(tournament)
    found = find_correction_consequences(snapshot, snapshot_after_swap(snapshot, one.pk, other.pk), 1)
    assert found is not None
    assert (found.joins, found.leaves) == ([str(other.entry)], [str(one.entry)])
    with pytest.raises(NextStageDrawn):
        swap(one, other)
    swap(one, other, next_draw="discard")
    assert stage_of(tournament, 2).drawn_at is None
    assert other.entry_id in qualifiers_for_stage(read_snapshot(tournament), 2)


def test_what_is_no_swap_is_refused():
    tournament = real_cards({}, {})
    one, other = seat(tournament, 1, 0), seat(tournament, 2, 0)
    with pytest.raises(ReasonMissing):
        swap(one, other, reason="")
    with pytest.raises(WrongMoment, match="Choose two"):
        swap(one, one)
    two_results(tournament)
    draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(WrongMoment, match="still a draft"):
        swap(seat(tournament, 1, 0, 2), seat(tournament, 1, 1, 2))
    with pytest.raises(WrongMoment, match="Choose two"):
        swap(one, seat(tournament, 1, 0, 2), next_draw="keep")


def test_at_tables_that_are_played_here_the_game_knows_who_sat_there():
    tournament = event()
    with_people(tournament, NAMES[:4])
    start(tournament, 1)
    with pytest.raises(WrongMoment, match="the game knows"):
        swap(seat(tournament, 1, 0), seat(tournament, 1, 1))


def test_with_real_cards_a_stand_by_who_played_gets_the_seat_after_the_result():
    tournament = real_cards({}, {}, names=NAMES[:4])
    enter(tournament, 1, GOOD, FAIR, POOR, BAD)
    late = entries.enter_player(**desk(tournament), name="Late")
    give_seat_to_replacement(
        placement_id=seat(tournament, 1, 0).pk,
        stand_by_entry_id=late.pk,
        actor=organiser(),
        now=AT,
        reason="no-show",
    )
    closing.close_stage(**desk(tournament), stage_number=1)
    assert standings_after(read_snapshot(tournament), 1)[0].entry == late.pk
    with pytest.raises(WrongMoment, match="Reopen it first"):
        give_seat_to_replacement(
            placement_id=seat(tournament, 1, 1).pk, stand_by_entry_id=late.pk, actor=organiser(), now=AT
        )
    assert find_discrepancies(fresh(tournament)) == []
