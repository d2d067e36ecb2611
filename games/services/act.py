"""The door: the only way to change a running table, for people, bots, clocks and staff alike."""

import asyncio
from contextlib import suppress
from datetime import datetime

from games.rules.actions import Action, SetWing
from games.rules.errors import NothingChanged, Refusal
from games.services import committer
from games.services.settle import Reply, Request, settle
from games.store.loaded import Answer

__all__ = ["Answer", "Request", "act", "act_async", "knock", "set_wing"]


def act(*, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None) -> Answer:
    """Do `action` for the seat of `user`; returns when it is committed, raises the Refusal if it is not done.

    The same `action_id` again from the same seat gives the same answer, and nothing happens twice.
    """
    return _answer(knock(Request(table_id, action, now, user=user, action_id=action_id)))


async def act_async(
    *, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None
) -> Answer:
    """`act` for an event loop."""
    request = Request(table_id, action, now, user=user, action_id=action_id)
    if committer.running is None:
        return _answer(await asyncio.to_thread(knock, request))
    return _answer(await asyncio.wrap_future(committer.running.submit(request)))


def set_wing(*, table_id: str, user: int, card: str | None, now: datetime) -> None:
    """Lay `card` aside to play itself when the turn comes; None takes it back."""
    with suppress(NothingChanged):
        _answer(knock(Request(table_id, SetWing(card), now, user=user)))


def knock(request: Request) -> Reply:
    """Settle one request and wait for its reply."""
    if committer.running is not None:
        return committer.running.submit(request).result()
    return settle([request])[0]


def _answer(reply: Reply) -> Answer:
    if isinstance(reply, Refusal):
        raise reply
    return reply
