"""The watches: what happens at tables because time passes, apart from the server's own moves."""

import asyncio
import logging
import time

from django.utils import timezone

from core.database import database_sync_to_async
from games.services.attendance.abandoned_lobbies import AbandonedLobbies
from games.services.attendance.absence import AbsenceWatch
from games.services.attendance.turn_notices import TurnWatch
from games.services.challenges.new_tables import ChallengeWatch
from games.services.chat.retention import ChatRetention
from games.services.matching.watch import MatchWatch
from games.services.slow_tables.queue import QueueWatch
from games.services.slow_tables.returns import ReturnWatch
from games.services.slow_tables.turn_notices import SlowTurnWatch
from games.shards import ServedShards

logger = logging.getLogger(__name__)


async def run_watches(interval_seconds: float, served: ServedShards) -> None:
    """Run each watch every `interval_seconds` in the served shards, until cancelled; exceptions are logged.

    The watches send stand-ins, free abandoned seats, form quick matches, end challenges, give seats back,
    make queued moves, notify players of turns and delete old chat.
    """
    watches = (
        AbsenceWatch(time.monotonic(), served),
        AbandonedLobbies(served),
        MatchWatch(),
        ChatRetention(),
        TurnWatch(served),
        ChallengeWatch(served),
        ReturnWatch(),
        # Ahead of notices of turns: whoever has queued a move need not be told.
        QueueWatch(served),
        SlowTurnWatch(served),
    )
    while True:
        await asyncio.sleep(interval_seconds)
        for watch in watches:
            try:
                await database_sync_to_async(watch.tick)(now=timezone.now(), steady=time.monotonic())
            except Exception:
                # The others go on: a fault in one of them must not keep stand-ins or notices away.
                logger.exception("%s has failed", type(watch).__name__)
