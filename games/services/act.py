"""The door: the only way to change a running table, for people, bots, clocks and staff alike."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from games.rules.actions import Action, ComeBack, LeaveGame, RenewClock, SetWing
from games.rules.errors import NothingChanged, Refusal
from games.services import committer, owed
from games.services.arrivals import note_arrival
from games.services.settle import Reply, Request, settle
from games.store.loaded import Answer
from games.store.tables import cached

__all__ = ["Answer", "Request", "act", "act_async", "knock", "knock_for_all", "set_wing"]


def act(*, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None) -> Answer:
    """Do `action` for the seat of `user`; returns when it is committed, raises the Refusal if it is not done.

    The same `action_id` again from the same seat gives the same answer, and nothing happens twice.
    """
    for first in _before(table_id, user, action, now):
        knock(first)
    answer = _answer(knock(Request(table_id, action, now, user=user, action_id=action_id)))
    note_arrival(table_id=table_id, user=user, now=now)
    # Where this process did not know the table before, it does now.
    for back in _coming_back(table_id, user, action, now):
        knock(back)
    return answer


async def act_async(
    *, table_id: str, user: int, action: Action, now: datetime, action_id: str | None = None, lag: int = 0
) -> Answer:
    """`act` for an event loop; that its socket is there has been noted when it came.

    `lag` is how many milliseconds the network takes, there and back.
    """
    request = Request(table_id, action, now, user=user, action_id=action_id, lag=lag)
    asked = [*_before(table_id, user, action, now), request]
    running = committer.running
    if running is None:
        return _answer((await asyncio.to_thread(knock_for_all, asked))[-1])
    for first in asked[:-1]:
        running.submit(first)
    return _answer(await running.ask(request))


def _before(table_id: str, user: int, action: Action, now: datetime) -> list[Request]:
    """What is done before an action of `user`: the clock begins anew if it has to, the seat comes back."""
    renewed = [Request(table_id, RenewClock(), now)] if owed.take(table_id, steady=time.monotonic()) else []
    return renewed + _coming_back(table_id, user, action, now)


def _coming_back(table_id: str, user: int, action: Action, now: datetime) -> list[Request]:
    """Whoever acts is there: the seat comes back from the stand-in first, as far as this process knows."""
    loaded = cached(table_id)
    seat = None if loaded is None or not loaded.state.away else loaded.state.seat_of(user)
    if loaded is None or seat not in loaded.state.away or isinstance(action, LeaveGame):
        return []
    return [Request(table_id, ComeBack(seat), now)]


def set_wing(*, table_id: str, user: int, card: str | None, now: datetime) -> None:
    """Lay `card` aside to play itself when the turn comes; None takes it back."""
    for first in _before(table_id, user, SetWing(card), now):
        knock(first)
    with suppress(NothingChanged):
        _answer(knock(Request(table_id, SetWing(card), now, user=user)))
    note_arrival(table_id=table_id, user=user, now=now)


def knock(request: Request) -> Reply:
    """Settle one request and wait for its reply."""
    running = committer.running
    return settle([request])[0] if running is None else running.submit(request).result()


def knock_for_all(requests: Sequence[Request]) -> list[Reply]:
    """Settle many requests, together as far as may be, and wait for their replies."""
    running = committer.running
    if running is None:
        return settle(requests)
    return [future.result() for future in [running.submit(request) for request in requests]]


def _answer(reply: Reply) -> Answer:
    if isinstance(reply, Refusal):
        raise reply
    return reply
