"""The sockets' frames as text: how clients' frames are read, and how the server's are written."""

from collections.abc import Mapping
from datetime import datetime

import orjson

from core.refusal import BadRequest, Refusal
from core.wire.decode import value_decoder
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.sight import AccusationOutcome, Sight
from games.rules.protocol.values import ActionId
from games.rules.sight import iso
from games.wire.actions import parse_action
from games.wire.frames import (
    AckFrame,
    Act,
    ByeFrame,
    LobbyFrame,
    Ping,
    PongFrame,
    PresenceFrame,
    RefusedFrame,
    Sync,
    TableNumber,
    UpdateFrame,
)
from games.wire.lobby import LobbyTable

__all__ = [
    "Act",
    "BadFrame",
    "Frame",
    "Ping",
    "Sync",
    "ack",
    "bye",
    "parse",
    "pong",
    "presence",
    "refused",
    "tables",
    "update",
]

Frame = Act | Sync | Ping
_read_id, _read_number = value_decoder(ActionId), value_decoder(TableNumber)


class BadFrame(BadRequest):
    """A frame that is none; `id` is the action's if it could be read."""

    def __init__(self, errors: dict[str, list[str]], action_id: str | None = None) -> None:
        super().__init__(errors)
        self.id = action_id


def parse(text: str | None) -> Frame:
    """The client's frame; raises BadFrame."""
    try:
        data = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        raise BadFrame({"frame": ["This must be JSON text."]}) from None
    if not isinstance(data, dict):
        raise BadFrame({"frame": ["This must be an object."]})
    match data.get("type"):
        case "action":
            return _act(data)
        case "sync":
            return _sync(data)
        case "ping":
            return Ping()
    raise BadFrame({"type": ["This must be one of action, sync, ping."]})


def _act(data: dict[str, object]) -> Act:
    try:
        action_id = _read_id(data.get("id"))
    except ValueError as fault:
        raise BadFrame({"id": [str(fault)]}) from None
    try:
        return Act(action_id, parse_action(data.get("action")))
    except BadRequest as refusal:
        raise BadFrame(refusal.errors, action_id) from None


def _sync(data: dict[str, object]) -> Sync:
    try:
        return Sync(_read_number(data.get("after", 0)))
    except ValueError as fault:
        raise BadFrame({"after": [str(fault)]}) from None


def update(number: int, events: list[ShownEvent], sight: Sight) -> str:
    """What changed, and the whole truth for this viewer."""
    frame: UpdateFrame = {"type": "update", "number": number, "events": events, "sight": sight}
    return _text(frame)


def ack(action_id: str, number: int, outcome: AccusationOutcome | None) -> str:
    """The action is stored."""
    frame: AckFrame = {"type": "ack", "id": action_id, "number": number, "outcome": outcome}
    return _text(frame)


def refused(action_id: str | None, refusal: Refusal) -> str:
    """Nothing changed."""
    frame: RefusedFrame = {
        "type": "refused",
        "id": action_id,
        "code": refusal.code,
        "detail": refusal.detail,
    }
    if isinstance(refusal, BadRequest):
        frame["errors"] = refusal.errors
    return _text(frame)


def presence(seat: int, connected: bool, away_at: datetime | None = None) -> str:
    """A seat's player came or went; `away_at` is when a stand-in takes over."""
    frame: PresenceFrame = {
        "type": "presence",
        "seat": seat,
        "connected": connected,
        "away_at": iso(away_at),
    }
    return _text(frame)


def pong() -> str:
    """The connection lives."""
    frame: PongFrame = {"type": "pong"}
    return _text(frame)


def bye(code: int, retry_after: float | None = None) -> str:
    """Why the server closes."""
    frame: ByeFrame = {"type": "bye", "code": code, "retry_after": retry_after}
    return _text(frame)


def tables(rows: list[LobbyTable]) -> str:
    """The lobby: the open tables."""
    frame: LobbyFrame = {"type": "tables", "tables": rows}
    return _text(frame)


def _text(frame: Mapping[str, object]) -> str:
    return orjson.dumps(frame).decode()
