"""Changes to a tournament that come from its games, not from an edit."""

from datetime import datetime

from django.db.models import F

from tournaments.broadcast import publish_tournament_change
from tournaments.models import StageTable, Tournament


def record_and_announce_change(tournament_id: int, *, now: datetime) -> None:
    """Increment a tournament's version number, schedule its timetable now, and announce the change.

    Call this after changes made outside a TournamentEdit; edits do the same by themselves.
    """
    # Counted by the database: tables that finish at the same time don't overwrite each other's change.
    Tournament.objects.filter(pk=tournament_id).update(number=F("number") + 1, due_at=now)
    publish_tournament_change(tournament_id)


def announce_finished_game(game_id: str, *, now: datetime) -> None:
    """Record and announce that a game of a tournament has finished. Do nothing for other games."""
    found = StageTable.objects.filter(game=game_id).values_list("stage__tournament", flat=True).first()
    if found is not None:
        record_and_announce_change(found, now=now)
