"""The first page of the organisers' console: the tournament's status, its next step, and a button for it."""

from django.http import HttpResponse

from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.selectors.desk.overview import desk_overview


@register_page("", name="overview")
def show_overview(desk: DeskRequest) -> HttpResponse:
    """Show the tournament's status, timetable and entrant counts, and the button for its next step."""
    snapshot = desk.snapshot
    return desk.render(
        "lifecycle/overview.html",
        tab="overview",
        snapshot=snapshot,
        overview=desk_overview(snapshot, desk.now),
    )
