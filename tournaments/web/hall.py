"""The screen of a hall, and its data where the quick way (live/hall.py) does not answer: for drafts."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.http.conditional import conditional_response
from tournaments.selectors.public.hall import hall_bytes
from tournaments.web.visitors import tournament_or_404


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen: it asks for its data by itself, for as long as it is shown."""
    tournament = tournament_or_404(request, slug)
    answer = render(request, "tournaments/hall.html", {"tournament": tournament})
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def hall_data(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What the screen shows, as JSON."""
    data = hall_bytes(tournament_or_404(request, slug))
    return conditional_response(
        request, data, content_type="application/json", cache_control="private, no-cache"
    )
