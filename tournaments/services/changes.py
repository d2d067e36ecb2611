"""Changes to a tournament that come from its games, not from an edit."""

from datetime import datetime

from django.db.models import F

from tournaments.broadcast import publish_tournament_change
from tournaments.models import StageTable, Tournament


def record_and_announce_change(tournament_id: int, *, now: datetime) -> None:
    """Increment a tournament's version number, and announce the change to all server processes.

    The tournament also becomes due, so that the scheduler checks its timetable at once.
    """
    # For changes outside of a TournamentEdit, which does all this by itself.
    # Counted by the database: tables that finish at the same time don't overwrite each other's change.
    Tournament.objects.filter(pk=tournament_id).update(number=F("number") + 1, due_at=now)
    publish_tournament_change(tournament_id)


def announce_finished_game(game_id: str, *, now: datetime) -> None:
    """Announce to all server processes that a tournament has changed because its game `game_id` has finished.

    Also increment the tournament's version number, and make the tournament due, so that the scheduler checks
    its timetable at once. Do nothing if the game is not part of a tournament.
    """
    found = StageTable.objects.filter(game=game_id).values_list("stage__tournament", flat=True).first()
    if found is not None:
        record_and_announce_change(found, now=now)
