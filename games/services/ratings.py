"""Ratings as a whole: they follow from the finished games, and this proves or mends it."""

from django.db import transaction

from games.models import Rating
from games.store import rate


def recompute_ratings() -> int:
    """Compute all ratings again; gives how many were not what the games say (they are now)."""
    with transaction.atomic():
        before = _values()
        rate.recompute()
        after = _values()
    return sum(before.get(user) != after.get(user) for user in before.keys() | after.keys())


def _values() -> dict[int, tuple[int, int]]:
    return {row.user_id: (row.value, row.games) for row in Rating.objects.all()}
