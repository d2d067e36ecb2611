"""The message bus: delivers messages ("news") of registered kinds to the listeners in all processes.

Between processes they travel through Redis (REDIS_URL), which may lose or delay them, so listeners also poll
at longer intervals. News about a table goes only to the processes that follow the table's shard.
"""

import asyncio
import contextlib
import logging
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import orjson
from django.conf import settings

from core.json import JsonObject
from core.realtime.channels import channel_name

if TYPE_CHECKING:
    from core.realtime.broker import Broker

logger = logging.getLogger(__name__)

ORIGIN = uuid.uuid4().hex
"""Identifies this process, so that it ignores its own messages when they come back from the broker."""
SEND_TIMEOUT_SECONDS = 2.0
"""How long the broker may take to accept news that is sent without the relay."""


class NewsKind(NamedTuple):
    """A registered kind of news: its name on the wire, how its fields are encoded, and who gets it."""

    name: str
    encode: Callable[[Any], Mapping[str, object]]
    decode: Callable[[Any], Any]
    shard_of: Callable[[Any], int] | None
    """Returns the shard whose followers get a message; if it is None, all processes get it."""


class ShardFollowed(NamedTuple):
    """News about `shard` reaches this process from now on; earlier news may have been missed.

    Announced to this process's listeners alone.
    """

    shard: int


class Relay(Protocol):
    """What takes news to other processes; both methods can be called on any thread."""

    def put(self, news: Any) -> None:
        """Queue a bus message for other processes.

        Raises RuntimeError if the relay's event loop is closed.
        """

    def update_channels(self) -> None:
        """Schedule the subscription to the shards that this process follows now, and return at once.

        Raises RuntimeError if the relay's event loop is closed.
        """


_kinds: dict[type[Any], NewsKind] = {}
_kinds_by_name: dict[str, NewsKind] = {}
Listener = Callable[[Any], None]
_listeners: dict[type[Any], tuple[Listener, ...]] = {}
"""The listeners of each kind of news. A tuple is replaced, never changed: other threads may be reading it."""
_listeners_lock = Lock()
_relay: Relay | None = None
"""The running relay, if there is one."""
_followed: Counter[int] = Counter()
"""How often each shard is followed in this process."""
_followed_lock = Lock()
_sending: set[asyncio.Task[None]] = set()
"""Tasks that send news without the relay; the event loop itself keeps only weak references to tasks."""


def register_kind(
    name: str,
    kind: type[Any],
    *,
    encode: Callable[[Any], Mapping[str, object]] | None = None,
    decode: Callable[[Any], Any] | None = None,
    shard_of: Callable[[Any], int] | None = None,
) -> None:
    """Register a NamedTuple class as a kind of bus message, which is sent under `name`.

    `encode` and `decode` convert fields that are not plain JSON; if they are None, the fields are sent
    unchanged. `shard_of` returns the shard whose followers get a message; if it is None, all processes get
    it.
    """
    found = NewsKind(name, encode or kind._asdict, decode or (lambda fields: kind(**fields)), shard_of)
    _kinds[kind] = _kinds_by_name[name] = found


def add_listener(listener: Listener, *, to: type[Any]) -> None:
    """Register a listener for all bus messages of the kind `to`, a registered class.

    The listener may be called on any thread and must return at once.
    """
    with _listeners_lock:
        known = _listeners.get(to, ())
        if listener not in known:
            _listeners[to] = (*known, listener)


def remove_listener(listener: Listener) -> None:
    """Remove a listener from all kinds of bus messages; does nothing if it is not registered."""
    with _listeners_lock:
        for kind, known in _listeners.items():
            _listeners[kind] = tuple(each for each in known if each != listener)


def all_listeners() -> set[Listener]:
    """Return the registered listeners of all kinds of bus messages."""
    with _listeners_lock:
        return {listener for known in _listeners.values() for listener in known}


def follow_shards(shards: Collection[int]) -> None:
    """Subscribe this process to bus messages about these shards; can be called on any thread.

    A shard is followed until `unfollow_shards` has been called for it as often as this function.
    ShardFollowed is announced when a shard's messages have begun to arrive.
    """
    with _followed_lock:
        _followed.update(shards)
    _update_channels()


def unfollow_shards(shards: Collection[int]) -> None:
    """Undo one call of `follow_shards` for these shards; can be called on any thread."""
    with _followed_lock:
        _followed.subtract(shards)
    _update_channels()


