"""Recomputes all ratings from the finished games, to check and repair them."""

from django.db import transaction

from games.models import Rating, SlowRating
from games.store import rate


def recompute_ratings() -> int:
    """Recompute and store all ratings in one transaction, and return how many ratings were wrong before."""
    with transaction.atomic():
        before = _stored_ratings()
        rate.recompute_all()
        after = _stored_ratings()
    return sum(before.get(user) != after.get(user) for user in before.keys() | after.keys())


def _stored_ratings() -> dict[tuple[str, int], tuple[int, int]]:
    """Map (model name, user id) to the value and the number of games of each stored rating."""
    rows = [*Rating.objects.all(), *SlowRating.objects.all()]
    return {(row._meta.model_name or "", row.pk): (row.value, row.games) for row in rows}
