"""Looks up the tournament of a page for its visitor."""

from django.http import Http404, HttpRequest

from accounts.requests import requesting_user
from tournaments.errors import NoSuchTournament
from tournaments.models import Tournament
from tournaments.selectors.public.lists import visible_tournament


def tournament_or_404(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament. Raise Http404 if there is no such tournament or the visitor may not see it."""
    try:
        return visible_tournament(slug, requesting_user(request))
    except NoSuchTournament as refusal:
        raise Http404(refusal.detail) from refusal
