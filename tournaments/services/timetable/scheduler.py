"""The tournaments' scheduler: runs what is due; any number of processes may have one."""

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime import bus
from core.scheduling.claims import claim_due
from core.scheduling.wake_up import WakeUp
from tournaments.broadcast import TournamentChanged
from tournaments.models import Tournament
from tournaments.selectors.due import due_tournaments, running_tournaments
from tournaments.services.changes import notify_change
from tournaments.services.timetable.timetable import tick

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two looks for tournaments that are due."""
CLAIM_TIMEOUT = timedelta(seconds=5)
"""When a claimed tournament is due again if its process is killed, or fails, before it sets a moment."""


def start() -> Coroutine[Any, Any, None]:
    """The scheduler, for a server to run on its event loop until it is cancelled."""
    return run()


async def run() -> None:
    """Run due tournaments for ever."""
    news = WakeUp()

    def on_change(_: TournamentChanged) -> None:
        news.set_threadsafe()

    bus.listen(on_change, to=TournamentChanged)
    begun = False
    try:
        while True:
            news.clear()
            begun = begun or await database_sync_to_async(_begin, thread_sensitive=False)()
            await database_sync_to_async(_tick_due, thread_sensitive=False)()
            if await news.wait(LOOK_SECONDS):
                # Changes come in flocks: one look for all of them.
                await asyncio.sleep(LOOK_SECONDS / 10)
    finally:
        bus.unlisten(on_change)


def _begin() -> bool:
    """Have all running tournaments looked at anew; whether that could be done: the database may be away.

    A server that was killed between a game's end and the news of it left pages and timetables behind.
    """
    try:
        for tournament_id in running_tournaments():
            notify_change(tournament_id, now=timezone.now())
    except Exception:
        logger.exception("The scheduler cannot look for running tournaments")
        return False
    return True


def _tick_due() -> None:
    """Run the due tournaments that no other scheduler has claimed; one that fails holds up no other."""
    try:
        for tournament_id, due_at in due_tournaments(timezone.now()):
            try:
                now = timezone.now()
                if claim_due(
                    Tournament.objects.all(), pk=tournament_id, due_at=due_at, until=now + CLAIM_TIMEOUT
                ):
                    tick(tournament_id, now=now, due_at=due_at)
            except Exception:
                logger.exception("What is due in tournament %s cannot be done", tournament_id)
    except Exception:
        logger.exception("The scheduler cannot look for due tournaments")
