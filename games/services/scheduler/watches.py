"""The watches: regular work at tables apart from the server's own moves, such as sending stand-ins."""

import asyncio
import logging
import time

from django.utils import timezone

from core.database import database_sync_to_async
from games.services.attendance.abandoned_lobbies import AbandonedLobbies
from games.services.attendance.absence import AbsenceWatch
from games.services.attendance.announcements import PresenceWatch
from games.services.attendance.turn_notices import TurnWatch
from games.services.challenges.new_tables import ChallengeWatch
from games.services.chat.retention import ChatRetention
from games.services.matching.watch import MatchWatch
from games.services.ratings import RatingWatch
from games.services.slow_tables.queue import QueueWatch
from games.services.slow_tables.returns import ReturnWatch
from games.services.slow_tables.turn_notices import SlowTurnWatch
from games.shards import ServedShards

logger = logging.getLogger(__name__)


async def run_watches(interval_seconds: float, served: ServedShards) -> None:
    """Run all periodic jobs every `interval_seconds` until cancelled.

    Most jobs handle only the groups of tables (shards) that `served` returns. An exception in one job does
    not stop the others.
    """
    watches = (
        # Ahead of those that ask who is connected.
        PresenceWatch(),
        AbsenceWatch(time.monotonic(), served),
        AbandonedLobbies(served),
        MatchWatch(),
        ChatRetention(),
        TurnWatch(served),
        ChallengeWatch(served),
        ReturnWatch(),
        # Before the turn notices, because a player who has queued a move needs none.
        QueueWatch(served),
        SlowTurnWatch(served),
        RatingWatch(served),
    )
    while True:
        await asyncio.sleep(interval_seconds)
        for watch in watches:
            try:
                await database_sync_to_async(watch.tick)(now=timezone.now(), monotonic_now=time.monotonic())
            except Exception:
                # The others go on: an error in one watch must not stop stand-ins or notices.
                logger.exception("%s has failed", type(watch).__name__)
