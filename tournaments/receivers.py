"""The receiver for games that have finished."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from games.signals import table_finished
from tournaments.services.changes import announce_finished_game


@receiver(table_finished)
def on_table_finished(table_id: str, **_: Any) -> None:
    """Announce to all server processes that a tournament has changed because one of its games has finished.

    `table_id` is the game's id. Do nothing if the game is not part of a tournament.
    """
    announce_finished_game(game_id=table_id, now=timezone.now())
