"""The messages that processes exchange about tables: that something has changed, never a card."""

from datetime import datetime
from typing import NamedTuple, TypedDict

from core.realtime import bus


class Wake(NamedTuple):
    """Table `table_id` has come to `number`; the scheduler must act at `due_at`.

    `lobby`: its seats or its status have changed.
    """

    table_id: str
    number: int
    due_at: datetime | None = None
    lobby: bool = False


class MarksChanged(NamedTuple):
    """What players have marked at table `table_id` has come to `mark_version`; the table's number stays."""

    table_id: str
    mark_version: int


class Access(NamedTuple):
    """A token or session of `user_id` may have become invalid: hubs check the sockets that it opened."""

    user_id: int


class PreferencesChanged(NamedTuple):
    """`user_id` has set preferences: hubs send them to that user's sockets."""

    user_id: int


class Presence(NamedTuple):
    """Which seats have a live socket in `process`, by table: for all tables of that process (`whole`), or
    only for some.
    """

    process: str
    seats: dict[str, list[int]]
    whole: bool = False


class Life(NamedTuple):
    """The player on a seat has given a sign of life other than by a socket."""

    table_id: str
    seat: int


class Countdown(NamedTuple):
    """When a stand-in takes over the seat of an absent player; None if no stand-in will."""

    table_id: str
    seat: int
    away_at: str | None


class ChatChange(NamedTuple):
    """A message in a table's chat has come, or a moderator has hidden it or shown it again."""

    table_id: str
    message_id: int


class MatchChange(NamedTuple):
    """The match requests of these users have come, changed or gone."""

    user_ids: list[int]


class PersonChanged(NamedTuple):
    """Whether `user_id` is online may have changed.

    `gone`: the process that says so has no socket of the user any more.
    """

    user_id: int
    gone: bool = False


class InboxChanged(NamedTuple):
    """The friends, friend requests or challenges of `user_id` have changed."""

    user_id: int


class ChallengeAnswered(NamedTuple):
    """A challenge that `challenger_id` has made was accepted or declined."""

    challenge_id: int
    challenger_id: int


News = (
    Wake
    | MarksChanged
    | Access
    | PreferencesChanged
    | Presence
    | Life
    | Countdown
    | ChatChange
    | MatchChange
    | PersonChanged
    | InboxChanged
    | ChallengeAnswered
)


class WakeFields(TypedDict):
    """The fields of a wake-up as JSON."""

    table_id: str
    number: int
    due_at: str | None
    lobby: bool


def _encode_wake(wake: Wake) -> WakeFields:
    """Return the wake-up's fields as JSON values, with its time in ISO 8601."""
    return {
        "table_id": wake.table_id,
        "number": wake.number,
        "due_at": wake.due_at.isoformat() if wake.due_at else None,
        "lobby": wake.lobby,
    }


def _decode_wake(fields: WakeFields) -> Wake:
    """Return the wake-up that `_encode_wake` encoded."""
    due_at = datetime.fromisoformat(fields["due_at"]) if fields["due_at"] else None
    return Wake(**fields)._replace(due_at=due_at)  # type: ignore[arg-type]  # Until then `due_at` is JSON's.


bus.register_kind("wake", Wake, encode=_encode_wake, decode=_decode_wake)
bus.register_kind("marks", MarksChanged)
bus.register_kind("access", Access)
bus.register_kind("preferences", PreferencesChanged)
bus.register_kind("presence", Presence)
bus.register_kind("life", Life)
bus.register_kind("countdown", Countdown)
bus.register_kind("chat", ChatChange)
bus.register_kind("match", MatchChange)
bus.register_kind("person", PersonChanged)
bus.register_kind("inbox", InboxChanged)
bus.register_kind("challenge_answered", ChallengeAnswered)
