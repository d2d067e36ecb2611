"""Changes of a tournament that come from its tables' games, not from an edit."""

from datetime import datetime

from django.db.models import F

from tournaments.broadcast import announce
from tournaments.models import StageTable, Tournament


def notify_change(tournament_id: int, *, now: datetime) -> None:
    """Something that is shown has changed: pages ask again, and the scheduler looks at it."""
    Tournament.objects.filter(pk=tournament_id).update(number=F("number") + 1, due_at=now)
    announce(tournament_id)


def note_finished_game(game_id: str, *, now: datetime) -> None:
    """A game has finished; nothing where it is no tournament's."""
    found = StageTable.objects.filter(game=game_id).values_list("stage__tournament", flat=True).first()
    if found is not None:
        notify_change(found, now=now)
