"""Standings, prizes, the audit log."""

from django.core.paginator import Paginator
from django.http import HttpResponse

from tournaments.admin.desk.door import Visit, act, page
from tournaments.admin.desk.forms import PrizesForm
from tournaments.selectors.desk_log import acts_of, audit_of, log_line, names_in
from tournaments.selectors.desk_standings import prize_list, standings_page
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.settings import change_settings

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
    entries = audit_of(visit.tournament, act=asked.get("act", ""), search=asked.get("q", ""))
    lines = Paginator(entries, LINES).get_page(asked.get("page"))
    names = names_in(visit.tournament)
    found = [log_line(entry, names) for entry in lines]
    return visit.shows(
        "log.html", tab="log", lines=lines, found=found, acts=acts_of(visit.tournament), asked=asked
    )
