"""Results are put right, also by two people at once and after the next draw."""

import pytest

from games.models import Table
from tests.support.tournaments.corrections import (
    BAD,
    CUT,
    FAIR,
    GOOD,
    NAMES,
    POOR,
    drawn_final,
    enter,
    name,
    note,
    placed_at,
    real_cards,
    rows,
    two_results,
)
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    event,
    fresh,
    organiser,
    play_stage,
    stage_of,
    start,
    table,
    with_bots,
)
from tournaments.errors import NextStageDrawn, ResultChanged, WrongMoment
from tournaments.models import AuditEntry, HandResult, Tournament
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import standings_after
from tournaments.services.draw import draws
from tournaments.services.draw.later_draws import Consequences, find_correction_consequences
from tournaments.services.entry import entries
from tournaments.services.stage import closing
from tournaments.services.table.result_rows import apply_result_rows

pytestmark = pytest.mark.usefixtures("on_file")


# --- What no game ends with --------------------------------------------------------------------------------


def test_an_impossible_result_is_refused_by_seat_and_name_with_what_is_possible():
    tournament = real_cards()
    first = name(placed_at(tournament).entrants[0])
    with pytest.raises(WrongMoment, match=f"Seat 1, {first}: 80 points are not possible.*from 40 to 70"):
        enter(tournament, 1, (80, 2), FAIR, POOR, BAD)
    assert not HandResult.objects.filter(table__stage__tournament=tournament).exists()
    with pytest.raises(WrongMoment, match="for all seats together"):
        enter(tournament, 1, GOOD, GOOD, GOOD, GOOD)


# --- Two who enter results ---------------------------------------------------------------------------------


def test_who_has_not_seen_anothers_result_is_told_of_it_and_changes_nothing():
    tournament = real_cards()
    seen = placed_at(tournament).result_key
    assert seen == "none"
    enter(tournament, 1, GOOD, FAIR, POOR, BAD, if_result=seen)
    first = name(placed_at(tournament).entrants[0])
    with pytest.raises(ResultChanged, match=f"by olga: seat 1, {first}, 40 points, 2 bids met"):
        enter(tournament, 1, FAIR, GOOD, POOR, BAD, if_result=seen)
    assert placed_at(tournament).result_key == "0:40:2 1:10:1 2:0:1 3:-20:0"
    enter(tournament, 1, FAIR, GOOD, POOR, BAD, if_result=placed_at(tournament).result_key)
    assert placed_at(tournament).result_key == "0:10:1 1:40:2 2:0:1 3:-20:0"


def test_the_same_result_from_a_second_person_confirms_it():
    tournament = real_cards()
    enter(tournament, 1, GOOD, FAIR, POOR, BAD, if_result="none")
    enter(tournament, 1, GOOD, FAIR, POOR, BAD, if_result="none")
    assert HandResult.objects.filter(table=table(tournament)).count() == 1
    assert acts(tournament, "result_entered", "result_confirmed") == ["result_entered", "result_confirmed"]
    assert note(tournament, "result_confirmed").after["table"] == 1


def test_a_result_that_was_annulled_meanwhile_is_told_of():
    from tournaments.services.table.rulings import replay_table

    tournament = real_cards()
    enter(tournament, 1, GOOD, FAIR, POOR, BAD)
    seen = placed_at(tournament).result_key
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="a marked card")
    with pytest.raises(ResultChanged, match="table 1 has been annulled"):
        enter(tournament, 1, FAIR, GOOD, POOR, BAD, if_result=seen)


def test_the_log_names_the_table_the_seats_and_the_people():
    tournament = real_cards()
    enter(tournament, 2, GOOD, FAIR, POOR, BAD)
    enter(tournament, 2, FAIR, GOOD, POOR, BAD, reason="the lines were mixed up")
    kept = note(tournament, "result_entered")
    second = name(placed_at(tournament, 2).entrants[1])
    assert (kept.before["table"], kept.reason) == (2, "the lines were mixed up")
    assert kept.before["result"][1] == ["seat 2", second, "10 points", "1 bid met"]
    assert kept.after["result"][1] == ["seat 2", second, "40 points", "2 bids met"]


def test_results_that_an_earlier_version_wrote_down_are_proved():
    tournament = real_cards()
    two_results(tournament)
    made = rows(GOOD, FAIR, POOR, BAD)
    HandResult.objects.create(table=table(tournament), rows=made, reason="x", by=None, at=AT)
    assert find_discrepancies(fresh(tournament)) == []
    last = AuditEntry.objects.filter(tournament=tournament).count()
    other = rows(FAIR, GOOD, POOR, BAD)
    HandResult.objects.create(table=table(tournament), rows=other, reason="x", by=None, at=AT)
    assert "Stage 1, table 1: no act entered its result." in find_discrepancies(fresh(tournament))
    said = {"type": "result_entered", "stage": 1, "by_name": "olga", "at": AT, "after": other}
    AuditEntry.objects.create(tournament=tournament, number=last + 1, **said)
    assert "Stage 1, table 1: no act entered its result." not in find_discrepancies(fresh(tournament))


# --- After the next draw -----------------------------------------------------------------------------------


def foreseen(tournament: Tournament, table_number: int, *made: tuple[int, int]) -> Consequences:
    """What another result of a table of the first stage would change."""
    snapshot = read_snapshot(fresh(tournament))
    table_snapshot = snapshot.find_table(table(tournament, table_number).pk)
    assert table_snapshot is not None
    found = find_correction_consequences(
        snapshot, snapshot.with_corrected_tables(apply_result_rows(snapshot, table_snapshot, rows(*made))), 1
    )
    assert found is not None
    return found


