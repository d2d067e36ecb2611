"""Tables as lists and the lobby show them."""

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
    """How well the bot plays; null for people and for bots that somebody brought."""


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
    """Whether the game counts for the ratings of players with accounts, as things are."""
    opened_at: Moment
    """When the table was opened."""
    round_number: PositiveCount | None
    """The round that is being played; null if there is none."""
    options: TableOptions
    number: Count
    """The number of the newest entry in the table's log."""
    players: Annotated[list[LobbySeat], Constraint(max_length=MAX_PLAYERS)]
    """The players who have a seat, by seat."""
    sealed: bool
    """Whether other tables play the same cards: only the players at this table can see it, and its
    record is held back."""
    caption: str
    """What the game is part of, such as a tournament and stage; empty if nothing."""
    caption_url: str
    """The address of a page about that; empty if there is none."""


class NextGame(TypedDict):
    """The table at which the players of a finished game play again."""

    id: Name
    """The new table's id."""
    status: Status
    players: list[Name]
    """The names of the people who have taken their seats there."""


class NextTurn(TypedDict):
    """Where it is the caller's turn."""

    id: Name | None
    """The table that waits for the caller and has the earliest deadline; null if none does."""
    waiting: Count
    """How many tables wait for the caller."""


class PlayersView(TypedDict, total=False):
    """What a table shows to its players alone."""

    invite: Name
    """The invite code of a private table; only for players at the table."""
    next: NextGame | None
    """For players of a finished game: the table where they play again, or null until one of them asks for
    it. Absent for others."""


class TableView(LobbyTable, PlayersView):
    """A table as the caller may see it."""

    host: SeatNumber | None
    """While the table waits for players: the seat of its host, who can change the options, remove players and
    start. The host is whoever opened the table, and after them the person who came next. Null later."""
    sight: Sight
