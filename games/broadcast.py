"""The wake-up "table T is at number N", without any card, to whoever listens, here and in other processes.

In the same way, "the access of user U has changed": it says that there is something to see, and not what.

Between processes it goes through the channel layer (REDIS_URL), which may lose, double or delay it: all who
listen look for themselves now and then, too.
"""

import asyncio
import contextlib
import logging
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

GROUP = "wakes"
ORIGIN = uuid.uuid4().hex
"""This process, so that it does not wake itself a second time."""
TRY_AGAIN = 1.0
"""Seconds before the broker is asked again after a failure."""
BUNDLE = 128
"""News that go to the broker in one message at most: each message costs its sender and all others alike."""


MOST_WAITING = 10_000
"""News that wait for a broker that takes none; of more, the oldest are dropped."""


class Wake(NamedTuple):
    """Table `table_id` has come to `number`; the house must act at `due_at`.

    `lobby`: its seats or its status have changed.
    """

    table_id: str
    number: int
    due_at: datetime | None = None
    lobby: bool = False


class Access(NamedTuple):
    """What opened the account of `user_id` may open it no more: who holds its sockets looks who may stay."""

    user_id: int


class Presence(NamedTuple):
    """Which seats give signs of life at `process`, by table: at all its tables (`whole`), or at some."""

    process: str
    seats: dict[str, list[int]]
    whole: bool = False


class Life(NamedTuple):
    """The person on a seat has given a sign of life otherwise than by a socket."""

    life_of: str
    seat: int


class Countdown(NamedTuple):
    """When a stand-in takes over a seat whose person is not there; None: not any more."""

    waits_at: str
    seat: int
    away_at: str | None


News = Wake | Access | Presence | Life | Countdown
_BY_FIELD: dict[str, type[Access | Presence | Life | Countdown]] = {
    "user_id": Access,
    "process": Presence,
    "life_of": Life,
    "waits_at": Countdown,
}
"""The kinds that travel as they are, each by a field that no other has."""
Listener = Callable[[Any], None]
_listeners: dict[Listener, set[type[Any]]] = {}
"""Who listens, and to which kinds of news."""
_post: Callable[[News], Any] | None = None
"""How this process hands news to its relay, while that runs."""


def listen(listener: Listener, to: type[Any] = Wake) -> None:
    """Call `listener` with all news of a kind from now on, in whatever thread; it returns at once."""
    _listeners.setdefault(listener, set()).add(to)


def unlisten(listener: Listener) -> None:
    """Undo `listen`, for all kinds."""
    _listeners.pop(listener, None)


def announce(news: News) -> None:
    """Tell everyone; called after the commit, never before."""
    _tell(news)
    if _post is not None:
        _post(news)
    elif (layer := get_channel_layer()) is not None:
        try:
            async_to_sync(layer.group_send)(GROUP, _message([news]))
        except Exception:
            logger.warning("The broker does not take %s", news)


def _tell(news: News) -> None:
    """Tell this process. A listener that fails harms nobody else."""
    for listener, kinds in tuple(_listeners.items()):
        if type(news) not in kinds:
            continue
        try:
            listener(news)
        except Exception:
            logger.exception("A listener failed at %s", news)


async def relay() -> None:
    """Carry wake-ups between this process and others for ever; returns at once where there is no broker."""
    global _post
    layer = get_channel_layer()
    if layer is None:
        return
    outbox = _Outbox()
    _post = outbox.put
    try:
        await asyncio.gather(_for_ever(lambda: _receive(layer)), _for_ever(lambda: _send(layer, outbox)))
    finally:
        _post = None


class _Outbox:
    """News that wait for the broker: what comes while one message is on its way goes together in the next."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[News] = deque(maxlen=MOST_WAITING)
        self._come = asyncio.Event()
        self._called = False
        """Whether the loop has been told that something has come, and has not looked since."""

    def put(self, news: News) -> None:
        """Add news; in any thread."""
        self._waiting.append(news)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._come.set)

    async def take(self) -> list[News]:
        """Wait for news, and take what is there."""
        while True:
            self._come.clear()
            # In this order: what another thread puts after it has been looked for calls again.
            self._called = False
            if self._waiting:
                return [self._waiting.popleft() for _ in range(min(len(self._waiting), BUNDLE))]
            await self._come.wait()

    def clear(self) -> None:
        """Forget what waits."""
        self._waiting.clear()


async def _for_ever(job: Callable[[], Any]) -> None:
    while True:
        try:
            await job()
        except Exception as fault:
            logger.warning("The broker is away: %s", fault)
            await asyncio.sleep(TRY_AGAIN)


async def _send(layer: BaseChannelLayer, outbox: _Outbox) -> None:
    while True:
        bundle = await outbox.take()
        try:
            await layer.group_send(GROUP, _message(bundle))
        except Exception:
            # Who waits for these looks by himself; told late they would only make work.
            outbox.clear()
            raise


async def _receive(layer: BaseChannelLayer) -> None:
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    try:
        while True:
            message = await layer.receive(channel)
            if message["origin"] != ORIGIN:
                for fields in message["news"]:
                    _tell(_news(fields))
    finally:
        with contextlib.suppress(Exception):
            await layer.group_discard(GROUP, channel)


def _message(bundle: Sequence[News]) -> dict[str, Any]:
    return {"type": "wake", "origin": ORIGIN, "news": [_fields(news) for news in bundle]}


def _fields(news: News) -> dict[str, Any]:
    fields = news._asdict()
    if isinstance(news, Wake):
        fields["due_at"] = news.due_at.isoformat() if news.due_at else None
    return fields


def _news(fields: dict[str, Any]) -> News:
    for field, kind in _BY_FIELD.items():
        if field in fields:
            return kind(**fields)
    due_at = datetime.fromisoformat(fields["due_at"]) if fields["due_at"] else None
    return Wake(**{**fields, "due_at": due_at})
