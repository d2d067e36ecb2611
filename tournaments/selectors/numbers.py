"""How often tournaments have changed, and the newest page of one: what the sockets look at."""

from collections.abc import Collection

from tournaments.models import Tournament
from tournaments.selectors.pages import Page, known_page


def numbers(tournament_ids: Collection[int]) -> dict[int, int]:
    """The numbers that these tournaments have come to."""
    return dict(Tournament.objects.filter(pk__in=tournament_ids).values_list("pk", "number"))


def newest_page(tournament_id: int) -> Page:
    """What everybody may see of a tournament now, made ready for many who ask at once."""
    return known_page(Tournament.objects.get(pk=tournament_id)).prepared()
