"""Tables with a time limit: the warning, the penalty and the end by rule, and lost time given back."""

from typing import Any

import pytest

from games.models import Table
from games.selectors.states import table_states
from tests.support.tournaments.events import (
    desk,
    enter,
    fresh,
    later,
    play,
    table,
)
from tests.support.tournaments.timetables import NAMES, arrive, automatic, check_in, look_at, minutes
from tournaments.models import AuditEntry, Penalty, Tournament
from tournaments.services.table import clocks, overrun
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.usefixtures("on_file")


def limited(**fields: Any) -> Tournament:
    """Four at a table with 45 minutes, a penalty for overruns and ten minutes of overtime."""
    stage = {"minutes": 45, "warn_minutes": 5, "overrun_penalty": 10, "overtime_minutes": 10, **fields}
    tournament = automatic(stage)
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    look_at(tournament, 120)
    arrive(tournament, *NAMES)
    return fresh(tournament)


def test_a_warning_a_penalty_for_each_and_the_end_by_rule():
    tournament = limited()
    minutes(tournament, 120, 159.5)
    assert not AuditEntry.objects.filter(tournament=tournament, type="warned").exists()
    minutes(tournament, 160, 164.5)
    assert AuditEntry.objects.filter(tournament=tournament, type="warned").count() == 1
    assert not Penalty.objects.filter(entry__tournament=tournament).exists()
    minutes(tournament, 165, 174.5)
    assert (
        sorted(Penalty.objects.filter(entry__tournament=tournament).values_list("points", flat=True))
        == [10] * 4
    )
    assert fresh(tournament).status == "running"
    minutes(tournament, 175, 176)
    assert Table.objects.get(pk=table(tournament).game_id).status == "finished"
    assert fresh(tournament).status == "finished"


def test_a_table_that_ends_in_time_costs_nothing():
    tournament = limited()
    play(tournament, 1)
    minutes(tournament, 121, 200)
    assert not Penalty.objects.filter(entry__tournament=tournament).exists()


def test_time_that_no_server_ran_is_charged_to_nobody():
    tournament = limited()
    minutes(tournament, 120, 130)
    run_due_steps(tournament.pk, now=later(200))
    assert table(tournament).closes_at == later(235)
    assert table_states([table(tournament).game_id])[table(tournament).game_id].closes_at == later(235)
    assert not Penalty.objects.filter(entry__tournament=tournament).exists()


def test_a_table_that_stands_gets_lost_time_once_when_it_goes_on():
    tournament = limited()
    minutes(tournament, 120, 130)
    clocks.hold_tables(**desk(tournament, later(130)), stage_number=1)
    run_due_steps(tournament.pk, now=later(200))
    assert table(tournament).closes_at == later(165)
    clocks.resume_tables(**desk(tournament, later(200)), stage_number=1)
    assert table(tournament).closes_at == later(235)


def test_lost_time_is_made_up_once_and_told_of():
    tournament = limited()
    minutes(tournament, 120, 130)
    before = fresh(tournament).number
    for _ in range(3):
        run_due_steps(tournament.pk, now=later(200))
    note = AuditEntry.objects.get(tournament=tournament, type="clocks_moved")
    assert (note.by_name, note.after) == ("the server", {"tables": [1], "seconds": 70 * 60})
    assert fresh(tournament).number > before


def test_with_real_cards_only_the_desk_knows_who_overran():
    stage = {"minutes": 45, "warn_minutes": 5, "overrun_penalty": 10, "overtime_minutes": 10}
    tournament = automatic(stage, online=False)
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *NAMES, now=later(61))
    look_at(tournament, 120)
    look_at(tournament, 159)
    minutes(tournament, 159.5, 190)
    penalties = Penalty.objects.filter(entry__tournament=tournament)
    assert (fresh(tournament).status, table(tournament).stopped_at) == ("running", None)
    assert AuditEntry.objects.filter(tournament=tournament, type="warned").count() == 1
    assert not penalties.exists()
    for _ in range(2):
        overrun.penalise_overrun(**desk(tournament, later(191)), stage_number=1, tables=(1,))
    assert list(penalties.values_list("points", flat=True)) == [10] * 4
