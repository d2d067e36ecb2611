"""The messages that processes exchange about tables: that something has changed, never a card."""

from datetime import datetime
from typing import Any, NamedTuple

from core.realtime import bus


class Wake(NamedTuple):
    """Table `table_id` has come to `number`; the scheduler must act at `due_at`.

    `lobby`: its seats or its status have changed.
    """

    table_id: str
    number: int
    due_at: datetime | None = None
    lobby: bool = False


class Access(NamedTuple):
    """A token or session of `user_id` may have become invalid: hubs check the sockets that it opened."""

    user_id: int


class Presence(NamedTuple):
    """Which seats have a live socket in `process`, by table: at all its tables (`whole`), or at some."""

    process: str
    seats: dict[str, list[int]]
    whole: bool = False


class Life(NamedTuple):
    """The player on a seat has given a sign of life other than by a socket."""

    table_id: str
    seat: int


class Countdown(NamedTuple):
    """When a stand-in takes over the seat of an absent player; None if none will."""

    table_id: str
    seat: int
    away_at: str | None


News = Wake | Access | Presence | Life | Countdown


def _encode_wake(wake: Wake) -> dict[str, Any]:
    return {**wake._asdict(), "due_at": wake.due_at.isoformat() if wake.due_at else None}


def _decode_wake(fields: dict[str, Any]) -> Wake:
    due_at = datetime.fromisoformat(fields["due_at"]) if fields["due_at"] else None
    return Wake(**{**fields, "due_at": due_at})


bus.register("wake", Wake, encode=_encode_wake, decode=_decode_wake)
bus.register("access", Access)
bus.register("presence", Presence)
bus.register("life", Life)
bus.register("countdown", Countdown)
