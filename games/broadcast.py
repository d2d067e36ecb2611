"""The messages that processes exchange about tables and people.

Messages about what happens at one table go only to the processes that follow the table's shard. Most messages
say only that something has changed. A Wake may also contain the new log entries, with all their cards.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from core.realtime import bus
from games.shards import shard_of

LogRow = tuple[Any, ...]
"""A log entry as in the database (`games.store.entries.COLUMNS`)."""


class Wake(NamedTuple):
    """Table `table_id` has reached log number `number`; the scheduler must act at `due_at`, if it is set."""

    table_id: str
    number: int
    due_at: datetime | None = None
    mark_version: int = 0
    rows: Sequence[LogRow] = ()
    """The newest rows of the log, up to `number`; empty if other processes have to read the rows."""


class TableListingChanged(NamedTuple):
    """The entry of table `table_id` in lists may have changed: its options, its players, or its status."""

    table_id: str


class MarksChanged(NamedTuple):
    """The players' marks at table `table_id` have reached `mark_version`; its log number is unchanged."""

    table_id: str
    mark_version: int


class Access(NamedTuple):
    """A token or session of `user_id` may have become invalid, so hubs check that user's sockets."""

    user_id: int


class PreferencesChanged(NamedTuple):
    """`user_id` has changed their preferences, so hubs send the new ones to that user's sockets."""

    user_id: int


class Presence(NamedTuple):
    """The seats with a live socket in `process`, at some of the tables of one shard, by table."""

    process: str
    seats: dict[str, list[int]]
    whole: bool = False
    """Not used; earlier versions sent all seats of a process together, and still read this field."""


class PresenceWanted(NamedTuple):
    """A process has begun to follow `shard`: others announce the connected seats at its tables again."""

    shard: int


class Life(NamedTuple):
    """The player in a seat has given a sign of life other than through a socket."""

    table_id: str
    seat: int


class Countdown(NamedTuple):
    """The time at which a stand-in takes over an absent player's seat, or None if no stand-in will."""

    table_id: str
    seat: int
    away_at: str | None


class ChatChange(NamedTuple):
    """A message has been posted in a table's chat, or a moderator has hidden it or shown it again."""

    table_id: str
    message_id: int


class MatchChange(NamedTuple):
    """Match requests of these users have been made, changed or removed."""

    user_ids: list[int]


class PersonChanged(NamedTuple):
    """Whether `user_id` is online may have changed.

    If `gone` is True, the process that sends this message no longer has a socket of the user.
    """

    user_id: int
    gone: bool = False


class InboxChanged(NamedTuple):
    """The friends, friend requests or challenges of `user_id` have changed."""

    user_id: int


class ChallengeAnswered(NamedTuple):
    """A challenge made by `challenger_id` has been accepted or declined."""

    challenge_id: int
    challenger_id: int


BusMessage = (
    Wake
    | TableListingChanged
    | MarksChanged
    | Access
    | PreferencesChanged
    | Presence
    | PresenceWanted
    | Life
    | Countdown
    | ChatChange
    | MatchChange
    | PersonChanged
    | InboxChanged
    | ChallengeAnswered
)


def _encode_wake(wake: Wake) -> dict[str, object]:
    """Return the JSON fields of a Wake message, which says that a game table has changed.

    Times are encoded in ISO 8601.
    """
    due_at = wake.due_at.isoformat() if wake.due_at else None
    rows = [(number, at.isoformat(), *others) for number, at, *others in wake.rows]
    return {**wake._asdict(), "due_at": due_at, "rows": rows}


def _decode_wake(fields: dict[str, Any]) -> Wake:
    """Convert the result of `_encode_wake` back to a Wake message."""
    due_at = datetime.fromisoformat(fields["due_at"]) if fields["due_at"] else None
    rows = tuple((number, datetime.fromisoformat(at), *others) for number, at, *others in fields["rows"])
    return Wake(**{**fields, "due_at": due_at, "rows": rows})


def _shard_of_table(message: Wake | MarksChanged | Life | Countdown | ChatChange) -> int:
    """Return the number of the shard (group of game tables) that contains the message's table."""
    return shard_of(message.table_id)


def _shard_of_presence(message: Presence) -> int:
    """Return the number of the shard (group of game tables) that contains all tables in the message."""
    return shard_of(next(iter(message.seats)))


bus.register_message_kind("wake", Wake, encode=_encode_wake, decode=_decode_wake, shard_of=_shard_of_table)
bus.register_message_kind("listing", TableListingChanged)
bus.register_message_kind("marks", MarksChanged, shard_of=_shard_of_table)
bus.register_message_kind("access", Access)
bus.register_message_kind("preferences", PreferencesChanged)
bus.register_message_kind("presence", Presence, shard_of=_shard_of_presence)
bus.register_message_kind("presence_wanted", PresenceWanted, shard_of=lambda message: message.shard)
bus.register_message_kind("life", Life, shard_of=_shard_of_table)
bus.register_message_kind("countdown", Countdown, shard_of=_shard_of_table)
bus.register_message_kind("chat", ChatChange, shard_of=_shard_of_table)
bus.register_message_kind("match", MatchChange)
bus.register_message_kind("person", PersonChanged)
bus.register_message_kind("inbox", InboxChanged)
bus.register_message_kind("challenge_answered", ChallengeAnswered)
