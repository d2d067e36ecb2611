"""The wire types, by their names in docs/socket.schema.json and docs/openapi.yaml."""

from datetime import datetime
from typing import Any, is_typeddict

from accounts.preferences import COMPLETE, Preferences
from core.wire.annotations import Choice, ObjectType, add_type_field, describe_object_type
from games.rules.actions import WIRE_ACTIONS, PlayerAction
from games.rules.events import SHOWN
from games.rules.protocol import sheet, sight, values
from games.rules.protocol.events import HiddenEvent, ShownEvent
from games.rules.protocol.options import CustomRound, TableOptions
from games.wire import chat
from games.wire.lobby import LobbySeat, LobbyTable
from games.wire.matching import QuickMatch

ACTIONS = tuple(
    add_type_field(name, describe_object_type(action)._replace(closed=True))
    for name, action in WIRE_ACTIONS.items()
)
_ENTRY = describe_object_type(ShownEvent)
_ENTRY_FIELDS = tuple(field._replace(required=True) for field in _ENTRY.fields if field.name != "type")


def _event_object_type(name: str, event_class: type, shown_fields: tuple[str, ...]) -> ObjectType:
    """Return the type of the JSON objects that clients receive for events of the type `name`.

    The JSON objects have the fields of every log entry, and those fields of the class `event_class` whose
    names are in `shown_fields`.
    """
    found = describe_object_type(event_class, shown_fields)
    # Only the log leaves out fields that have their default: clients always get all fields.
    always = not is_typeddict(event_class)
    fields = tuple(field._replace(required=field.required or always) for field in found.fields)
    return add_type_field(name, found._replace(fields=(*_ENTRY_FIELDS, *fields)))


EVENTS = (HiddenEvent, *(_event_object_type(name, *shown) for name, shown in SHOWN.items()))
DEFINITIONS: dict[str, Any] = {
    "seat": values.SeatNumber,
    "card": values.CardCode,
    "suit": values.Suit,
    "moment": values.Moment,
    "reveal": values.Reveal,
    "edition": values.EditionName,
    "restriction": values.Restriction,
    "kind": values.Kind,
    "status": values.Status,
    "by": values.Mover,
    "claimed": values.Claimed,
    "round_plan": CustomRound,
    "options": TableOptions,
    "verdict": values.Verdict,
    "source": values.Source,
    "action_id": values.ActionId,
    "action": Choice(ACTIONS, "An action of a player."),
    "player": sight.SightPlayer,
    "round": sight.SightRound,
    "play": sight.SightPlay,
    "trick": sight.SightTrick,
    "last_trick": sight.SightLastTrick,
    "legal": sight.LegalMoves,
    "cell": sheet.SheetCell,
    "cheat": sheet.SheetCheat,
    "sheet_row": sheet.SheetRow,
    "place": sheet.ResultPlace,
    "outcome": sight.AccusationOutcome,
    "sight": sight.Sight,
    "event": Choice(EVENTS, _ENTRY.description),
    "chat_channel": chat.ChannelName,
    "chat_phrase": chat.PhraseCode,
    "chat_message": chat.ShownMessage,
    "seated": LobbySeat,
    "table": LobbyTable,
    "match": QuickMatch,
    "preferences": COMPLETE,
}
NAMED: dict[Any, str] = {
    PlayerAction: "action",
    ShownEvent: "event",
    datetime: "moment",
    Preferences: "preferences",
}
"""Annotations that are described by reference to a definition."""
