"""Seats, standings and results as files, which are always in English because programs read them."""

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from tournaments.selectors.public.export import EXPORTS
from tournaments.selectors.public.tournament import public_tournament
from tournaments.web.spreadsheet import csv_bytes
from tournaments.web.visitors import tournament_or_404

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


@require_safe
def download_export(request: HttpRequest, slug: str, what: str, format: str) -> HttpResponse:
    """Return a tournament's seats, standings or results (`what`) as a CSV or JSON file (`format`).

    Respond with 404 for any other values.
    """
    public = public_tournament(tournament_or_404(request, slug))
    if what not in EXPORTS or format not in TYPES:
        raise Http404("There is no such file.")
    with translation.override(settings.LANGUAGE_CODE):
        rows = EXPORTS[what](public)
    body = csv_bytes(rows) if format == "csv" else orjson.dumps(rows)
    answer = HttpResponse(body, content_type=TYPES[format])
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{what}.{format}"'
    answer["Cache-Control"] = "no-cache"
    answer["Content-Language"] = settings.LANGUAGE_CODE
    return answer
