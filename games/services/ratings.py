"""Recomputes all ratings from the finished games, which checks and repairs them."""

from django.db import transaction

from games.models import Rating, SlowRating
from games.store import rate


def recompute_ratings() -> int:
    """Recompute and store all ratings in one transaction; returns how many of the stored ones were wrong."""
    with transaction.atomic():
        before = _stored_ratings()
        rate.recompute_all()
        after = _stored_ratings()
    return sum(before.get(user) != after.get(user) for user in before.keys() | after.keys())


def _stored_ratings() -> dict[tuple[str, int], tuple[int, int]]:
    """Return each rating's value and number of games, by model name and user id."""
    rows = [*Rating.objects.all(), *SlowRating.objects.all()]
    return {(row._meta.model_name or "", row.pk): (row.value, row.games) for row in rows}
