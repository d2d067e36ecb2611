"""The part of a stage's page that a script polls."""

from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import reverse

from core.http.conditional import CompressedBody, conditional_response
from tournaments.admin.desk.requests import DeskRequest
from tournaments.admin.desk.routing import register_page
from tournaments.admin.desk.stage.stage import requested_tables_page
from tournaments.selectors.desk.stage import stage_page
from tournaments.selectors.snapshot.read import cached_snapshot

PLACEHOLDER_TOKEN = "the-page-has-it"
"""Stands for the CSRF token in the forms; static/js/desk/live.js puts the page's own in its place."""


@register_page("stages/<int:stage_number>/live/", name="live")
def show_live_tables(desk: DeskRequest, stage_number: int) -> HttpResponseBase:
    """Return a stage's buttons and tables as HTML for a script that polls, or 304 if nothing has changed."""
    found = stage_page(cached_snapshot(desk.tournament), stage_number, desk.now)
    if found is None:
        raise Http404
    cards = requested_tables_page(desk, found)
    address = reverse("admin:desk_stage", args=[desk.tournament.pk, stage_number])
    part = desk.render(
        "stage/_live.html",
        page=found,
        stage=found.stage,
        cards=cards,
        back=f"{address}?page={cards.number}" if cards.number > 1 else address,
        # A real token would differ each time, and so would the ETag.
        csrf_token=PLACEHOLDER_TOKEN,
    )
    return conditional_response(
        desk.request,
        CompressedBody(part.render().content),
        content_type="text/html; charset=utf-8",
        cache_control="private, no-cache",
    )