def followed_shards() -> set[int]:
    """Return the shards whose bus messages this process receives."""
    with _followed_lock:
        return {shard for shard, count in _followed.items() if count > 0}


def _update_channels() -> None:
    """Make the relay subscribe to the shards that are followed now; does nothing if no relay is running."""
    # Read once: the relay may end, in another thread, at any moment.
    if (relay := _relay) is not None:
        with contextlib.suppress(RuntimeError):
            relay.update_channels()


def set_relay(relay: Relay | None) -> None:
    """Set the relay that exchanges bus messages with other processes; None means that none is running."""
    global _relay
    _relay = relay


def has_broker() -> bool:
    """Whether the settings name a Redis server or cluster, so that the site may have several processes."""
    return bool(settings.REDIS_URL or settings.REDIS_CLUSTER_URL)


def open_broker() -> "Broker":
    """Return a new connection to the Redis server or cluster that the settings name."""
    # Only here: a server without a broker starts faster without the library.
    from core.realtime.broker import Broker

    return Broker()


def has_relay() -> bool:
    """Whether a relay is running, which exchanges this process's bus messages with other processes."""
    return _relay is not None


def announce_news(news: Any) -> None:
    """Deliver a bus message to the listeners in this process and in all others that receive its kind.

    Call it after the commit, never before. Failures of listeners and of the broker are only logged.
    """
    # First this process's listeners, which need no broker.
    call_listeners(news)
    send_to_others(news)


def send_to_others(news: Any) -> None:
    """Deliver a bus message to all other processes that receive its kind; a failure is only logged.

    Does nothing on a site without a broker.
    """
    # Read once: the relay may end, in another thread, at any moment.
    if (relay := _relay) is not None:
        _put_into_relay(relay, news)
    elif has_broker():
        _send_without_relay(news)


def _put_into_relay(relay: Relay, news: Any) -> None:
    """Queue a bus message for the relay; logs a failure, such as that the relay's event loop is closed."""
    try:
        relay.put(news)
    except RuntimeError:
        # The change is committed already, so the caller must not fail; other processes poll for it.
        logger.warning("The relay does not take %s", type(news).__name__)


def _send_without_relay(news: Any) -> None:
    """Send a bus message from a process without a relay, such as a command or a server that is stopping.

    Returns at once in the event loop's thread, and blocks for up to SEND_TIMEOUT_SECONDS in any other.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        # In a new event loop: a stopping server may have stopped its own already, and a thread that
        # waited for that one would never end; neither would the process, which joins its threads.
        with contextlib.suppress(Exception):  # Failures to send are logged; these are of closing the loop.
            asyncio.run(_send_to_broker(news))
    else:
        task = loop.create_task(_send_to_broker(news))
        _sending.add(task)
        task.add_done_callback(_sending.discard)


async def _send_to_broker(news: Any) -> None:
    """Send a bus message to other processes over a new connection to the broker; a failure is logged."""
    connection = open_broker()
    try:
        async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
            await connection.publish([(channel_of(news), encode_message([news]))])
    except Exception:
        # The change is committed already, so the caller must not fail; other processes poll for it.
        logger.warning("The broker does not take %s", type(news).__name__)
    finally:
        await connection.close()


def call_listeners(news: Any) -> None:
    """Call this process's listeners for a bus message.

    An exception in one listener is logged and does not stop the others.
    """
    for listener in _listeners.get(type(news), ()):
        try:
            listener(news)
        except Exception:
            logger.exception("A listener failed at %s", type(news).__name__)


def channel_of(news: Any) -> str:
    """Return the name of the broker's channel for a bus message: its shard's, or that of all processes."""
    shard_of = _kinds[type(news)].shard_of
    return channel_name(None if shard_of is None else shard_of(news))


def encode_message(bundle: Collection[Any]) -> bytes:
    """Encode several bus messages as one message to the broker: this process's ORIGIN, then JSON."""
    return ORIGIN.encode() + orjson.dumps([_encode_news(news) for news in bundle])


def decode_message(data: bytes) -> list[Any]:
    """Return the bus messages in a message from the broker; empty if this process sent it.

    Leaves out bus messages that this process cannot decode. Raises ValueError if the data is malformed.
    """
    # A message also comes back to its sender, whose listeners have had the news already.
    if data.startswith(ORIGIN.encode()):
        return []
    found = [_decode_news(fields) for fields in orjson.loads(data[len(ORIGIN) :])]
    return [news for news in found if news is not None]


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
