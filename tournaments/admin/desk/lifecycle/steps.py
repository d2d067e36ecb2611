"""Buttons for the course of the whole tournament."""

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import ReasonForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.lifecycle import lifecycle
from tournaments.services.lifecycle.settings import run_by_timetable


@action("open-check-in/")
def open_check_in(desk: DeskRequest) -> str:
    """Open check-in; later entrants go on the waiting list."""
    lifecycle.open_check_in(**desk.tournament_args())
    return "Check-in is open."


@action("remind/")
def remind(desk: DeskRequest) -> str:
    """Remind everyone who has not checked in by e-mail."""
    lifecycle.remind_check_in(**desk.tournament_args())
    return "Everyone who has not checked in has been reminded by e-mail."


@action("close-check-in/")
def close_check_in(desk: DeskRequest) -> str:
    """Close check-in and begin with those who are here."""
    desk.require_confirmation()
    lifecycle.close_check_in(**desk.tournament_args())
    return "Check-in is closed. You can draw the seats now."


@action("finish/")
def finish(desk: DeskRequest) -> str:
    """Finish the tournament: the result becomes final."""
    desk.require_confirmation()
    lifecycle.finish_tournament(**desk.tournament_args())
    return "The tournament is finished and the result is final."


@action("cancel/")
def cancel(desk: DeskRequest) -> str:
    """Cancel the tournament without a result."""
    desk.require_confirmation()
    lifecycle.cancel_tournament(**desk.tournament_args(**desk.cleaned(ReasonForm)))
    return "The tournament has been cancelled."


@action("timetable-on/")
def timetable_on(desk: DeskRequest) -> str:
    """Let the timetable run the tournament."""
    run_by_timetable(**desk.tournament_args(automatic=True))
    return "The tournament now runs by its timetable."


@action("timetable-off/")
def timetable_off(desk: DeskRequest) -> str:
    """Run the tournament by hand."""
    run_by_timetable(**desk.tournament_args(automatic=False))
    return "The tournament no longer runs by its timetable: you decide each step."
