"""What the server does at a table that is due: the move of a bot, a stand-in or the clock."""

import logging
import random

from django.utils import timezone

from games.services.bots.turns import SlowMove, find_slow_move, server_command
from games.services.commands.command import Command
from games.services.scheduler.backoff import Backoff
from games.store.tables import load_snapshot

logger = logging.getLogger(__name__)


def find_due_move(
    table_id: str, log_number: int, *, backoff: Backoff, rng: random.Random
) -> Command | SlowMove | None:
    """Return the move that the server must make at a table now: a command or a search for a bot's move.

    `log_number` is the number of the table's newest known log entry. If `backoff` has recorded a failed move
    at the table, the move is the first legal one instead of a bot's choice. `rng` provides the bots'
    randomness. Return None if no move is due. After an error, record a failure in `backoff` and return None.
    """
    # Called on a thread, because it may read the database.
    try:
        snapshot = load_snapshot(table_id, min_number=log_number)
        # The table may have moved since the timer was set, and have a new timer.
        if snapshot.due_at is None or snapshot.due_at > timezone.now():
            return None
        now = timezone.now()
        use_first_legal_move = backoff.has_failed(table_id)
        slow = None if use_first_legal_move else find_slow_move(snapshot, now=now, rng=rng)
        return slow or server_command(snapshot, now=now, rng=rng, use_first_legal_move=use_first_legal_move)
    except Exception:
        backoff.record_failure(table_id)
        logger.exception("The scheduler has no move at table %s", table_id)
        return None
