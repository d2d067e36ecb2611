"""The message bus: delivers messages ("news") of registered kinds to the listeners of all processes.

A message says only that something has changed, never what. Between processes it travels through the channel
layer (REDIS_URL), which may lose, repeat or delay it, so listeners also poll at longer intervals.
"""

import asyncio
import contextlib
import logging
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer

from core.json import JsonObject

logger = logging.getLogger(__name__)

GROUP = "news"
"""The channel layer's group. The older message format has another, so that both can run during an update."""
ORIGIN = uuid.uuid4().hex
"""Identifies this process, so that it ignores its own messages when they come back from the broker."""
RETRY_SECONDS = 1.0
"""Seconds before the next try after the broker has failed."""
MAX_BUNDLE = 128
"""The most news in one broker message. They are bundled because each message has a cost for all processes."""
MAX_WAITING = 10_000
"""The most news that wait while the broker is away; beyond that the oldest are dropped."""


class NewsKind(NamedTuple):
    """A registered kind of news: its name on the wire, and how its fields travel."""

    name: str
    encode: Callable[[Any], JsonObject]
    decode: Callable[[JsonObject], Any]


_kinds: dict[type[Any], NewsKind] = {}
_kinds_by_name: dict[str, NewsKind] = {}
Listener = Callable[[Any], None]
_listeners: dict[Listener, set[type[Any]]] = {}
"""The listeners, each with the kinds of news that it is called for."""
_post: Callable[[Any], Any] | None = None
"""Queues news for the relay; None while no relay runs."""


def register(
    name: str,
    kind: type[Any],
    *,
    encode: Callable[[Any], JsonObject] | None = None,
    decode: Callable[[JsonObject], Any] | None = None,
) -> None:
    """Let a NamedTuple travel under `name`; `encode` and `decode` are for fields that are not plain JSON."""
    found = NewsKind(name, encode or kind._asdict, decode or (lambda fields: kind(**fields)))
    _kinds[kind] = _kinds_by_name[name] = found


def listen(listener: Listener, *, to: type[Any]) -> None:
    """Call `listener` with all news of a kind from now on, in any thread; it must return at once."""
    _listeners.setdefault(listener, set()).add(to)


def unlisten(listener: Listener) -> None:
    """Call `listener` no more, for any kind."""
    _listeners.pop(listener, None)


def announce(news: Any) -> None:
    """Deliver news to all listeners of all processes. Call it after the commit, never before."""
    _tell(news)
    if _post is not None:
        _post(news)
    elif (layer := get_channel_layer()) is not None:
        try:
            async_to_sync(layer.group_send)(GROUP, _message([news]))
        except Exception:
            logger.warning("The broker does not take %s", news)


def _tell(news: Any) -> None:
    """Call this process's listeners. One that fails does not keep the others from being called."""
    for listener, kinds in tuple(_listeners.items()):
        if type(news) not in kinds:
            continue
        try:
            listener(news)
        except Exception:
            logger.exception("A listener failed at %s", news)


async def relay() -> None:
    """Carry news between this process and others until cancelled; returns at once without a broker."""
    global _post
    layer = get_channel_layer()
    if layer is None:
        return
    outbox = _RelayQueue()
    _post = outbox.put
    try:
        await asyncio.gather(_for_ever(lambda: _receive(layer)), _for_ever(lambda: _send(layer, outbox)))
    finally:
        _post = None


class _RelayQueue:
    """News that wait for the broker: what arrives during one send goes together into the next message."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Any] = deque(maxlen=MAX_WAITING)
        self._come = asyncio.Event()
        self._called = False
        """Whether the event loop has been woken and has not looked into the queue since."""

    def put(self, news: Any) -> None:
        """Add news; in any thread."""
        self._waiting.append(news)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._come.set)

    async def take(self) -> list[Any]:
        """Wait for news, and return up to MAX_BUNDLE of them."""
        while True:
            self._come.clear()
            # In this order: what another thread adds after the check below wakes the loop again.
            self._called = False
            if self._waiting:
                return [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_BUNDLE))]
            await self._come.wait()

    def clear(self) -> None:
        """Drop what waits."""
        self._waiting.clear()


async def _for_ever(job: Callable[[], Any]) -> None:
    while True:
        try:
            await job()
        except Exception as fault:
            logger.warning("The broker is away: %s", fault)
            await asyncio.sleep(RETRY_SECONDS)


async def _send(layer: BaseChannelLayer, outbox: _RelayQueue) -> None:
    while True:
        bundle = await outbox.take()
        try:
            await layer.group_send(GROUP, _message(bundle))
        except Exception:
            # Listeners poll for changes anyway, so late messages would only cause work.
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
                    if (news := _news(fields)) is not None:
                        _tell(news)
    finally:
        with contextlib.suppress(Exception):
            await layer.group_discard(GROUP, channel)


def _message(bundle: Sequence[Any]) -> JsonObject:
    return {"type": "wake", "origin": ORIGIN, "news": [_fields(news) for news in bundle]}


def _fields(news: Any) -> JsonObject:
    kind = _kinds[type(news)]
    return {"kind": kind.name, **kind.encode(news)}


def _news(fields: JsonObject) -> Any:
    """Decode news; None for what this process cannot read.

    During an update of the site, processes of another version send kinds or fields that are unknown here.
    """
    kind = _kinds_by_name.get(fields.get("kind", ""))
    if kind is None:
        return None
    try:
        return kind.decode({name: fields[name] for name in fields if name != "kind"})
    except (KeyError, TypeError, ValueError):
        return None
