"""Saved games and named presets, from which tables can be opened."""

from typing import Annotated, Any, TypedDict

from core.constraints import Constraint
from games.rules.options import MAX_PLAYERS
from games.rules.protocol.options import TableOptions
from games.rules.protocol.values import Count, Name
from games.wire.lobby import TableSize, VisibilityName


class FavouriteGame(TypedDict):
    """A saved game. `POST tables` opens it with the fields `seats` to `visiting_bots`."""

    id: Count
    name: str
    seats: TableSize
    """The number of seats."""
    options: dict[str, Any]
    """A table's options as they were when the favourite was saved."""
    bots: Annotated[int, Constraint(minimum=0, maximum=MAX_PLAYERS - 1)]
    """How many seats bots take at once."""
    bot_level: str
    visibility: VisibilityName
    visiting_bots: bool
    errors: dict[str, list[str]]
    """What keeps the game from being opened today, by field, such as an option that no longer exists; mostly
    empty."""


class NamedPreset(TypedDict):
    """A game under a name that many players know."""

    name: Name
    title: str
    """The name that people read."""
    help: str
    """What is special about the game, in one sentence."""
    options: TableOptions
    sizes: list[TableSize]
    """The numbers of players for which there is this game."""
    seats: TableSize
    """The number of players that is usual."""