SWITCHED = (FAIR, GOOD, POOR, BAD)


TURNED = (BAD, POOR, FAIR, GOOD)


def test_what_a_correction_changes_is_foreseen():
    tournament, final = drawn_final()
    seats = [name(entry) for entry in placed_at(tournament).entrants]
    before = fresh(tournament).number
    assert seats[:2] == [one for one in seats if one in final]
    found = foreseen(tournament, 1, *TURNED)
    assert (found.joins, found.leaves) == (sorted(seats[2:]), sorted(seats[:2]))
    assert (found.begun, found.error, found.moves) == (False, "", [])
    same = foreseen(tournament, 1, *SWITCHED)
    assert (same.joins, same.leaves) == ([], [])
    assert fresh(tournament).number == before


def test_who_would_sit_elsewhere_is_foreseen_by_the_same_seed():
    tournament = real_cards({}, {"kind": "swiss"})
    two_results(tournament)
    draws.draw_stage(**desk(tournament), stage_number=2, seed=5)
    moves = {move.name: (move.table, move.new_table) for move in foreseen(tournament, 1, *TURNED).moves}
    now = {name(e): n for n in (1, 2) for e in placed_at(tournament, n, 2).entrants}
    enter(tournament, 1, *TURNED, next_draw="discard", reason="upside down")
    draws.draw_stage(**desk(tournament), stage_number=2, seed=5)
    anew = {name(e): n for n in (1, 2) for e in placed_at(tournament, n, 2).entrants}
    assert moves == {who: (now[who], anew[who]) for who in NAMES if now[who] != anew[who]}


def test_after_the_next_draw_a_correction_asks_what_becomes_of_the_draw():
    tournament, _ = drawn_final()
    before = fresh(tournament).number
    with pytest.raises(NextStageDrawn):
        enter(tournament, 1, *TURNED)
    assert fresh(tournament).number == before
    assert placed_at(tournament).result_key.startswith("0:40:2")


def test_the_draw_is_kept_and_the_standings_follow():
    tournament, final = drawn_final()
    enter(tournament, 1, *TURNED, next_draw="keep", reason="upside down")
    assert {name(entry) for entry in placed_at(tournament, 1, 2).entrants} == set(final)
    fourth = placed_at(tournament).entrants[3]
    assert standings_after(read_snapshot(tournament), 1)[0].entry == fourth
    assert note(tournament, "result_entered").after["next_draw"] == "Final keeps its draw"
    assert note(tournament, "standings_corrected").after["standings"][0][0] == fourth


def test_the_draw_is_discarded_and_made_again_with_the_right_players():
    tournament, final = drawn_final()
    enter(tournament, 1, *TURNED, next_draw="discard", reason="upside down")
    assert stage_of(tournament, 2).drawn_at is None
    assert note(tournament, "draw_discarded").before["seed"] == 5
    draws.draw_stage(**desk(tournament), stage_number=2)
    right = {name(entry) for entry in placed_at(tournament, 1, 2).entrants}
    assert right != set(final)
    assert find_discrepancies(fresh(tournament)) == []


def test_released_seats_without_a_result_are_taken_back_and_discarded():
    tournament, _ = drawn_final()
    draws.release_draw(**desk(tournament), stage_number=2)
    enter(tournament, 1, *TURNED, next_draw="discard", reason="upside down")
    assert stage_of(tournament, 2).released_at is stage_of(tournament, 2).drawn_at is None
    assert acts(tournament, "draw_taken_back", "draw_discarded") == ["draw_taken_back", "draw_discarded"]


def test_games_without_a_card_are_given_up_with_the_draw():
    tournament = with_bots(event({}, {}), 8)
    play_stage(tournament, 1)
    start(tournament, 2)
    games = [row.game_id for row in stage_of(tournament, 2).tables.all()]
    enter(tournament, 1, GOOD, FAIR, POOR, BAD, next_draw="discard")
    assert stage_of(tournament, 2).drawn_at is None
    assert set(Table.objects.filter(pk__in=games).values_list("status", flat=True)) == {"abandoned"}
    play_stage(tournament, 2)
    assert find_discrepancies(fresh(tournament)) == []


def test_a_draw_that_has_begun_can_only_be_kept():
    tournament = real_cards(CUT, {"kind": "final"})
    two_results(tournament)
    start(tournament, 2)
    enter(tournament, 1, GOOD, FAIR, POOR, BAD, stage=2)
    assert foreseen(tournament, 1, *TURNED).begun
    with pytest.raises(WrongMoment, match="Final has begun"):
        enter(tournament, 1, *TURNED, next_draw="discard")
    assert placed_at(tournament).result_key.startswith("0:40:2")
    enter(tournament, 1, *TURNED, next_draw="keep")
    assert placed_at(tournament).result_key.startswith("0:-20:0")
    assert foreseen(tournament, 2, (20, 1), (20, 1), BAD, BAD).begun


def test_a_correction_that_leaves_too_few_says_so():
    tournament = real_cards({}, {"kind": "final"}, names=NAMES[:4])
    enter(tournament, 1, GOOD, FAIR, POOR, BAD)
    closing.close_stage(**desk(tournament), stage_number=1)
    draws.draw_stage(**desk(tournament), stage_number=2)
    for one in tournament.entries.filter(name__in=("ada", "bob")):
        entries.withdraw_entry(entry_id=one.pk, actor=organiser(), now=AT)
    assert "too few for the final table" in foreseen(tournament, 1, *TURNED).error
