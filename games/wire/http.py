"""The types of the HTTP API's answers, by the names of their components in docs/openapi.yaml."""

from typing import Any, TypedDict

from games.rules.protocol import record
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.sight import AccusationOutcome
from games.rules.protocol.values import ActionId, Count, PositiveCount
from games.wire import definitions
from games.wire.lobby import LobbyTable, NextGame, TableView


class Answer(TypedDict):
    """An action that has been stored."""

    id: ActionId
    number: PositiveCount
    """The number of the log entry that the action became."""
    outcome: AccusationOutcome | None
    """The verdict on an accusation; null for other actions."""


class Events(TypedDict):
    """The events after the number that was asked for."""

    number: Count
    """The number of the newest entry in the table's log."""
    events: list[ShownEvent]
    """In order of their numbers."""


def component(name: str) -> str:
    """The name of a definition in the OpenAPI document: `last_trick` is `LastTrick`."""
    return "".join(part.capitalize() for part in name.split("_"))


_SHARED = {component(name): annotation for name, annotation in definitions.DEFINITIONS.items()}
COMPONENTS: dict[str, Any] = {
    **_SHARED,
    "TableRow": LobbyTable,
    "Table": TableView,
    "NextGame": NextGame,
    "Answer": Answer,
    "Events": Events,
    "Record": record.GameRecord,
    "Fairness": record.Fairness,
    "RecordPlayer": record.RecordPlayer,
    "RecordRound": record.RecordRound,
    "RecordBid": record.RecordBid,
    "RecordTrick": record.RecordTrick,
    "RecordPlay": record.RecordPlay,
    "RecordCheat": record.RecordCheat,
    "RecordAccusation": record.RecordAccusation,
    "RecordSubstitution": record.RecordSubstitution,
    "Replaced": record.ReplacedPlayer,
}
NAMED = {annotation: component(name) for annotation, name in definitions.NAMED.items()}
