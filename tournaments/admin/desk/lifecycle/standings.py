"""Standings, prizes, the audit log."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext

from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import PrizesForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.selectors.desk.audit_log import audit_entries, audit_line, audit_types, entrant_names
from tournaments.selectors.desk.standings import prize_list, standings_page
from tournaments.services.lifecycle.settings import change_settings

LINES = 100
"""Maximum number of audit log entries on one page."""


@register_page("standings/", name="standings")
def show_standings(desk: DeskRequest) -> HttpResponse:
    """Show the standings with a column for each stage."""
    return desk.render("lifecycle/standings.html", tab="standings", page=standings_page(desk.snapshot))


@register_page("prizes/", name="prizes")
def show_prizes(desk: DeskRequest) -> HttpResponse:
    """Show the places with their prizes, and a form for changing the prizes."""
    lines = prize_list(desk.snapshot)
    return desk.render("lifecycle/prizes.html", tab="prizes", lines=lines)


@register_action("prizes/change/")
def change_prizes(desk: DeskRequest) -> Message:
    """Replace the tournament's prizes with the posted text."""
    change_settings(**desk.tournament_args(changes=desk.clean_form(PrizesForm)))
    return gettext("The prizes have been changed.")


@register_page("log/", name="log")
def show_audit_log(desk: DeskRequest) -> HttpResponse:
    """Show a page of the audit log, newest entries first.

    The query parameters `act` (an entry type) and `q` (search words) select the entries.
    """
    asked = desk.request.GET
    entries = audit_entries(desk.tournament, entry_type=asked.get("act", ""), search=asked.get("q", ""))
    lines = Paginator(entries, LINES).get_page(asked.get("page"))
    return desk.render(
        "lifecycle/log.html",
        tab="log",
        lines=lines,
        found=[audit_line(entry) for entry in lines],
        names=entrant_names(desk.tournament),
        acts=audit_types(desk.tournament),
        asked=asked,
    )
