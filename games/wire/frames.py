"""The frames of the sockets at tables and in the lobby."""

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict

from core.constraints import Constraint
from core.realtime.close_codes import ACCESS_REVOKED, FORBIDDEN, RESTART, TOO_MANY_MESSAGES, TOO_SLOW
from core.wire.annotations import object_type, tagged
from games.rules.actions import PlayerAction
from games.rules.protocol.events import ShownEvent
from games.rules.protocol.sight import AccusationOutcome, Sight
from games.rules.protocol.values import ActionId, Count, Moment, SeatNumber
from games.wire.lobby import LobbyTable

CloseCode = Annotated[
    int, Constraint(one_of=(RESTART, ACCESS_REVOKED, FORBIDDEN, TOO_SLOW, TOO_MANY_MESSAGES))
]
RefusalCode = Annotated[str, Constraint(pattern="^[a-z_]+$")]
TableNumber = Annotated[
    int,
    Constraint(
        minimum=0,
        error="This must be a number of the table.",
        type_error="This must be a number of the table.",
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
    """The action with this `id` is stored, as log entry `number`."""

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


class PongFrame(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


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


class Act(NamedTuple):
    """Do an action. The answer is `ack` or `refused` with the same `id`."""

    id: ActionId
    action: PlayerAction


class Sync(NamedTuple):
    """Ask for an update with the events after this number."""

    after: TableNumber = 0


class Ping(NamedTuple):
    """A sign of life; the answer is `pong`."""


FROM_SERVER = (
    tagged("update", object_type(TableUpdate)),
    AckFrame,
    RefusedFrame,
    PresenceFrame,
    PongFrame,
    ByeFrame,
    LobbyFrame,
)
FROM_CLIENT = {"action": Act, "sync": Sync, "ping": Ping}
"""By their `type`."""
