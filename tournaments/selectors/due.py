"""Which tournaments the house has to look at."""

from datetime import datetime

from tournaments.models import Tournament
from tournaments.models.choices import Status


def due_tournaments(until: datetime) -> list[int]:
    """Those that are due by `until`, the longest due first."""
    due = Tournament.objects.filter(due_at__lte=until).order_by("due_at")
    return list(due.values_list("pk", flat=True))


def running_tournaments() -> list[int]:
    """Those that are being played."""
    return list(Tournament.objects.filter(status=Status.RUNNING).values_list("pk", flat=True))
