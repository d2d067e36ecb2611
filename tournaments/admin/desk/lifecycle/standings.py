"""Standings, prizes, the audit log."""

from django.core.paginator import Paginator
from django.http import HttpResponse

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import PrizesForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.selectors.desk.audit_log import audit_entries, audit_line, audit_types, entrant_names
from tournaments.selectors.desk.standings import prize_list, standings_page
from tournaments.services.lifecycle.settings import change_settings

LINES = 100
"""Of the audit log on one page."""


@page("standings/")
def standings(desk: DeskRequest) -> HttpResponse:
    """The standings, with a column for each stage."""
    return desk.render("lifecycle/standings.html", tab="standings", page=standings_page(desk.snapshot))


@page("prizes/")
def prizes(desk: DeskRequest) -> HttpResponse:
    """The places with their prizes."""
    lines = prize_list(desk.snapshot)
    return desk.render("lifecycle/prizes.html", tab="prizes", lines=lines)


@action("prizes/change/")
def change_prizes(desk: DeskRequest) -> str:
    """Change the prizes."""
    change_settings(**desk.tournament_args(changes=desk.cleaned(PrizesForm)))
    return "The prizes have been changed."


@page("log/")
def log(desk: DeskRequest) -> HttpResponse:
    """The audit log, the newest entries first."""
    asked = desk.request.GET
    entries = audit_entries(desk.tournament, act=asked.get("act", ""), search=asked.get("q", ""))
    lines = Paginator(entries, LINES).get_page(asked.get("page"))
    names = entrant_names(desk.tournament)
    found = [audit_line(entry, names) for entry in lines]
    return desk.render(
        "lifecycle/log.html",
        tab="log",
        lines=lines,
        found=found,
        acts=audit_types(desk.tournament),
        asked=asked,
    )
