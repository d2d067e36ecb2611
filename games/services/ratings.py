"""Ratings: written soon after a game is over; recomputing them from all games checks and repairs them."""

import logging
from datetime import datetime

from django.db import transaction

from games.models import Rating, SlowRating, Table
from games.models.shards import in_shards
from games.shards import ALL_SHARDS, ServedShards, Shards, all_shards
from games.store import rate

logger = logging.getLogger(__name__)

MAX_GAMES_AT_ONCE = 200
"""Maximum games rated in one tick; the rest waits for the next, so that other watches are not held up."""


class RatingWatch:
    """Rates games at tables of the served shards soon after they are over."""

    def __init__(self, served: ServedShards = all_shards) -> None:
        """Create the periodic job that rates finished games.

        It handles only tables in the groups (shards) that the function `served` returns.
        """
        self._served = served

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Rate the finished games whose ratings are due, at the tables that this process serves."""
        rate_due_games(self._served())


def rate_due_games(shards: Shards = ALL_SHARDS) -> None:
    """Update the ratings after up to MAX_GAMES_AT_ONCE finished games that are not rated yet, oldest first.

    Only tables in the groups `shards` are considered. A game that cannot be rated is tried again next time.
    """
    due = Table.objects.filter(in_shards(shards), rating_due=True).order_by("finished_at", "pk")
    for table_id in list(due.values_list("pk", flat=True)[:MAX_GAMES_AT_ONCE]):
        try:
            rate.rate_due_game(table_id)
        except Exception:
            logger.exception("The game at table %s cannot be rated", table_id)


def recompute_ratings() -> int:
    """Recompute all ratings from all games, store them, and return how many ratings have changed."""
    with transaction.atomic():
        before = _ratings_by_model_and_user()
        rate.recompute_all_ratings()
        after = _ratings_by_model_and_user()
    return sum(before.get(user) != after.get(user) for user in before.keys() | after.keys())


def _ratings_by_model_and_user() -> dict[tuple[str, int], tuple[int, int]]:
    """Return all stored ratings, each with the number of games that it is based on.

    The keys are the rating model's name and the user's id.
    """
    rows = [*Rating.objects.all(), *SlowRating.objects.all()]
    return {(row._meta.model_name or "", row.pk): (row.value, row.games) for row in rows}
