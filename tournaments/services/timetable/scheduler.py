"""The tournaments' scheduler: runs what is due; any number of processes may have one."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime import bus
from tournaments.broadcast import TournamentChanged
from tournaments.selectors.due import due_tournaments, running_tournaments
from tournaments.services.changes import notify_change
from tournaments.services.timetable.timetable import tick

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between two looks for tournaments that are due."""


def start() -> Coroutine[Any, Any, None]:
    """What the server runs on its loop, until it is cancelled."""
    return run()


async def run() -> None:
    """Tend due tournaments for ever."""
    loop = asyncio.get_running_loop()
    news = asyncio.Event()

    def on_change(_: TournamentChanged) -> None:
        loop.call_soon_threadsafe(news.set)

    bus.listen(on_change, to=TournamentChanged)
    begun = False
    try:
        while True:
            news.clear()
            begun = begun or await database_sync_to_async(_begin, thread_sensitive=False)()
            await database_sync_to_async(_tick_due, thread_sensitive=False)()
            try:
                await asyncio.wait_for(news.wait(), LOOK_SECONDS)
                # Acts come in flocks: one look for all of them.
                await asyncio.sleep(LOOK_SECONDS / 10)
            except TimeoutError:
                pass
    finally:
        bus.unlisten(on_change)


def _begin() -> bool:
    """A server that died between a game's end and the news of it leaves pages behind: all look anew.

    False where the database is not there yet.
    """
    try:
        for tournament_id in running_tournaments():
            notify_change(tournament_id, now=timezone.now())
    except Exception:
        logger.exception("The scheduler cannot look for running tournaments")
        return False
    return True


def _tick_due() -> None:
    """One that fails holds up no other."""
    try:
        for tournament_id in due_tournaments(timezone.now()):
            try:
                tick(tournament_id, now=timezone.now())
            except Exception:
                logger.exception("Tournament %s cannot be tended", tournament_id)
    except Exception:
        logger.exception("The scheduler cannot look for due tournaments")
