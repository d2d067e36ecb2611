"""The message bus: delivers messages of registered kinds to the listeners in all processes.

Between processes they travel through Redis (REDIS_URL), which may lose or delay them, so listeners also poll
at longer intervals. Messages about a table go only to the processes that follow the table's shard.
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
"""How long the broker may take to accept a message that is sent without the relay."""


class MessageKind(NamedTuple):
    """A registered kind of bus message: its name on the wire, its encoding, and who receives it."""

    name: str
    encode: Callable[[Any], Mapping[str, object]]
    decode: Callable[[Any], Any]
    shard_of: Callable[[Any], int] | None
    """Returns the shard whose followers get a message; if it is None, all processes get it."""


class ShardFollowed(NamedTuple):
    """Messages about `shard` reach this process from now on. Earlier ones may have been missed.

    Sent only to this process's listeners.
    """

    shard: int


class Relay(Protocol):
    """Sends bus messages to other processes. Both methods may be called from any thread."""

    def put(self, message: Any) -> None:
        """Queue a bus message for delivery to other processes.

        Raise RuntimeError if the relay's event loop is closed.
        """

    def update_channels(self) -> None:
        """Schedule an update of the Redis subscriptions after a call of `follow_shards` or `unfollow_shards`.

        Raise RuntimeError if the event loop is closed.
        """


_kinds: dict[type[Any], MessageKind] = {}
_kinds_by_name: dict[str, MessageKind] = {}
Listener = Callable[[Any], None]
_listeners: dict[type[Any], tuple[Listener, ...]] = {}
"""The listeners by kind of message. A tuple is replaced, never changed: other threads may be reading it."""
_listeners_lock = Lock()
_relay: Relay | None = None
"""The running relay, if there is one."""
_followed: Counter[int] = Counter()
"""How often each shard is followed in this process."""
_followed_lock = Lock()
_sending: set[asyncio.Task[None]] = set()
"""Tasks that send messages without the relay; the event loop itself keeps only weak references to tasks."""


def register_message_kind(
    name: str,
    kind: type[Any],
    *,
    encode: Callable[[Any], Mapping[str, object]] | None = None,
    decode: Callable[[Any], Any] | None = None,
    shard_of: Callable[[Any], int] | None = None,
) -> None:
    """Register the class `kind` as a kind of bus message. Encoded messages contain `name` as their kind.

    `encode` and `decode` convert a message to and from its JSON fields. For a NamedTuple, both are optional.
    If `shard_of` is given, it returns a message's shard (group of tables), and other processes receive the
    message only if they follow this shard.
    """
    found = MessageKind(name, encode or kind._asdict, decode or (lambda fields: kind(**fields)), shard_of)
    _kinds[kind] = _kinds_by_name[name] = found


def add_listener(listener: Listener, *, kind: type[Any]) -> None:
    """Register a listener for all bus messages of the class `kind`, unless it is already registered.

    The listener may be called from any thread and must not block.
    """
    with _listeners_lock:
        known = _listeners.get(kind, ())
        if listener not in known:
            _listeners[kind] = (*known, listener)


def remove_listener(listener: Listener) -> None:
    """Unregister a listener from all kinds of bus messages."""
    with _listeners_lock:
        for kind, known in _listeners.items():
            _listeners[kind] = tuple(each for each in known if each != listener)


def all_listeners() -> set[Listener]:
    """Return the bus listeners that are registered in this process."""
    with _listeners_lock:
        return {listener for known in _listeners.values() for listener in known}


def follow_shards(shards: Collection[int]) -> None:
    """Subscribe this process to the bus messages about these shards, which are groups of tables.

    Each call needs a later call of `unfollow_shards`.
    """
    with _followed_lock:
        _followed.update(shards)
    # When a shard's messages begin to arrive, listeners receive a ShardFollowed message.
    _update_channels()


def unfollow_shards(shards: Collection[int]) -> None:
    """Undo one call of `follow_shards`.

    This process stays subscribed to a shard until all calls that included the shard are undone.
    """
    with _followed_lock:
        _followed.subtract(shards)
    _update_channels()


def followed_shards() -> set[int]:
    """Return the shards (groups of tables) that this process follows.

    The broker may not have confirmed the subscriptions yet.
    """
    with _followed_lock:
        return {shard for shard, count in _followed.items() if count > 0}


def _update_channels() -> None:
    """Tell this process's relay, if it has one, to update its Redis subscriptions."""
    # Read once: the relay may end, in another thread, at any moment.
    if (relay := _relay) is not None:
        with contextlib.suppress(RuntimeError):
            relay.update_channels()


