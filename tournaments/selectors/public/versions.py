"""The version numbers of tournaments, which increase with each change, and the newest public views."""

from collections.abc import Collection

from tournaments.models import Tournament
from tournaments.selectors.public.tournament import PublicTournament, public_tournament


def tournament_versions(tournament_ids: Collection[int]) -> dict[int, int]:
    """Return the current version numbers of tournaments, by tournament id.

    Unknown ids are left out.
    """
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "number"))


def public_tournament_by_id(tournament_id: int) -> PublicTournament:
    """Read a tournament from the database, and return the public view of its current version.

    The properties that `precompute_for_personal_views` covers are already computed. Raise
    Tournament.DoesNotExist if there is no such tournament.
    """
    return public_tournament(Tournament.objects.get(pk=tournament_id)).precompute_for_personal_views()
