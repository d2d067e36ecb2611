"""The desk's first page: where the tournament is, what comes next, and the button for it."""

from django.http import HttpResponse

from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.selectors.desk.overview import desk_overview


@register_page("", name="overview")
def show_overview(desk: DeskRequest) -> HttpResponse:
    """Show the tournament's status, timetable and numbers of entrants, and the button for the next step."""
    snapshot = desk.snapshot
    return desk.render(
        "lifecycle/overview.html",
        tab="overview",
        snapshot=snapshot,
        overview=desk_overview(snapshot, desk.now),
    )
