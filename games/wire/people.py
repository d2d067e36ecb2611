"""Friends with their status, and challenges."""

from typing import Annotated, TypedDict

from core.constraints import Constraint
from games.rules.protocol.values import Count, Moment, Name, PositiveCount
from games.wire.lobby import LobbyTable

StatusName = Annotated[str, Constraint(one_of=("online", "waiting", "playing", "offline"))]
LastSeen = Annotated[str, Constraint(one_of=("today", "this_week", "earlier"))]
WayIn = Annotated[str, Constraint(one_of=("join", "watch"))]
ChallengeState = Annotated[str, Constraint(one_of=("open", "accepted", "declined", "withdrawn", "expired"))]
AnswerName = Annotated[str, Constraint(one_of=("accepted", "declined"))]


class FriendTable(TypedDict):
    """The public table where a friend is."""

    id: Name
    way_in: WayIn
    """Whether the caller can take a seat there (`join`) or watch the game (`watch`)."""


class Friend(TypedDict):
    """A friend of the caller, and what the friend is doing."""

    username: Name
    status: StatusName
    """`waiting` and `playing` friends are at a table; `online` friends have a page open elsewhere. People who
    hide their status are always `offline`."""
    table: FriendTable | None
    """Null if the friend is not at a table, or at a table that is not open to the caller."""
    last_seen: LastSeen | None
    """Roughly when an offline friend was last online; null if unknown or hidden."""


class ReceivedChallenge(TypedDict):
    """An invitation to a table that waits for players. It reserves no seat."""

    id: PositiveCount
    username: Name
    """The name of the challenger."""
    expires_at: Moment
    """When the challenge expires. It ends earlier if the game starts."""
    table: LobbyTable


class TableChallenge(TypedDict):
    """A challenge as the players at its table see it."""

    username: Name
    """The name of the person who was challenged."""
    challenger: Name
    state: ChallengeState
    expires_at: Moment


class Inbox(TypedDict):
    """The unanswered requests and challenges of the socket's user. Sent on connecting, if there are any, and
    after every change."""

    friend_requests: Count
    """The number of friend requests that the user can answer."""
    challenges: list[ReceivedChallenge]
    """Newest first."""
