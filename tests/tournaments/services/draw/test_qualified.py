"""Who goes on: after cuts, from knock-out tables, with too few winners, with stand-bys and penalties."""

from typing import Any

import pytest

from core.sentence import decode_sentences
from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, event, organiser, play, play_stage, start, with_bots
from tournaments.models import Entry, Placement, Tournament
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.qualified import next_best_entrants, qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.standings import ranked_scores_at_table, standings_after
from tournaments.services.draw import draws
from tournaments.services.entry import entries, own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table.seat_changes import give_seat_to_replacement

pytestmark = pytest.mark.usefixtures("on_file")

WINNERS: dict[str, Any] = {"kind": "knock_out", "qualify": "per_table", "qualify_count": 1}
FINAL = {"kind": "final"}


def order_of(snapshot: TournamentSnapshot, stage: int, table: int) -> list[int]:
    """A table's entrants from first to last."""
    stage_snapshot = snapshot.stages[stage - 1]
    return [
        one.entry
        for one in ranked_scores_at_table(snapshot, stage_snapshot, stage_snapshot.tables[table - 1])
    ]


def stand_by(tournament: Tournament, name: str) -> Entry:
    """Somebody who came late."""
    return own_entry.enter_tournament(tournament_id=tournament.pk, user=person(name), now=AT)


def test_two_winners_are_joined_by_the_best_seconds_and_the_draw_says_so():
    tournament = with_bots(event(WINNERS, FINAL), 9)
    play_stage(tournament, 1)
    snapshot = read_snapshot(tournament)
    first, second = order_of(snapshot, 1, 1), order_of(snapshot, 1, 2)
    assert set(qualifiers_for_stage(snapshot, 2)) == {*first[:2], *second[:2]}
    assert set(next_best_entrants(snapshot, 2)) == {first[1], second[1]}
    report = draws.draw_stage(**desk(tournament), stage_number=2).draw_report
    why = decode_sentences(report["why"][0])
    assert "fewer winners than a table needs" in why
    assert snapshot.entries[first[1]].name in why


def test_of_one_table_the_best_four_play_the_final():
    tournament = with_bots(event(WINNERS, FINAL), 5)
    play_stage(tournament, 1)
    snapshot = read_snapshot(tournament)
    assert set(qualifiers_for_stage(snapshot, 2)) == set(order_of(snapshot, 1, 1)[:4])


def test_three_winners_are_a_final_and_nobody_joins_them():
    tournament = with_bots(event(WINNERS, FINAL), 12)
    play_stage(tournament, 1)
    snapshot = read_snapshot(tournament)
    assert set(qualifiers_for_stage(snapshot, 2)) == {order_of(snapshot, 1, table)[0] for table in (1, 2, 3)}
    assert next_best_entrants(snapshot, 2) == ()


def test_a_championship_of_forty_comes_to_its_end_by_the_preset_for_two_hundred():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 64}, WINNERS, WINNERS, FINAL), 40)
    for stage_number in (1, 2, 3):
        play_stage(tournament, stage_number)
    assert [
        len(qualifiers_for_stage(read_snapshot(tournament), stage_number)) for stage_number in (2, 3, 4)
    ] == [
        40,
        10,
        4,
    ]
    play_stage(tournament, 4)
    lifecycle.finish_tournament(**desk(tournament))


def test_a_stand_by_who_is_called_to_a_knock_out_table_can_win_it():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 12}, WINNERS, FINAL), 12)
    late = stand_by(tournament, "fay")
    play_stage(tournament, 1)
    start(tournament, 2)
    seat = Placement.objects.filter(stage__tournament=tournament, stage__number=2).first()
    assert seat is not None
    give_seat_to_replacement(placement_id=seat.pk, stand_by_entry_id=late.pk, actor=organiser(), now=AT)
    play(tournament, 2)
    for other in seat.table.placements.exclude(entry=late):
        entries.withdraw_entry(entry_id=other.entry_id, actor=organiser(), now=AT)
    closing.close_stage(**desk(tournament), stage_number=2)
    assert late.pk in qualifiers_for_stage(read_snapshot(tournament), 3)


def test_who_wins_a_knock_out_table_and_leaves_is_followed_by_the_second():
    tournament = with_bots(event(WINNERS, FINAL), 12)
    play_stage(tournament, 1)
    first = order_of(read_snapshot(tournament), 1, 2)
    entries.withdraw_entry(entry_id=first[0], actor=organiser(), now=AT)
    went_on = qualifiers_for_stage(read_snapshot(tournament), 2)
    assert first[1] in went_on
    assert first[0] not in went_on


def test_a_penalty_at_a_knock_out_table_can_cost_the_place_but_nothing_in_the_preliminaries():
    tournament = with_bots(event({}, WINNERS, FINAL), 12)
    play_stage(tournament, 1)
    play_stage(tournament, 2)
    before = standings_after(read_snapshot(tournament))
    first = order_of(read_snapshot(tournament), 2, 1)
    penalise_entrant(entry_id=first[0], points=50, actor=organiser(), now=AT, reason="foul", stage=2)
    snapshot = read_snapshot(tournament)
    assert first[1] in qualifiers_for_stage(snapshot, 3)
    assert first[0] not in qualifiers_for_stage(snapshot, 3)
    assert [one.entry for one in standings_after(snapshot)] == [one.entry for one in before]


def test_a_penalty_in_the_final_can_cost_the_title():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 4}, FINAL), 8)
    play_stage(tournament, 1)
    play_stage(tournament, 2)
    champion, second, *_ = ranked_entrants(read_snapshot(tournament))
    penalise_entrant(entry_id=champion, points=100, actor=organiser(), now=AT, reason="foul", stage=2)
    ranking = ranked_entrants(read_snapshot(tournament))
    assert (ranking[0], ranking[3]) == (second, champion)


def test_who_is_replaced_in_one_stage_can_be_called_back_for_the_next():
    tournament = with_bots(event({}, {}), 8)
    start(tournament, 1)
    seat = Placement.objects.filter(stage__tournament=tournament).first()
    assert seat is not None
    assert seat.entry_id is not None
    gone = seat.entry_id
    give_seat_to_replacement(placement_id=seat.pk, stand_by_entry_id=None, actor=organiser(), now=AT)
    entries.withdraw_entry(entry_id=gone, actor=organiser(), now=AT)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    assert gone not in qualifiers_for_stage(read_snapshot(tournament), 2)
    entries.check_in_entry(entry_id=gone, actor=organiser(), now=AT)
    assert gone in qualifiers_for_stage(read_snapshot(tournament), 2)
