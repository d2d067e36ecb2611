"""The wire on one page: which frames come, which go, as text; knows no table and no socket."""

from datetime import datetime
from typing import Any, NamedTuple

import orjson

from core.refusal import BadRequest, Refusal
from games.rules.actions import PlayerAction, parse_action
from games.rules.sight import iso

LONGEST_ID = 64


class Act(NamedTuple):
    """The client does something."""

    id: str
    action: PlayerAction


class Sync(NamedTuple):
    """The client has number `after` and wants what came since."""

    after: int


class Ping(NamedTuple):
    """The client wants to know whether the line lives."""


Frame = Act | Sync | Ping


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


def _act(data: dict[str, Any]) -> Act:
    action_id = data.get("id")
    if not isinstance(action_id, str) or not 0 < len(action_id) <= LONGEST_ID or "\0" in action_id:
        raise BadFrame({"id": [f"This must be a text of 1 to {LONGEST_ID} characters."]})
    try:
        return Act(action_id, parse_action(data.get("action")))
    except BadRequest as refusal:
        raise BadFrame(refusal.errors, action_id) from None


def _sync(data: dict[str, Any]) -> Sync:
    after = data.get("after", 0)
    if isinstance(after, bool) or not isinstance(after, int) or after < 0:
        raise BadFrame({"after": ["This must be a number of the table."]})
    return Sync(after)


def update(number: int, events: list[dict[str, Any]], sight: dict[str, Any]) -> str:
    """What changed, and the whole truth for this viewer."""
    return _text({"type": "update", "number": number, "events": events, "sight": sight})


def ack(action_id: str, number: int, outcome: dict[str, Any] | None) -> str:
    """The action is stored."""
    return _text({"type": "ack", "id": action_id, "number": number, "outcome": outcome})


def refused(action_id: str | None, refusal: Refusal) -> str:
    """Nothing changed."""
    frame: dict[str, Any] = {
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
    shown = {"seat": seat, "connected": connected, "away_at": iso(away_at)}
    return _text({"type": "presence", **shown})


def pong() -> str:
    """The line lives."""
    return _text({"type": "pong"})


def bye(code: int, retry_after: float | None = None) -> str:
    """Why the server closes."""
    return _text({"type": "bye", "code": code, "retry_after": retry_after})


def tables(rows: list[dict[str, Any]]) -> str:
    """The lobby: the open tables."""
    return _text({"type": "tables", "tables": rows})


def _text(frame: dict[str, Any]) -> str:
    return orjson.dumps(frame).decode()
