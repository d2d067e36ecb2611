"""Quick matches in the API and on the lobby's socket."""

from typing import Annotated, TypedDict, final

from core.constraints import Constraint
from games.models.lobby import Pace
from games.rules.protocol.values import Moment, Name
from games.wire.lobby import Level, TableSize

PaceName = Annotated[str, Constraint(one_of=tuple(Pace.values))]


@final
class QuickMatch(TypedDict):
    """The game that the caller is looking for, and the table once there is one."""

    size: TableSize | None
    """The number of players; null for any."""
    pace: PaceName
    """How long a decision may take: `fast` 15 seconds, `normal` 30, `relaxed` 60."""
    fill_with_bots: bool
    """Whether bots take the free seats at `fill_at`."""
    bot_level: Level
    """How well these bots play."""
    requested_at: Moment
    """When the caller started looking."""
    fill_at: Moment | None
    """When bots take the free seats; null if they may not."""
    table: Name | None
    """The id of the table that was found, where the caller has a seat and the game has started; null while
    the search continues."""


class MatchState(TypedDict):
    """Whether the caller is looking for a quick match."""

    match: QuickMatch | None
    """Null if the caller is not looking for one."""
    server_time: Moment
    """The server's current time, for countdowns to `fill_at`."""
