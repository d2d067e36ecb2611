"""Buttons of the organisers' console for the steps of the whole tournament."""

from django.utils.translation import gettext

from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import ReasonForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.lifecycle import lifecycle
from tournaments.services.lifecycle.settings import switch_timetable


@register_action("open-check-in/")
def open_check_in(desk: DeskRequest) -> Message:
    """Open check-in. From then on, new entrants go on the waiting list."""
    lifecycle.open_check_in(**desk.tournament_args())
    return gettext("Check-in is open.")


@register_action("remind/", name="remind")
def remind_entrants(desk: DeskRequest) -> Message:
    """Email a reminder to entrants who have not checked in, except those on the waiting list."""
    lifecycle.send_check_in_reminder(**desk.tournament_args())
    return gettext("Everyone who has not checked in has been reminded by e-mail.")


@register_action("close-check-in/")
def close_check_in(desk: DeskRequest) -> Message:
    """Close check-in and start the tournament. Requires confirmation.

    Entrants who have not checked in are withdrawn, unless check-in was never opened.
    """
    desk.require_confirmation()
    lifecycle.close_check_in(**desk.tournament_args())
    return gettext("Check-in is closed. You can draw the seats now.")


@register_action("finish/", name="finish")
def finish_tournament(desk: DeskRequest) -> Message:
    """Finish the tournament, so that its result is final. Requires confirmation."""
    desk.require_confirmation()
    lifecycle.finish_tournament(**desk.tournament_args())
    return gettext("The tournament is finished and the result is final.")


@register_action("cancel/", name="cancel")
def cancel_tournament(desk: DeskRequest) -> Message:
    """Cancel the tournament without a result. Requires confirmation and a reason."""
    desk.require_confirmation()
    lifecycle.cancel_tournament(**desk.tournament_args(**desk.clean_form(ReasonForm)))
    return gettext("The tournament has been cancelled.")


@register_action("timetable-on/", name="timetable_on")
def turn_timetable_on(desk: DeskRequest) -> Message:
    """Turn on the timetable, so that the tournament's steps start automatically."""
    switch_timetable(**desk.tournament_args(automatic=True))
    return gettext("The tournament now runs by its timetable.")


@register_action("timetable-off/", name="timetable_off")
def turn_timetable_off(desk: DeskRequest) -> Message:
    """Turn off the timetable, so that organisers have to start each step of the tournament themselves."""
    switch_timetable(**desk.tournament_args(automatic=False))
    return gettext("The tournament no longer runs by its timetable: you decide each step.")
