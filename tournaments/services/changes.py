"""Changes to a tournament that come from its games, not from an edit."""

from datetime import datetime

from django.db.models import F

from tournaments.broadcast import publish_tournament_change
from tournaments.models import StageTable, Tournament


def record_and_announce_change(tournament_id: int, *, now: datetime) -> None:
    """Increment a tournament's version, make it due for the scheduler, and announce the change.

    Use this for changes that are made outside a TournamentEdit.
    """
    # Counted by the database: tables that finish at the same time don't overwrite each other's change.
    Tournament.objects.filter(pk=tournament_id).update(number=F("number") + 1, due_at=now)
    publish_tournament_change(tournament_id)


def announce_finished_game(game_id: str, *, now: datetime) -> None:
    """Record and announce a change of the game's tournament. Ignore games outside tournaments."""
    found = StageTable.objects.filter(game=game_id).values_list("stage__tournament", flat=True).first()
    if found is not None:
        record_and_announce_change(found, now=now)
