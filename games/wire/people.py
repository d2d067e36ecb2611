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
    """The public table at which a friend is."""

    id: Name
    way_in: WayIn
    """Whether the caller can sit down there (`join`) or follow the game (`watch`)."""


class Friend(TypedDict):
    """A friend of the caller, and what the friend is doing."""

    username: Name
    status: StatusName
    """`waiting` and `playing` friends are at a table; `online` ones have a page open elsewhere. People can
    hide their status: they are always `offline`."""
    table: FriendTable | None
    """Null if the friend is at no table, or at one that is not open to the caller."""
    last_seen: LastSeen | None
    """Roughly when an offline friend was last online; null if unknown or hidden."""


class ReceivedChallenge(TypedDict):
    """An invitation to a table that waits for players. It keeps no seat free."""

    id: PositiveCount
    username: Name
    """Who challenges the caller."""
    expires_at: Moment
    """When it ends by itself; it ends earlier when the game starts."""
    table: LobbyTable


class TableChallenge(TypedDict):
    """A challenge as the players at its table see it."""

    username: Name
    """Who was challenged."""
    challenger: Name
    state: ChallengeState
    expires_at: Moment


class Inbox(TypedDict):
    """What waits for the socket's user. Sent on connecting, if anything waits, and after every change."""

    friend_requests: Count
    """The number of friend requests that can be answered."""
    challenges: list[ReceivedChallenge]
    """Newest first."""
