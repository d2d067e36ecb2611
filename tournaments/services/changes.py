"""Changes of a tournament that come from its tables' games, not from an edit."""

from datetime import datetime

from django.db.models import F

from tournaments.broadcast import announce
from tournaments.models import StageTable, Tournament


def notify_change(tournament_id: int, *, now: datetime) -> None:
    """Move the tournament's number on, have the scheduler look at it, and announce the change to pages."""
    Tournament.objects.filter(pk=tournament_id).update(number=F("number") + 1, due_at=now)
    announce(tournament_id)


def note_finished_game(game_id: str, *, now: datetime) -> None:
    """Note that a game has finished; ignored if it belongs to no tournament."""
    found = StageTable.objects.filter(game=game_id).values_list("stage__tournament", flat=True).first()
    if found is not None:
        notify_change(found, now=now)
