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
    """The number of seats that bots take as soon as the table is opened."""
    bot_level: str
    visibility: VisibilityName
    visiting_bots: bool
    errors: dict[str, list[str]]
    """Why the game cannot be opened now, by field, for example because an option no longer exists. Usually
    empty."""


class NamedPreset(TypedDict):
    """A well-known variant of the game."""

    name: Name
    title: str
    """The name to show to people."""
    help: str
    """One sentence on how the variant differs."""
    options: TableOptions
    sizes: list[TableSize]
    """The numbers of players that are possible."""
    seats: TableSize
    """The usual number of players."""
