"""Play-offs that end in another way, or are no play-offs: called off, corrected, refused, taken back."""

import pytest

from games.selectors.states import table_states
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    later,
    organiser,
    stage_of,
    table,
)
from tests.support.tournaments.play_offs import FINAL, in_scores, play_off, snapshot, tied
from tests.support.tournaments.ties import end_with
from tournaments.errors import WrongMoment
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.ties import open_ties
from tournaments.services.draw import draws
from tournaments.services.entry import entries
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.stage.play_offs import cancel_play_off_table
from tournaments.services.stage.ties import break_ties
from tournaments.services.table import opening
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.rulings import replay_table
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.usefixtures("on_file")


def test_it_is_called_off_replayed_and_corrected():
    tournament, order = tied(FINAL)
    row = play_off(tournament, order)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    rows = [
        {"seat": seat.seat, "score": score, "correct_bids": bids}
        for seat, (score, bids) in zip(
            row.placements.order_by("seat"), [(30, 1), (0, 1), (-20, 0), (10, 1)], strict=True
        )
    ]
    enter_result(stage_table_id=row.pk, rows=rows, actor=organiser(), now=AT, reason="misread")
    assert list(ranked_entrants(snapshot(tournament))) == [order[0], order[3], order[1], order[2]]
    replay_table(stage_table_id=row.pk, actor=organiser(), now=AT, reason="a wrong deck")
    assert list(ranked_entrants(snapshot(tournament))) == order
    again = table(tournament, 2)
    assert again.game_id not in (None, row.game_id)
    cancel_play_off_table(stage_table_id=row.pk, actor=organiser(), now=AT, reason="they share the hat")
    assert list(ranked_entrants(snapshot(tournament))) == order
    assert len(open_ties(snapshot(tournament), 1)) == 1
    assert table_states([again.game_id])[again.game_id].status == "abandoned"
    assert play_off(tournament, order).number == 3
    assert acts(tournament)[-5:] == [
        "play_off_opened",
        "result_entered",
        "table_replayed",
        "play_off_called_off",
        "play_off_opened",
    ]


@pytest.mark.parametrize("wrong", ["not tied", "twice", "left", "decided"])
def test_what_is_no_play_off_is_refused(wrong):
    tournament, order = tied(FINAL)
    if wrong == "not tied":
        who, said = order[:3], "no longer tied"
    elif wrong == "twice":
        play_off(tournament, order)
        who, said = order, "at table 2: wait"
    elif wrong == "left":
        entries.withdraw_entry(entry_id=order[0], actor=organiser(), now=AT)
        who, said = order, "left"
    else:
        play_off(tournament, order)
        end_with(tournament, in_scores(order), table_number=2)
        who, said = order, "has decided this tie"
    with pytest.raises(WrongMoment, match=said):
        play_off(tournament, who)


def test_a_lot_drawn_by_hand_before_gives_way_to_a_play_off():
    tournament, order = tied(FINAL)
    break_ties(**desk(tournament), stage_number=1, order=order[::-1], how="lot", reason="coins")
    play_off(tournament, order)
    assert stage_of(tournament).tie_breaks == []
    end_with(tournament, in_scores(order), table_number=2)
    assert list(ranked_entrants(snapshot(tournament))) == order


def test_a_correction_that_ends_the_tie_ends_what_the_play_off_says():
    tournament, order = tied(FINAL)
    play_off(tournament, order)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    for entry in order[2:]:
        penalise_entrant(entry_id=entry, points=10, actor=organiser(), now=AT, reason="late", stage=1)
    assert list(ranked_entrants(snapshot(tournament))) == [order[1], order[0], order[3], order[2]]


def test_a_time_limit_and_its_penalty_are_not_for_play_offs():
    tournament, order = tied(
        {**FINAL, "minutes": 45, "overrun_penalty": 10, "overtime_minutes": 5}, automatic=True
    )
    row = play_off(tournament, order)
    assert row.closes_at is None
    run_due_steps(tournament.pk, now=later(100))
    assert acts(tournament, "overrun_penalised", "overtime_ended") == []


def test_seats_that_are_taken_back_take_the_play_off_with_them():
    tournament, order = tied(FINAL)
    row = play_off(tournament, order)
    replay_table(stage_table_id=table(tournament).pk, actor=organiser(), now=AT, reason="a wrong deck")
    draws.take_back_draw(**desk(tournament), stage_number=1)
    assert table_states([row.game_id])[row.game_id].status == "abandoned"
    draws.release_draw(**desk(tournament), stage_number=1)
    opening.start_tables(**desk(tournament), stage_number=1)
    (stage,) = snapshot(tournament).stages
    assert [table_snapshot.row.number for table_snapshot in stage.all_tables] == [1]
    assert table(tournament, 2).game_id is None


def test_a_cancelled_tournament_gives_its_play_off_up():
    tournament, order = tied(FINAL)
    row = play_off(tournament, order)
    lifecycle.cancel_tournament(**desk(tournament), reason="a fire")
    assert table_states([row.game_id])[row.game_id].status == "abandoned"
