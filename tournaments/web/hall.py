"""The page for screens in the hall, and its data for drafts, which live/hall.py does not serve."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.language import language_from_query
from core.http.conditional import conditional_response
from tournaments.selectors.public.hall import hall_screen_json
from tournaments.web.visitors import tournament_or_404


@require_safe
def show_hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page for big screens at a tournament's venue. The page requests its data separately."""
    tournament = tournament_or_404(request, slug)
    answer = render(request, "tournaments/hall.html", {"tournament": tournament})
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def serve_hall_data(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the data for the screens at a tournament's venue as JSON.

    The query parameter `language` selects the language.
    """
    language = language_from_query(request.META["QUERY_STRING"])
    with translation.override(language):
        data = hall_screen_json(tournament_or_404(request, slug))
    response = conditional_response(
        request, data, content_type="application/json", cache_control="private, no-cache"
    )
    response["Content-Language"] = language
    return response
