"""`manage.py recomputeratings`: recompute all ratings from the finished games, and count the wrong ones."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.ratings import recompute_ratings


class Command(BaseCommand):
    """Recompute all ratings."""

    help = "Compute all ratings again from the finished games."

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute all ratings from the finished games, and print how many stored ratings were wrong."""
        self.stdout.write(f"{recompute_ratings()} ratings were not what the games say.")
