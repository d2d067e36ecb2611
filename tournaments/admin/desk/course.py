"""Buttons for the course of the whole tournament."""

from tournaments.admin.desk.door import Visit, act
from tournaments.admin.desk.forms import ReasonForm
from tournaments.services.lifecycle import lifecycle
from tournaments.services.lifecycle.settings import run_by_timetable


@act("open-check-in/")
def open_check_in(visit: Visit) -> str:
    """Who enters from now on stands by."""
    lifecycle.open_check_in(**visit.at())
    return "Check-in is open."


@act("remind/")
def remind(visit: Visit) -> str:
    """Write to those who are missing."""
    lifecycle.remind_check_in(**visit.at())
    return "Everyone who has not checked in has been reminded by e-mail."


@act("close-check-in/")
def close_check_in(visit: Visit) -> str:
    """Begin with those who are there."""
    visit.confirmed()
    lifecycle.close_check_in(**visit.at())
    return "Check-in is closed. You can draw the seats now."


@act("finish/")
def finish(visit: Visit) -> str:
    """The result stands."""
    visit.confirmed()
    lifecycle.finish_tournament(**visit.at())
    return "The tournament is finished and the result is final."


@act("cancel/")
def cancel(visit: Visit) -> str:
    """It ends here without a result."""
    visit.confirmed()
    lifecycle.cancel_tournament(**visit.at(**visit.given(ReasonForm)))
    return "The tournament has been cancelled."


@act("timetable-on/")
def timetable_on(visit: Visit) -> str:
    """Hand it over to the timetable."""
    run_by_timetable(**visit.at(automatic=True))
    return "The tournament now runs by its timetable."


@act("timetable-off/")
def timetable_off(visit: Visit) -> str:
    """Take it into one's own hands."""
    run_by_timetable(**visit.at(automatic=False))
    return "The tournament no longer runs by its timetable: you decide each step."
