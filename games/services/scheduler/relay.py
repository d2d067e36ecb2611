"""The background work of a server without a scheduler: group commit and the message bus."""

import asyncio

from core.realtime import relay
from games.services.commands import committer


async def commit_and_relay() -> None:
    """Run the committer and the message bus until cancelled, then commit all waiting commands."""
    committer.start_committer()
    try:
        await asyncio.gather(relay.relay_news(), asyncio.Event().wait())
    finally:
        await asyncio.to_thread(committer.stop_committer)
