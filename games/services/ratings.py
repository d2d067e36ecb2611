"""Recomputes all ratings from the finished games, which checks and repairs them."""

from django.db import transaction

from games.models import Rating, SlowRating
from games.store import rate


def recompute_ratings() -> int:
    """Recompute and store all ratings; returns how many were wrong before."""
    with transaction.atomic():
        before = _stored_values()
        rate.recompute_all()
        after = _stored_values()
    return sum(before.get(user) != after.get(user) for user in before.keys() | after.keys())


def _stored_values() -> dict[tuple[str, int], tuple[int, int]]:
    """Return the value and the number of games of each rating, by model name and user id."""
    rows = [*Rating.objects.all(), *SlowRating.objects.all()]
    return {(row._meta.model_name or "", row.pk): (row.value, row.games) for row in rows}
