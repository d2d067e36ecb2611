"""The tournaments' scheduler, which runs due steps; several processes may each run one."""

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime import bus
from core.scheduling.claims import claim_due_row
from core.scheduling.wake_up import WakeUpEvent
from tournaments.broadcast import TournamentChanged
from tournaments.models import Tournament
from tournaments.selectors.due import due_tournaments, running_tournament_ids
from tournaments.services.changes import record_and_announce_change
from tournaments.services.timetable.timetable import run_due_steps

logger = logging.getLogger(__name__)

POLL_INTERVAL_SECONDS = 1.0
"""Seconds between two checks for due tournaments."""
CLAIM_TIMEOUT = timedelta(seconds=5)
"""How soon a claimed tournament is due again if its process dies or fails in the meantime."""


def timetable_job() -> Coroutine[Any, Any, None]:
    """Return a coroutine that runs the timetables of all tournaments until it is cancelled."""
    return run_timetables()


async def run_timetables() -> None:
    """Run the due timetable steps of all tournaments in a loop until cancelled."""
    wake_up = WakeUpEvent()

    def wake_scheduler(_: TournamentChanged) -> None:
        """Make the scheduler check all timetables soon after a tournament has changed.

        This function is safe to call from any thread.
        """
        wake_up.set_threadsafe()

    bus.add_listener(wake_scheduler, kind=TournamentChanged)
    begun = False
    try:
        while True:
            # Before the check: a change that arrives during it wakes the loop again.
            wake_up.clear()
            begun = (
                begun or await database_sync_to_async(_mark_running_tournaments_due, thread_sensitive=False)()
            )
            await database_sync_to_async(_run_all_due_steps, thread_sensitive=False)()
            if await wake_up.wait(POLL_INTERVAL_SECONDS):
                # Changes come in bursts: one check for all of them.
                await asyncio.sleep(POLL_INTERVAL_SECONDS / 10)
    finally:
        bus.remove_listener(wake_scheduler)


def _mark_running_tournaments_due() -> bool:
    """Make the scheduler check every running tournament after a restart.

    If there is an error, log it and return False.
    """
    # A server may have been killed after a game ended but before the result was announced.
    try:
        for tournament_id in running_tournament_ids():
            record_and_announce_change(tournament_id, now=timezone.now())
    except Exception:
        logger.exception("The scheduler cannot look for running tournaments")
        return False
    return True


def _run_all_due_steps() -> None:
    """Run the due timetable steps of all tournaments, except tournaments that another process handles.

    Exceptions are logged and not raised.
    """
    try:
        for tournament_id, due_at in due_tournaments(timezone.now()):
            try:
                now = timezone.now()
                # A conditional update: of several processes exactly one runs the tournament.
                if claim_due_row(
                    Tournament.objects.all(), pk=tournament_id, due_at=due_at, until=now + CLAIM_TIMEOUT
                ):
                    run_due_steps(tournament_id, now=now, original_due_at=due_at)
            except Exception:
                logger.exception("What is due in tournament %s cannot be done", tournament_id)
    except Exception:
        logger.exception("The scheduler cannot look for due tournaments")
