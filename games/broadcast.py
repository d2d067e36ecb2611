"""The wake-up "table T is at number N", without any card, to whoever listens, here and in other processes.

Between processes it goes through the channel layer (REDIS_URL), which may lose, double or delay it: all who
listen look for themselves now and then, too.
"""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

GROUP = "wakes"
ORIGIN = uuid.uuid4().hex
"""This process, so that it does not wake itself a second time."""
TRY_AGAIN = 1.0
"""Seconds before the broker is asked again after a failure."""


class Wake(NamedTuple):
    """Table `table_id` has come to `number`; the house must act at `due_at`.

    `lobby`: its seats or its status have changed.
    """

    table_id: str
    number: int
    due_at: datetime | None = None
    lobby: bool = False


Listener = Callable[[Wake], None]
_listeners: list[Listener] = []
_post: Callable[[Wake], Any] | None = None
"""How this process hands a wake-up to its relay, while that runs."""


def listen(listener: Listener) -> None:
    """Call `listener` with every wake-up from now on, in whatever thread it arises; it returns at once."""
    if listener not in _listeners:
        _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    """Undo `listen`."""
    if listener in _listeners:
        _listeners.remove(listener)


def announce(wake: Wake) -> None:
    """Tell everyone; called after the commit, never before."""
    _tell(wake)
    if _post is not None:
        _post(wake)
    elif (layer := get_channel_layer()) is not None:
        try:
            async_to_sync(layer.group_send)(GROUP, _message(wake))
        except Exception:
            logger.warning("The broker does not take a wake-up of table %s", wake.table_id)


def _tell(wake: Wake) -> None:
    """Tell this process. A listener that fails harms nobody else."""
    for listener in tuple(_listeners):
        try:
            listener(wake)
        except Exception:
            logger.exception("A listener failed at table %s", wake.table_id)


async def relay() -> None:
    """Carry wake-ups between this process and others for ever; returns at once where there is no broker."""
    global _post
    if get_channel_layer() is None:
        return
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[Wake] = asyncio.Queue()

    def post(wake: Wake) -> None:
        loop.call_soon_threadsafe(waiting.put_nowait, wake)

    _post = post
    try:
        await asyncio.gather(_for_ever(_receive), _for_ever(lambda: _send(waiting)))
    finally:
        _post = None


async def _for_ever(job: Callable[[], Any]) -> None:
    while True:
        try:
            await job()
        except Exception as fault:
            logger.warning("The broker is away: %s", fault)
            await asyncio.sleep(TRY_AGAIN)


async def _send(waiting: asyncio.Queue[Wake]) -> None:
    layer = get_channel_layer()
    while True:
        wake = await waiting.get()
        try:
            await layer.group_send(GROUP, _message(wake))
        except Exception:
            # Who waits for these looks by himself; told late they would only make work.
            while not waiting.empty():
                waiting.get_nowait()
            raise


async def _receive() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    try:
        while True:
            message = await layer.receive(channel)
            if message["origin"] != ORIGIN:
                _tell(_wake(message))
    finally:
        with contextlib.suppress(Exception):
            await layer.group_discard(GROUP, channel)


def _message(wake: Wake) -> dict[str, Any]:
    due_at = wake.due_at.isoformat() if wake.due_at else None
    return {"type": "wake", "origin": ORIGIN, **wake._asdict(), "due_at": due_at}


def _wake(message: dict[str, Any]) -> Wake:
    due_at = datetime.fromisoformat(message["due_at"]) if message["due_at"] else None
    return Wake(message["table_id"], message["number"], due_at, message["lobby"])
