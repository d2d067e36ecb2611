"""The part of a stage's page that is asked for again and again."""

from django.http import Http404
from django.http.response import HttpResponseBase

from core.http.conditional import Packed, conditional_response
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.admin.desk.stage.stage import cards_of
from tournaments.selectors.desk.stage import stage_page
from tournaments.selectors.snapshot import cached_snapshot


@page("stages/<int:stage_number>/live/")
def live(desk: DeskRequest, stage_number: int) -> HttpResponseBase:
    """The cards of a stage's tables, or 304 while the client has them already."""
    found = stage_page(cached_snapshot(desk.tournament), stage_number, desk.now)
    if found is None:
        raise Http404
    part = desk.render("stage/_live.html", page=found, stage=found.stage, cards=cards_of(desk, found))
    return conditional_response(
        desk.request,
        Packed(part.render().content),
        content_type="text/html; charset=utf-8",
        cache_control="private, no-cache",
    )
