"""The desk's first page: where the tournament is, what comes next, and the button for it."""

from django.http import HttpResponse

from tournaments.admin.desk.door import Visit, page
from tournaments.selectors.desk_course import course_of
from tournaments.selectors.picture import picture_of


@page("")
def overview(visit: Visit) -> HttpResponse:
    """Status, timetable, counts, the next sensible act."""
    picture = picture_of(visit.tournament)
    return visit.shows("overview.html", tab="overview", picture=picture, course=course_of(picture, visit.now))
