"""The desk's first page: where the tournament is, what comes next, and the button for it."""

from django.http import HttpResponse

from tournaments.admin.desk.door import Visit, page
from tournaments.selectors.desk.overview import desk_overview
from tournaments.selectors.snapshot import read_snapshot


@page("")
def overview(visit: Visit) -> HttpResponse:
    """Status, timetable, counts, the next sensible act."""
    snapshot = read_snapshot(visit.tournament)
    return visit.shows(
        "overview.html", tab="overview", snapshot=snapshot, course=desk_overview(snapshot, visit.now)
    )
