"""The committer and the message bus of a server: run without a scheduler, and stopped with one."""

import asyncio

from django.db import connection

from core.realtime import relay
from games.services.commands import committer
from games.services.scheduler import heartbeat


async def run_committer_and_bus() -> None:
    """Handle commands, and exchange messages with other processes, until cancelled.

    When cancelled, first handle the commands that are still waiting.
    """
    committer.start_committer()
    try:
        await asyncio.gather(relay.relay_messages(), asyncio.Event().wait())
    finally:
        await asyncio.to_thread(committer.stop_committer)


def shut_down_scheduler() -> None:
    """Store all queued commands, delete the heartbeat and close this thread's database connection.

    This blocks, so call it on a worker thread.
    """
    committer.stop_committer()
    heartbeat.end()
    connection.close()
