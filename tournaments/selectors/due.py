"""Tournaments that the scheduler has to process."""

from datetime import datetime

from tournaments.models import Tournament
from tournaments.models.choices import Status


def due_tournaments(until: datetime) -> list[tuple[int, datetime]]:
    """Return (id, due time) of the tournaments whose timetable the scheduler must check, earliest first.

    Only tournaments that are due at or before `until` are included.
    """
    due = Tournament.objects.filter(due_at__lte=until).order_by("due_at")
    return [(pk, due_at) for pk, due_at in due.values_list("pk", "due_at") if due_at is not None]


def running_tournament_ids() -> list[int]:
    """Return the ids of the tournaments with the status `running`."""
    return list(Tournament.objects.filter(status=Status.RUNNING).values_list("pk", flat=True))