def set_relay(relay: Relay | None) -> None:
    """Set this process's relay, which exchanges bus messages with other processes, or None to remove it."""
    global _relay
    _relay = relay


def has_broker() -> bool:
    """Return whether a broker is configured: a Redis server or cluster that connects the processes."""
    return bool(settings.REDIS_URL or settings.REDIS_CLUSTER_URL)


def open_broker() -> "Broker":
    """Return a new Broker. It connects to the configured Redis server or cluster when it is first used."""
    # Only here: a server without a broker starts faster without the library.
    from core.realtime.broker import Broker

    return Broker()


def has_relay() -> bool:
    """Return whether this process has a running relay, which exchanges bus messages with other processes."""
    return _relay is not None


def publish_message(message: Any) -> None:
    """Send a bus message to listeners in this and other processes. Commit any change it reports first."""
    # First this process's listeners, which need no broker.
    call_listeners(message)
    send_to_other_processes(message)


def send_to_other_processes(message: Any) -> None:
    """Send a bus message to the other processes that should get it, but not to this process's listeners.

    Do nothing if no broker is configured. Failures are logged, not raised.
    """
    # Read once: the relay may end, in another thread, at any moment.
    if (relay := _relay) is not None:
        _enqueue_in_relay(relay, message)
    elif has_broker():
        _send_without_relay(message)


def _enqueue_in_relay(relay: Relay, message: Any) -> None:
    """Queue a message for other processes. If the relay's event loop is closed, log and drop the message."""
    try:
        relay.put(message)
    except RuntimeError:
        # The change is committed already, so the caller must not fail; other processes poll for it.
        logger.warning("The relay does not take %s", type(message).__name__)


def _send_without_relay(message: Any) -> None:
    """Send a bus message straight to the broker, because this process has no running relay.

    If this thread runs an event loop, only start a task. Otherwise wait up to SEND_TIMEOUT_SECONDS.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        # In a new event loop: a stopping server may have stopped its own already, and a thread that
        # waited for that one would never end; neither would the process, which joins its threads.
        with contextlib.suppress(Exception):  # Failures to send are logged; these are of closing the loop.
            asyncio.run(_send_to_broker(message))
    else:
        task = loop.create_task(_send_to_broker(message))
        _sending.add(task)
        task.add_done_callback(_sending.discard)


async def _send_to_broker(message: Any) -> None:
    """Send one bus message over a new broker connection. Failures are only logged."""
    connection = open_broker()
    try:
        async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
            await connection.publish([(channel_of(message), encode_payload([message]))])
    except Exception:
        # The change is committed already, so the caller must not fail; other processes poll for it.
        logger.warning("The broker does not take %s", type(message).__name__)
    finally:
        await connection.close()


def call_listeners(message: Any) -> None:
    """Pass a bus message to this process's listeners for its class. Log exceptions of the listeners."""
    for listener in _listeners.get(type(message), ()):
        try:
            listener(message)
        except Exception:
            logger.exception("A listener failed at %s", type(message).__name__)


def channel_of(message: Any) -> str:
    """Return the broker channel of a bus message.

    Each shard (group of tables) has its own channel. All other messages use one common channel.
    """
    shard_of = _kinds[type(message)].shard_of
    return channel_name(None if shard_of is None else shard_of(message))


def encode_payload(messages: Collection[Any]) -> bytes:
    """Encode bus messages for the broker.

    The payload consists of ORIGIN, which identifies this process, and a JSON array.
    """
    return ORIGIN.encode() + orjson.dumps([_message_to_json(message) for message in messages])


def decode_payload(payload: bytes) -> list[Any]:
    """Return the bus messages in a payload, or [] if this process sent it.

    Leave out messages whose kind is unknown or whose fields do not fit. Raise ValueError if the payload is
    malformed.
    """
    # A payload also comes back to its sender, whose listeners have already had the messages.
    if payload.startswith(ORIGIN.encode()):
        return []
    found = [_message_from_json(fields) for fields in orjson.loads(payload[len(ORIGIN) :])]
    return [message for message in found if message is not None]


def _message_to_json(message: Any) -> JsonObject:
    """Encode a bus message as a JSON object with its fields and the name of its kind."""
    kind = _kinds[type(message)]
    return {"kind": kind.name, **kind.encode(message)}


def _message_from_json(fields: JsonObject) -> Any:
    """Decode a bus message from JSON. Return None if its kind is unknown or its fields do not fit."""
    # Processes of another version send such messages while the site is being updated.
    kind = _kinds_by_name.get(fields.get("kind", ""))
    if kind is None:
        return None
    try:
        return kind.decode({name: fields[name] for name in fields if name != "kind"})
    except (KeyError, TypeError, ValueError):
        return None
