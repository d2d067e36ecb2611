"""The frames of the sockets at tables and in the lobby."""

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict

from accounts.preferences import Preferences
from core.constraints import Constraint
from core.realtime.close_codes import ACCESS_REVOKED, FORBIDDEN, RESTART, TOO_MANY_MESSAGES, TOO_SLOW
from core.sentence import Sentence
from core.wire.annotations import add_type_field, describe_object_type
from games.rules.actions import PlayerAction
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.sight import AccusationOutcome, Sight
from games.rules.protocol.values import ActionId, CardCode, Count, Moment, SeatNumber
from games.wire.chat import CommandReply, Say, ShownMessage
from games.wire.lobby import LobbyTable
from games.wire.matching import MatchState
from games.wire.people import AnswerName, Friend, Inbox

CloseCode = Annotated[
    int, Constraint(one_of=(RESTART, ACCESS_REVOKED, FORBIDDEN, TOO_SLOW, TOO_MANY_MESSAGES))
]
RefusalCode = Annotated[str, Constraint(pattern="^[a-z_]+$")]
TableNumber = Annotated[
    int,
    Constraint(
        minimum=0,
        error=Sentence("This must be a number of the table."),
        type_error=Sentence("This must be a number of the table."),
    ),
]


class TableUpdate(TypedDict):
    """Sent on connecting and after every committed change. `events` are the events since the last update of
    this socket: animate them, but draw the table from `sight`."""

    number: Count
    events: list[ShownEvent]
    sight: Sight


class UpdateFrame(TableUpdate):
    type: Literal["update"]


class AckFrame(TypedDict):
    """The action with this `id` is stored as log entry `number`. A marked card or a prepared bid is not a log
    entry: `number` is then the table's number."""

    type: Literal["ack"]
    id: ActionId
    number: Count
    outcome: AccusationOutcome | None
    """The verdict on an accusation; null for other actions."""


class RefusedFrame(TypedDict):
    """The frame or action was refused and nothing has changed. Without an `id`, it explains why the socket
    is about to close or a frame was not understood."""

    type: Literal["refused"]
    id: str | None
    """The id of the action; null if the frame had none."""
    code: RefusalCode
    """The reason, for programs; the codes are the same as over HTTP."""
    detail: str
    """A sentence to show to people."""
    errors: NotRequired[dict[str, list[str]]]
    """Error messages by field."""


class PresenceFrame(TypedDict):
    """A player has connected or disconnected."""

    type: Literal["presence"]
    seat: SeatNumber
    connected: bool
    away_at: Moment | None
    """When a stand-in takes over unless the player gives a sign of life; null if no stand-in will."""


class PreferencesFrame(TypedDict):
    """The socket's user has changed their preferences, perhaps on another device. The call `GET me`
    returns them as well."""

    type: Literal["preferences"]
    preferences: Preferences
    """All preferences."""


class ChatFrame(ShownMessage):
    """A message was posted at the table, or a moderator has hidden a message or shown it again."""

    type: Literal["chat"]


class ChatHistoryFrame(TypedDict):
    """Sent on connecting if there are messages: the newest ones that this viewer may see, oldest first."""

    type: Literal["chat_history"]
    messages: list[ShownMessage]


class ChatAckFrame(TypedDict):
    """The chat message with this `id` is stored."""

    type: Literal["chat_ack"]
    id: ActionId
    message: Count
    """The message's own id, as in its `chat` frame."""


class ReplyFrame(CommandReply):
    """The result of a command, sent only to the person who typed it."""

    type: Literal["reply"]
    id: ActionId | None
    """The id of the chat frame; null if it had none."""


class PongFrame(TypedDict):
    """The response to a ping."""

    type: Literal["pong"]


class NewVersionFrame(TypedDict):
    """Sent on connecting if the version that the page gives in `?version=` is not the server's. The page
    should offer to reload, but not in the middle of a round. Clients that give no version never get this
    frame."""

    type: Literal["new_version"]
    version: str
    """The server's version."""


class ByeFrame(TypedDict):
    """The server closes the socket: 1012 the server restarts, 4001 the token or session is no longer valid,
    4003 access is denied, 4008 the client reads too slowly, 4029 the client sends too much. `retry_after` is
    in seconds."""

    type: Literal["bye"]
    code: CloseCode
    retry_after: float | None


class LobbyFrame(TypedDict):
    """On `/ws/lobby`: the tables in the lobby."""

    type: Literal["tables"]
    tables: list[LobbyTable]


class MatchFrame(MatchState):
    """On `/ws/lobby`, for people with an account: whether they are looking for a quick match. Sent on
    connecting and after every change. Once the frame names a table, open it: the game has started."""

    type: Literal["match"]


class InboxFrame(Inbox):
    type: Literal["inbox"]


class FriendsFrame(TypedDict):
    """The response to `watch_friends`: all friends of the socket's user. Sent again when a friendship begins
    or ends."""

    type: Literal["friends"]
    friends: list[Friend]


class FriendFrame(Friend):
    """A friend's status has changed; sent to sockets that watch friends."""

    type: Literal["friend"]


class ChallengeAnsweredFrame(TypedDict):
    """A person challenged by the socket's user has accepted or declined."""

    type: Literal["challenge_answered"]
    table: str
    """The table's id."""
    username: str
    """The name of the person who was challenged."""
    answer: AnswerName


class Act(NamedTuple):
    """Perform an action. The response is `ack` or `refused`, with the same `id`."""

    id: ActionId
    action: PlayerAction


class Wing(NamedTuple):
    """Mark a card to be played on the player's turn, or remove the mark with null. The next update, which has
    the same number, shows the mark only to this player. The only response is a refusal, without an id. The
    action `wing` does the same and always gets a response."""

    card: CardCode | None = None


class Sync(NamedTuple):
    """Request an update with the events after this number."""

    after: TableNumber = 0


class WatchFriends(NamedTuple):
    """Request the friends of the socket's user with their status, and all later changes."""


class Ping(NamedTuple):
    """A sign of life. The response is `pong`."""


FROM_SERVER = (
    add_type_field("update", describe_object_type(TableUpdate)),
    AckFrame,
    RefusedFrame,
    PresenceFrame,
    PreferencesFrame,
    ChatFrame,
    ChatHistoryFrame,
    ChatAckFrame,
    ReplyFrame,
    PongFrame,
    NewVersionFrame,
    ByeFrame,
    LobbyFrame,
    MatchFrame,
    add_type_field("inbox", describe_object_type(Inbox)),
    FriendsFrame,
    FriendFrame,
    ChallengeAnsweredFrame,
)
FROM_CLIENT = {
    "action": Act,
    "wing": Wing,
    "sync": Sync,
    "chat": Say,
    "watch_friends": WatchFriends,
    "ping": Ping,
}
"""Maps the `type` of each frame from clients to the frame's class."""
