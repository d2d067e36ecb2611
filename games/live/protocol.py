"""The sockets' frames as text: decodes the clients' frames and encodes the server's."""

from collections.abc import Mapping
from datetime import datetime

import orjson

from accounts.preferences import Preferences
from core.refusal import BadRequest, Refusal
from core.sentence import Sentence, message_of_error, must_be_one_of
from core.translation import translate, translate_all
from core.wire.decode import fields_decoder, value_decoder
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.sight import AccusationOutcome, Sight
from games.rules.protocol.values import ActionId
from games.rules.sight import format_iso
from games.wire.actions import parse_action
from games.wire.chat import CommandReply, Say, ShownMessage
from games.wire.frames import (
    FROM_CLIENT,
    AckFrame,
    Act,
    ByeFrame,
    ChatAckFrame,
    ChatFrame,
    ChatHistoryFrame,
    NewVersionFrame,
    Ping,
    PongFrame,
    PreferencesFrame,
    PresenceFrame,
    RefusedFrame,
    ReplyFrame,
    Sync,
    TableNumber,
    UpdateFrame,
    WatchFriends,
    Wing,
)

__all__ = [
    "Act",
    "BadFrame",
    "Frame",
    "Ping",
    "Say",
    "Sync",
    "WatchFriends",
    "Wing",
    "encode_ack",
    "encode_bye",
    "encode_chat_ack",
    "encode_chat_history",
    "encode_chat_message",
    "encode_frame",
    "encode_new_version",
    "encode_pong",
    "encode_preferences",
    "encode_presence",
    "encode_refusal",
    "encode_reply",
    "encode_update",
    "frame_id",
    "parse_frame",
]

Frame = Act | Wing | Sync | Say | WatchFriends | Ping
_read_id, _read_number = value_decoder(ActionId), value_decoder(TableNumber)
_decode_wing, _decode_say = fields_decoder(Wing, ignored=("type",)), fields_decoder(Say, ignored=())


class BadFrame(BadRequest):
    """A frame that cannot be decoded. `id` is the frame's id, or None if it has no valid one."""

    def __init__(self, errors: dict[str, list[str]], id_in_frame: str | None = None) -> None:
        """Store the error messages by field, and the id that the client gave to the frame, if any."""
        super().__init__(errors)
        self.id = id_in_frame


def parse_frame(text: str | None) -> Frame:
    """Decode a client's frame from JSON text. Raise BadFrame if the frame is malformed."""
    try:
        # A binary frame has no text; it is refused like any text that is not JSON.
        data = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        raise BadFrame({"frame": [Sentence("This must be JSON text.")]}) from None
    if not isinstance(data, dict):
        raise BadFrame({"frame": [Sentence("This must be an object.")]})
    match data.get("type"):
        case "action":
            return _parse_act(data)
        case "wing":
            return _parse_wing(data)
        case "sync":
            return _parse_sync(data)
        case "chat":
            return _parse_chat_message(data)
        case "watch_friends":
            return WatchFriends()
        case "ping":
            return Ping()
    raise BadFrame({"type": [must_be_one_of(FROM_CLIENT)]})


def frame_id(frame: Frame | None) -> str | None:
    """Return the id that the client gave to the frame.

    Return None if the frame has no id, or if `frame` is None.
    """
    return frame.id if isinstance(frame, Act | Say) else None


def _parse_act(data: dict[str, object]) -> Act:
    """Decode a frame that requests an action. Raise BadFrame if the frame is malformed."""
    # A client finds the refused action by the id in the exception, unless the id itself is malformed.
    try:
        action_id = _read_id(data.get("id"))
    except ValueError as fault:
        raise BadFrame({"id": [message_of_error(fault)]}) from None
    try:
        return Act(action_id, parse_action(data.get("action")))
    except BadRequest as refusal:
        raise BadFrame(refusal.errors, action_id) from None


def _parse_wing(data: dict[str, object]) -> Wing:
    """Decode a frame that sets or removes a wing: a card to be played when it is the player's turn.

    Raise BadFrame if the frame is malformed.
    """
    try:
        return _decode_wing(data)
    except BadRequest as refusal:
        raise BadFrame(refusal.errors) from None


def _parse_sync(data: dict[str, object]) -> Sync:
    """Decode a frame that requests all events after a given log entry. Raise BadFrame if it is malformed."""
    try:
        return Sync(_read_number(data.get("after", 0)))
    except ValueError as fault:
        raise BadFrame({"after": [message_of_error(fault)]}) from None


