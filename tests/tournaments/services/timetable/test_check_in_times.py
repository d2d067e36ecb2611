"""Check-in by the timetable: when it opens and ends, also where no server ran in between."""

import pytest

from tests.support.tournaments.events import (
    AT,
    desk,
    enter,
    fresh,
    later,
)
from tests.support.tournaments.timetables import NAMES, automatic, check_in, look_at
from tournaments.models import AuditEntry, Tournament
from tournaments.services.lifecycle import lifecycle, settings
from tournaments.services.timetable import timetable
from tournaments.services.timetable.timetable import run_due_steps

pytestmark = pytest.mark.usefixtures("on_file")


def checking_in(until: float) -> Tournament:
    """Alice and three more have entered, check-in is open, and a server was there until then."""
    tournament = automatic()
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    look_at(tournament, until)
    return fresh(tournament)


def test_who_could_not_check_in_while_no_server_ran_gets_the_minutes():
    tournament = checking_in(until=105)
    run_due_steps(tournament.pk, now=later(140))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", later(145), later(155))
    check_in(tournament, *NAMES, now=later(144))
    look_at(tournament, 145)
    assert fresh(tournament).status == "running"
    assert set(tournament.entries.values_list("status", flat=True)) == {"checked_in"}
    note = AuditEntry.objects.get(tournament=tournament, type="check_in_moved")
    assert (note.by_name, note.after, note.reason) == (
        "the server",
        {"seconds": 35 * 60},
        "no server was running",
    )


def test_without_an_end_of_its_own_check_in_ends_at_the_start_which_moves():
    tournament = automatic(check_in_closes_at=None)
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(60))
    look_at(tournament, 119)
    run_due_steps(tournament.pk, now=later(200))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", None, later(201))


def test_check_in_lasts_as_long_where_no_server_ran_when_it_should_have_opened():
    tournament = automatic()
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=later(10))
    run_due_steps(tournament.pk, now=later(130))
    moved = fresh(tournament)
    assert (moved.status, moved.check_in_closes_at, moved.starts_at) == ("check_in", later(180), later(190))


def test_the_quiet_days_before_check_in_are_no_lost_time():
    tournament = automatic()
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=AT)
    run_due_steps(tournament.pk, now=later(60.4))
    assert (fresh(tournament).status, fresh(tournament).check_in_closes_at) == ("check_in", later(110))
    # The scheduler looks all the time now, or it could not tell when no server ran.
    assert fresh(tournament).due_at == later(60.4) + timetable.TICK_INTERVAL


def test_check_in_that_the_desk_opened_has_not_been_waiting_for_the_scheduler():
    tournament = automatic()
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=AT)
    lifecycle.open_check_in(**desk(tournament, later(30)))
    run_due_steps(tournament.pk, now=later(30))
    assert fresh(tournament).check_in_closes_at == later(110)


def test_nothing_is_moved_while_the_desk_has_taken_over():
    tournament = checking_in(until=80)
    settings.switch_timetable(**desk(tournament, later(80)), automatic=False)
    look_at(tournament, 80)
    run_due_steps(tournament.pk, now=later(105))
    assert fresh(tournament).check_in_closes_at == later(110)


def test_check_in_that_should_have_opened_while_the_desk_held_it_is_not_lost_time():
    tournament = automatic(automatic=False)
    enter(tournament, *NAMES)
    run_due_steps(tournament.pk, now=AT)
    settings.switch_timetable(**desk(tournament, later(90)), automatic=True)
    run_due_steps(tournament.pk, now=later(90))
    assert (fresh(tournament).status, fresh(tournament).check_in_closes_at) == ("check_in", later(110))
