"""Tables as they are shown in lists and in the lobby, and the caller's view of a table."""

from typing import Annotated, TypedDict, final

from core.constraints import Constraint
from games.bots.choose import LEVELS
from games.models.table import TableVisibility
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS
from games.rules.protocol.options import TableOptions
from games.rules.protocol.sight import Sight
from games.rules.protocol.values import Count, Kind, Moment, Name, PositiveCount, SeatNumber, Status

Level = Annotated[str, Constraint(one_of=tuple(LEVELS))]
TableSize = Annotated[int, Constraint(minimum=MIN_PLAYERS, maximum=MAX_PLAYERS)]
VisibilityName = Annotated[str, Constraint(one_of=tuple(TableVisibility.values))]


@final
class LobbySeat(TypedDict):
    """A player with a seat."""

    seat: SeatNumber
    name: str
    kind: Kind
    level: Level | None
    """How well the bot plays; null for people and for bot accounts."""


class LobbyTable(TypedDict):
    """A table in the lobby."""

    id: Name
    """The table's id, part of its address."""
    status: Status
    seats: TableSize
    """The number of seats."""
    visibility: VisibilityName
    """`public` tables are in the lobby; `private` ones need the invite code."""
    visiting_bots: bool
    """Whether bot accounts of other people may take a seat."""
    rated: bool
    """Whether, as things stand, the game counts towards the ratings of players with accounts."""
    opened_at: Moment
    """When the table was opened."""
    round_number: PositiveCount | None
    """The number of the round that is being played; null if there is none."""
    options: TableOptions
    number: Count
    """The number of the newest entry in the table's log."""
    players: Annotated[list[LobbySeat], Constraint(max_length=MAX_PLAYERS)]
    """The players who have a seat, in seat order."""
    sealed: bool
    """Whether other tables play the same deals. If so, only the players at this table can see it, and its
    record is withheld."""
    caption: str
    """The event that the game belongs to, such as a tournament and stage; empty if there is none."""
    caption_url: str
    """The address of a page about that event; empty if there is none."""


class NextGame(TypedDict):
    """The table at which the players of a finished game play again."""

    id: Name
    """The new table's id."""
    status: Status
    players: list[Name]
    """The names of the people who have taken their seats there."""


class NextTurn(TypedDict):
    """The next table where it is the caller's turn."""

    id: Name | None
    """The id of the next table that waits for the caller; null if no table does."""
    waiting: Count
    """The number of tables that wait for the caller."""


class PlayersView(TypedDict, total=False):
    """Fields of a table that only its players see."""

    invite: Name
    """The invite code of a private table; only for players at the table."""
    next: NextGame | None
    """For players of a finished game: the table of the rematch, or null until one of them asks for it. Absent
    for others."""


class TableView(LobbyTable, PlayersView):
    """A table as the caller may see it."""

    host: SeatNumber | None
    """While the table waits for players, the seat of its host, who can change the options, remove players and
    start the game; null afterwards. The host is the person who opened the table or, if that person has left,
    the one who came next."""
    sight: Sight
