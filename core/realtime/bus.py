"""The message bus: delivers messages ("news") of registered kinds to the listeners in all processes.

A message says only that something has changed, never what. Between processes it travels through the channel
layer (REDIS_URL), which may lose, repeat or delay it, so listeners also poll at longer intervals.
"""

import asyncio
import contextlib
import logging
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from channels.layers import BaseChannelLayer, get_channel_layer

from core.json import JsonObject

logger = logging.getLogger(__name__)

GROUP = "news"
"""The channel layer's group.

An older message format used another group, so that both versions can run during an update.
"""
ORIGIN = uuid.uuid4().hex
"""Identifies this process, so that it ignores its own messages when they come back from the broker."""
RETRY_SECONDS = 1.0
"""Seconds before the next try after the broker has failed."""
MAX_BUNDLE = 128
"""Maximum number of news in one broker message. Bundling helps, because every message has a fixed cost."""
MAX_WAITING = 10_000
"""Maximum number of news queued while the broker is away; the oldest are dropped first."""
SEND_TIMEOUT_SECONDS = 2.0
"""How long the broker may take to accept news that is sent without the relay."""


class NewsKind(NamedTuple):
    """A registered kind of news: its name on the wire, and how its fields are encoded."""

    name: str
    encode: Callable[[Any], Mapping[str, object]]
    decode: Callable[[Any], Any]


_kinds: dict[type[Any], NewsKind] = {}
_kinds_by_name: dict[str, NewsKind] = {}
Listener = Callable[[Any], None]
_listeners: dict[Listener, set[type[Any]]] = {}
"""The listeners, each with the kinds of news that it is called for."""
_post: Callable[[Any], Any] | None = None
"""Queues news for the relay; None while no relay runs."""
_sending: set[asyncio.Task[None]] = set()
"""Tasks that send news without the relay; the event loop itself keeps only weak references to tasks."""


def register_kind(
    name: str,
    kind: type[Any],
    *,
    encode: Callable[[Any], Mapping[str, object]] | None = None,
    decode: Callable[[Any], Any] | None = None,
) -> None:
    """Register a NamedTuple class as a kind of bus message, which is sent under `name`.

    `encode` and `decode` convert fields that are not plain JSON; if they are None, the fields are sent
    unchanged.
    """
    found = NewsKind(name, encode or kind._asdict, decode or (lambda fields: kind(**fields)))
    _kinds[kind] = _kinds_by_name[name] = found


def add_listener(listener: Listener, *, to: type[Any]) -> None:
    """Register a listener for all bus messages of a kind.

    The listener may be called on any thread and must return at once.
    """
    _listeners.setdefault(listener, set()).add(to)


def remove_listener(listener: Listener) -> None:
    """Remove a listener from all kinds of bus messages; does nothing if it is not registered."""
    _listeners.pop(listener, None)


def announce_news(news: Any) -> None:
    """Deliver a bus message to all listeners in all processes.

    Call it after the commit, never before. Failures of listeners and of the broker are only logged.
    """
    # First this process's listeners, which need no broker.
    _call_listeners(news)
    # Read once: the relay may end, in another thread, at any moment.
    if (post := _post) is not None:
        _post_to_relay(post, news)
    elif (layer := get_channel_layer()) is not None:
        _send_without_relay(layer, news)


def _post_to_relay(post: Callable[[Any], Any], news: Any) -> None:
    """Queue a bus message for the relay; logs a failure, such as that the relay's event loop is closed."""
    try:
        post(news)
    except RuntimeError:
        # The change is committed already, so the caller must not fail; other processes poll for it.
        logger.warning("The relay does not take %s", news)


