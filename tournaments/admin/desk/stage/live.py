"""The part of a stage's page that is asked for again and again."""

from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import reverse

from core.http.conditional import Packed, conditional_response
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import page
from tournaments.admin.desk.stage.stage import cards_of
from tournaments.selectors.desk.stage import stage_page
from tournaments.selectors.snapshot import cached_snapshot

NO_TOKEN = ""
"""Leaves the forms' CSRF tokens out; static/js/desk/live.js adds the page's own."""


@page("stages/<int:stage_number>/live/")
def live(desk: DeskRequest, stage_number: int) -> HttpResponseBase:
    """The stage's buttons and the cards of its tables, or 304 while the client has them already."""
    found = stage_page(cached_snapshot(desk.tournament), stage_number, desk.now)
    if found is None:
        raise Http404
    cards = cards_of(desk, found)
    address = reverse("admin:desk_stage", args=[desk.tournament.pk, stage_number])
    part = desk.render(
        "stage/_live.html",
        page=found,
        stage=found.stage,
        cards=cards,
        back=f"{address}?page={cards.number}" if cards.number > 1 else address,
        # A token would be another one each time, and so would the ETag.
        csrf_token=NO_TOKEN,
    )
    return conditional_response(
        desk.request,
        Packed(part.render().content),
        content_type="text/html; charset=utf-8",
        cache_control="private, no-cache",
    )
