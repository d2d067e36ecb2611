"""The frames of the sockets at tables and in the lobby."""

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict

from accounts.preferences import Preferences
from core.constraints import Constraint
from core.realtime.close_codes import ACCESS_REVOKED, FORBIDDEN, RESTART, TOO_MANY_MESSAGES, TOO_SLOW
from core.sentence import Sentence
from core.wire.annotations import add_type_field, object_type
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
    """Sent on connecting and after every committed change. `events` are those since the last update of this
    socket; animate them, but draw the table from `sight`."""

    number: Count
    events: list[ShownEvent]
    sight: Sight


class UpdateFrame(TableUpdate):
    type: Literal["update"]


class AckFrame(TypedDict):
    """The action with this `id` is stored, as log entry `number`. A marked card or a prepared bid is no log
    entry: there it is the table's number."""

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
    """Why, for programs; the same codes as over HTTP."""
    detail: str
    """A sentence to show to people."""
    errors: NotRequired[dict[str, list[str]]]
    """What is wrong, by field."""


class PresenceFrame(TypedDict):
    """A player's connection came or went."""

    type: Literal["presence"]
    seat: SeatNumber
    connected: bool
    away_at: Moment | None
    """When a stand-in takes over unless the player shows a sign of life; null while there is no reason."""


class PreferencesFrame(TypedDict):
    """The socket's own user has changed preferences, perhaps on another device. `GET me` has them, too."""

    type: Literal["preferences"]
    preferences: Preferences
    """All of them."""


class ChatFrame(ShownMessage):
    """Somebody has said something at the table, or a moderator has hidden or shown a message again."""

    type: Literal["chat"]


class ChatHistoryFrame(TypedDict):
    """Sent on connecting, where there are messages: the newest ones that this viewer gets, oldest first."""

    type: Literal["chat_history"]
    messages: list[ShownMessage]


class ChatAckFrame(TypedDict):
    """The chat message with this `id` is stored."""

    type: Literal["chat_ack"]
    id: ActionId
    message: Count
    """The message's own id, as in its `chat` frame."""


class ReplyFrame(CommandReply):
    """What a command has done; sent to whoever typed it, and to nobody else."""

    type: Literal["reply"]
    id: ActionId | None
    """The id of the chat frame; null if it had none."""


class PongFrame(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


class NewVersionFrame(TypedDict):
    """Sent on connecting to a page that named its version (`?version=`) where the server serves another: the
    page should offer to reload, but not in the middle of a round. Other clients never get it."""

    type: Literal["new_version"]
    version: str
    """The version that the server serves."""


class ByeFrame(TypedDict):
    """The server closes the socket: 1012 it restarts, 4001 the token has ended, 4008 the client reads too
    slowly, 4029 it sends too much. `retry_after` is in seconds."""

    type: Literal["bye"]
    code: CloseCode
    retry_after: float | None


class LobbyFrame(TypedDict):
    """On `/ws/lobby`: the tables in the lobby."""

    type: Literal["tables"]
    tables: list[LobbyTable]


class MatchFrame(MatchState):
    """On `/ws/lobby`, to people with an account: whether they look for a quick match, on connecting and after
    every change. As soon as it names a table, go there: the game runs."""

    type: Literal["match"]


class InboxFrame(Inbox):
    type: Literal["inbox"]


class FriendsFrame(TypedDict):
    """The answer to `watch_friends`: all friends of the socket's user. Sent again when somebody becomes a
    friend or is one no longer."""

    type: Literal["friends"]
    friends: list[Friend]


class FriendFrame(Friend):
    """A friend's status has changed; sent to sockets that watch friends."""

    type: Literal["friend"]


class ChallengeAnsweredFrame(TypedDict):
    """Somebody whom the socket's user has challenged has answered."""

    type: Literal["challenge_answered"]
    table: str
    """The table's id."""
    username: str
    """Who was challenged."""
    answer: AnswerName


class Act(NamedTuple):
    """Do an action. The answer is `ack` or `refused` with the same `id`."""

    id: ActionId
    action: PlayerAction


class Wing(NamedTuple):
    """Mark a card, which is played when the turn comes; null takes it back. The next update, which has the
    same number, shows it to its player alone; only a refusal is answered, without an id. The action `wing`
    does the same and is always answered."""

    card: CardCode | None = None


class Sync(NamedTuple):
    """Ask for an update with the events after this number."""

    after: TableNumber = 0


class WatchFriends(NamedTuple):
    """Ask for the friends of the socket's user with their status, and for changes from then on."""


class Ping(NamedTuple):
    """A sign of life; the answer is `pong`."""


FROM_SERVER = (
    add_type_field("update", object_type(TableUpdate)),
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
    add_type_field("inbox", object_type(Inbox)),
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
"""By their `type`."""
