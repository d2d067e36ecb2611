"""Standings, prizes, the audit log."""

from django.core.paginator import Paginator
from django.http import HttpResponse

from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import PrizesForm
from tournaments.selectors.desk.audit_log import audit_entries, audit_line, audit_types, entrant_names
from tournaments.selectors.desk.standings import prize_list, standings_page
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.lifecycle.settings import change_settings

LINES = 100
"""Of the audit log on one page."""


@page("standings/")
def standings(visit: Visit) -> HttpResponse:
    """Places, points, and what each stage gave."""
    snapshot = read_snapshot(visit.tournament)
    return visit.shows("standings.html", tab="standings", page=standings_page(snapshot))


@page("prizes/")
def prizes(visit: Visit) -> HttpResponse:
    """The places with their prizes."""
    lines = prize_list(read_snapshot(visit.tournament))
    return visit.shows("prizes.html", tab="prizes", lines=lines)


@act("prizes/change/")
def change_prizes(visit: Visit) -> str:
    """What there is to win."""
    change_settings(**visit.at(changes=visit.given(PrizesForm)))
    return "The prizes have been changed."


@page("log/")
def log(visit: Visit) -> HttpResponse:
    """Who did what, when and why, the newest first."""
    asked = visit.request.GET
    entries = audit_entries(visit.tournament, act=asked.get("act", ""), search=asked.get("q", ""))
    lines = Paginator(entries, LINES).get_page(asked.get("page"))
    names = entrant_names(visit.tournament)
    found = [audit_line(entry, names) for entry in lines]
    return visit.shows(
        "log.html", tab="log", lines=lines, found=found, acts=audit_types(visit.tournament), asked=asked
    )
