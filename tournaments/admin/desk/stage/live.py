"""The part of a stage's page that is asked for again and again."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import conditional_page

from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.admin.desk.stage.stage import cards_of
from tournaments.selectors.desk.stage import stage_page
from tournaments.selectors.snapshot import cached_snapshot


@page("stages/<int:number>/live/")
def live(desk: DeskRequest, number: int) -> HttpResponse:
    """The cards of a stage's tables, or 304 while they are what the asker has."""
    found = stage_page(cached_snapshot(desk.tournament), number, desk.now)
    if found is None:
        raise Http404

    part = desk.render("_live.html", page=found, stage=found.stage, cards=cards_of(desk, found))

    @conditional_page
    def answer(request: object) -> HttpResponse:
        # A template's answer would be compared before it is rendered.
        return HttpResponse(part.render().content)

    return answer(desk.request)