def _parse_chat_message(data: dict[str, object]) -> Say:
    """Decode a frame with a chat message. Raise BadFrame if the frame is malformed."""
    try:
        known = {name: data[name] for name in Say._fields if name in data}
        return _decode_say(known)
    except BadRequest as refusal:
        # The exception contains the frame's id, unless the id is missing or malformed.
        given = data.get("id")
        known_id = given if isinstance(given, str) and "id" not in refusal.errors else None
        raise BadFrame(refusal.errors, known_id) from None


def encode_update(number: int, events: list[ShownEvent], sight: Sight) -> str:
    """Encode an `update` frame with new events and the viewer's current view of the table.

    `number` is the number of the table's last log entry.
    """
    frame: UpdateFrame = {"type": "update", "number": number, "events": events, "sight": sight}
    return encode_frame(frame)


def encode_ack(action_id: str, number: int, outcome: AccusationOutcome | None) -> str:
    """Encode an `ack` frame, which confirms that an action was carried out.

    `number` is the number of the action's log entry, or of the table's last entry if the action is not logged
    (a card or bid chosen in advance). `outcome` is the verdict on an accusation, or None for other actions.
    """
    frame: AckFrame = {"type": "ack", "id": action_id, "number": number, "outcome": outcome}
    return encode_frame(frame)


def encode_refusal(action_id: str | None, refusal: Refusal) -> str:
    """Encode a `refused` frame, which tells a client why its request was refused.

    `action_id` is the id that the client gave to the request, if any. The reason is in the active language.
    """
    frame: RefusedFrame = {
        "type": "refused",
        "id": action_id,
        "code": refusal.code,
        "detail": translate(refusal.detail),
    }
    if isinstance(refusal, BadRequest):
        frame["errors"] = translate_all(refusal.errors)
    return encode_frame(frame)


def encode_presence(seat: int, connected: bool, away_at: datetime | None = None) -> str:
    """Encode a `presence` frame, which tells whether a seat's player is connected.

    If `away_at` is given, a bot takes over the seat at that time.
    """
    frame: PresenceFrame = {
        "type": "presence",
        "seat": seat,
        "connected": connected,
        "away_at": format_iso(away_at),
    }
    return encode_frame(frame)


def encode_preferences(preferences: Preferences) -> str:
    """Encode a `preferences` frame with all preferences of the user."""
    frame: PreferencesFrame = {"type": "preferences", "preferences": preferences}
    return encode_frame({**frame, "preferences": preferences._asdict()})


def encode_chat_message(message: ShownMessage) -> str:
    """Encode a `chat` frame with one chat message."""
    frame: ChatFrame = {"type": "chat", **message}
    return encode_frame(frame)


def encode_chat_history(messages: list[ShownMessage]) -> str:
    """Encode a `chat_history` frame with a table's recent chat messages."""
    frame: ChatHistoryFrame = {"type": "chat_history", "messages": messages}
    return encode_frame(frame)


def encode_chat_ack(message_id: str, database_id: int) -> str:
    """Encode a `chat_ack` frame, which confirms that a chat message is stored.

    `message_id` is the id that the client gave to the message, and `database_id` its id in the database.
    """
    frame: ChatAckFrame = {"type": "chat_ack", "id": message_id, "message": database_id}
    return encode_frame(frame)


def encode_reply(message_id: str | None, reply: CommandReply) -> str:
    """Encode a `reply` frame, which answers a command that a user has typed in the chat.

    The answer is in the active language. `message_id` is the id that the client gave to the command, if any.
    """
    frame: ReplyFrame = {"type": "reply", "id": message_id, **translate_all(reply)}
    return encode_frame(frame)


def encode_pong() -> str:
    """Encode a `pong` frame, the response to a client's `ping`."""
    frame: PongFrame = {"type": "pong"}
    return encode_frame(frame)


def encode_new_version(version: str) -> str:
    """Encode a `new_version` frame, which tells the server's version to an outdated page."""
    frame: NewVersionFrame = {"type": "new_version", "version": version}
    return encode_frame(frame)


def encode_bye(code: int, retry_after: float | None = None) -> str:
    """Encode a `bye` frame, which announces that the socket will be closed with this code.

    The client should reconnect after `retry_after` seconds. If this is None, the client chooses the delay.
    """
    frame: ByeFrame = {"type": "bye", "code": code, "retry_after": retry_after}
    return encode_frame(frame)


def encode_frame(frame: Mapping[str, object]) -> str:
    """Encode a frame as JSON text."""
    return orjson.dumps(frame).decode()
