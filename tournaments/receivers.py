"""The receiver for games that have finished."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from games.signals import table_finished
from tournaments.services.changes import announce_finished_game


@receiver(table_finished)
def on_table_finished(table_id: str, **_: Any) -> None:
    """If the finished game is part of a tournament, announce that the tournament has changed."""
    announce_finished_game(game_id=table_id, now=timezone.now())
