"""How often tournaments have changed, and the newest page of one: what the sockets look at."""

from collections.abc import Collection

from tournaments.models import Tournament
from tournaments.selectors.public.tournament import PublicTournament, public_tournament


def tournament_numbers(tournament_ids: Collection[int]) -> dict[int, int]:
    """The numbers that these tournaments have come to."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "number"))


def newest_public_tournament(tournament_id: int) -> PublicTournament:
    """What everybody may see of a tournament now, made ready for many who ask at once."""
    return public_tournament(Tournament.objects.get(pk=tournament_id)).prepared()
