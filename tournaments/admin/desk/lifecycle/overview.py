"""The desk's first page: where the tournament is, what comes next, and the button for it."""

from django.http import HttpResponse

from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.selectors.desk.overview import desk_overview


@page("")
def overview(desk: DeskRequest) -> HttpResponse:
    """Status, timetable, counts, the next sensible act."""
    snapshot = desk.snapshot
    return desk.render(
        "lifecycle/overview.html",
        tab="overview",
        snapshot=snapshot,
        overview=desk_overview(snapshot, desk.now),
    )