def _send_without_relay(layer: BaseChannelLayer, news: Any) -> None:
    """Send a bus message from a process without a relay, such as a command or a server that is stopping.

    Returns at once in the event loop's thread, and blocks for up to SEND_TIMEOUT_SECONDS in any other.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        # In a new event loop: a stopping server may have stopped its own already, and a thread that
        # waited for that one would never end; neither would the process, which joins its threads.
        with contextlib.suppress(Exception):  # Failures to send are logged; these are of closing the loop.
            asyncio.run(_send_message(layer, news))
    else:
        task = loop.create_task(_send_message(layer, news))
        _sending.add(task)
        task.add_done_callback(_sending.discard)


async def _send_message(layer: BaseChannelLayer, news: Any) -> None:
    """Send a bus message to the broker; a failure is logged."""
    try:
        async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
            await layer.group_send(GROUP, _broker_message([news]))
    except Exception:
        # The change is committed already, so the caller must not fail; other processes poll for it.
        logger.warning("The broker does not take %s", news)


def _call_listeners(news: Any) -> None:
    """Call this process's listeners for a bus message.

    An exception in one listener is logged and does not stop the others.
    """
    # A copy, because hubs in other threads may add and remove listeners at the same time.
    for listener, kinds in tuple(_listeners.items()):
        if type(news) not in kinds:
            continue
        try:
            listener(news)
        except Exception:
            logger.exception("A listener failed at %s", news)


async def relay_news() -> None:
    """Exchange bus messages with other processes until cancelled.

    Returns at once if no broker is configured.
    """
    global _post
    layer = get_channel_layer()
    if layer is None:
        return
    outbox = _RelayQueue()
    _post = outbox.put
    try:
        await asyncio.gather(
            _repeat_forever(lambda: _receive_from_broker(layer)),
            _repeat_forever(lambda: _send_to_broker(layer, outbox)),
        )
    finally:
        _post = None


class _RelayQueue:
    """News queued for the broker; whatever arrives during one send is bundled into the next message."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Any] = deque(maxlen=MAX_WAITING)
        self._come = asyncio.Event()
        self._called = False
        """Whether the event loop has been woken and has not checked the queue since."""

    def put(self, news: Any) -> None:
        """Add a bus message to the queue; callable from any thread.

        Drops the oldest message if MAX_WAITING are queued.
        """
        self._waiting.append(news)
        if not self._called:
            # One call for all news that arrive before the loop checks: waking it costs more than appending.
            self._called = True
            self._loop.call_soon_threadsafe(self._come.set)

    async def take(self) -> list[Any]:
        """Wait until messages are queued, then remove and return up to MAX_BUNDLE of them."""
        while True:
            self._come.clear()
            # In this order: what another thread adds after the check below wakes the loop again.
            self._called = False
            if self._waiting:
                return [self._waiting.popleft() for _ in range(min(len(self._waiting), MAX_BUNDLE))]
            await self._come.wait()

    def clear(self) -> None:
        """Drop all queued messages."""
        self._waiting.clear()


async def _repeat_forever(job: Callable[[], Any]) -> None:
    """Run a job repeatedly, until cancelled.

    An exception is logged, and the job runs again after RETRY_SECONDS.
    """
    while True:
        try:
            await job()
        except Exception as fault:
            logger.warning("The broker is away: %s", fault)
            await asyncio.sleep(RETRY_SECONDS)


async def _send_to_broker(layer: BaseChannelLayer, outbox: _RelayQueue) -> None:
    """Send queued messages to the broker until sending fails; then drop the queue and raise the error."""
    while True:
        bundle = await outbox.take()
        try:
            await layer.group_send(GROUP, _broker_message(bundle))
        except Exception:
            # Listeners poll for changes anyway, so late messages would only cause work.
            outbox.clear()
            raise


async def _receive_from_broker(layer: BaseChannelLayer) -> None:
    """Pass other processes' messages to the listeners until the broker fails, and raise its error."""
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    try:
        while True:
            message = await layer.receive(channel)
            # A group message comes back to its sender, whose listeners have had the news already.
            if message["origin"] != ORIGIN:
                for fields in message["news"]:
                    if (news := _decode_news(fields)) is not None:
                        _call_listeners(news)
    finally:
        # It may be the broker that has failed; its channels expire by themselves.
        with contextlib.suppress(Exception):
            await layer.group_discard(GROUP, channel)


def _broker_message(bundle: Sequence[Any]) -> JsonObject:
    """Encode several bus messages as one message to the broker."""
    return {"type": "wake", "origin": ORIGIN, "news": [_encode_news(news) for news in bundle]}


def _encode_news(news: Any) -> JsonObject:
    """Encode a bus message as a JSON object with the name of its kind."""
    kind = _kinds[type(news)]
    return {"kind": kind.name, **kind.encode(news)}


def _decode_news(fields: JsonObject) -> Any:
    """Return the decoded bus message, or None if this process does not know its kind or its fields.

    During an update of the site, processes of another version send kinds or fields that are unknown here.
    """
    kind = _kinds_by_name.get(fields.get("kind", ""))
    if kind is None:
        return None
    try:
        return kind.decode({name: fields[name] for name in fields if name != "kind"})
    except (KeyError, TypeError, ValueError):
        return None
