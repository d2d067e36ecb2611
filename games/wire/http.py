"""The types of the HTTP API's responses, by the names of their components in docs/openapi.yaml."""

from typing import Any, TypedDict

from games.rules.protocol import advice, analysis, record
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.options import WantedOptions, WantedRound
from games.rules.protocol.sight import AccusationOutcome
from games.rules.protocol.values import ActionId, Count, PositiveCount
from games.wire import chat, definitions, people, players, queue, vacations
from games.wire.favourites import FavouriteGame, NamedPreset
from games.wire.lobby import LobbyTable, NextGame, NextTurn, TableView
from games.wire.matching import MatchState


class Answer(TypedDict):
    """An action that has been stored."""

    id: ActionId
    number: PositiveCount
    """The number of the action's log entry or, for a marked card or a prepared bid, which is not a log entry,
    the table's number."""
    outcome: AccusationOutcome | None
    """The verdict on an accusation; null for other actions."""


class Events(TypedDict):
    """The events after the requested number."""

    number: Count
    """The number of the newest entry in the table's log."""
    events: list[ShownEvent]
    """In order of their numbers."""


def component_name(definition_name: str) -> str:
    """Return the name of a type in the OpenAPI document, such as `LastTrick` for the type `last_trick`."""
    return "".join(part.capitalize() for part in definition_name.split("_"))


_SHARED = {component_name(name): annotation for name, annotation in definitions.DEFINITIONS.items()}
COMPONENTS: dict[str, Any] = {
    **_SHARED,
    "TableRow": LobbyTable,
    "Table": TableView,
    "NextGame": NextGame,
    "NextTurn": NextTurn,
    "WantedOptions": WantedOptions,
    "WantedRound": WantedRound,
    "MatchState": MatchState,
    "NamedPreset": NamedPreset,
    "FavouriteGame": FavouriteGame,
    "Answer": Answer,
    "Chat": chat.ChatView,
    "CommandReply": chat.CommandReply,
    "QuickPhrase": chat.QuickPhrase,
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
    "RecordClaim": record.RecordClaim,
    "RecordSubstitution": record.RecordSubstitution,
    "Replaced": record.ReplacedPlayer,
    "Advice": advice.CoachAdvice,
    "AdvisedSuit": advice.AdvisedSuit,
    "AdvisedBid": advice.AdvisedBid,
    "AdvisedCard": advice.AdvisedCard,
    "Analysis": analysis.GameAnalysis,
    "Progress": analysis.Progress,
    "JudgedRound": analysis.JudgedRound,
    "JudgedDecision": analysis.JudgedDecision,
    "JudgedPlayer": analysis.JudgedPlayer,
    "JudgedChoice": analysis.JudgedChoice,
    "Inbox": people.Inbox,
    "ReceivedChallenge": people.ReceivedChallenge,
    "TableChallenge": people.TableChallenge,
    "FriendTable": people.FriendTable,
    "Friend": people.Friend,
    "PublicProfile": players.PublicProfile,
    "Statistics": players.Statistics,
    "Rating": players.PlayerRating,
    "Vacations": vacations.Vacations,
    "OwnVacation": vacations.OwnVacation,
    "MoveQueue": queue.MoveQueue,
    "Best": players.LeaderboardRow,
}
NAMED = {annotation: component_name(name) for annotation, name in definitions.NAMED.items()}
