"""Changes of a tournament that come from its games, not from an edit."""

from datetime import datetime

from django.db.models import F

from tournaments.broadcast import announce_tournament
from tournaments.models import StageTable, Tournament


def notify_change(tournament_id: int, *, now: datetime) -> None:
    """Increase the tournament's number, let the scheduler look at it, and announce the change to pages."""
    # Counted by the database: tables that finish at the same time don't overwrite each other's change.
    Tournament.objects.filter(pk=tournament_id).update(number=F("number") + 1, due_at=now)
    announce_tournament(tournament_id)


def note_finished_game(game_id: str, *, now: datetime) -> None:
    """Announce that a game has finished to its tournament; does nothing if the game belongs to none."""
    found = StageTable.objects.filter(game=game_id).values_list("stage__tournament", flat=True).first()
    if found is not None:
        notify_change(found, now=now)
