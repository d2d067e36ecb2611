"""The version numbers of tournaments, which grow with each change, and their newest public views."""

from collections.abc import Collection

from tournaments.models import Tournament
from tournaments.selectors.public.tournament import PublicTournament, public_tournament


def tournament_versions(tournament_ids: Collection[int]) -> dict[int, int]:
    """Return the current version numbers of these tournaments, by id."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "number"))


def newest_public_tournament(tournament_id: int) -> PublicTournament:
    """Return the public view of a tournament as stored now, with the parts that all viewers need computed."""
    return public_tournament(Tournament.objects.get(pk=tournament_id)).prepare()
