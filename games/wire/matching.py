"""Quick matches, as the API and the lobby's socket tell of them."""

from typing import Annotated, TypedDict, final

from core.constraints import Constraint
from games.models.lobby import Pace
from games.rules.protocol.values import Moment, Name
from games.wire.lobby import Level, TableSize

PaceName = Annotated[str, Constraint(one_of=tuple(Pace.values))]


@final
class QuickMatch(TypedDict):
    """What the caller looks for, and the table once there is one."""

    size: TableSize | None
    """The number of players; null for any."""
    pace: PaceName
    """How long a decision may take: `fast` 15 seconds, `normal` 30, `relaxed` 60."""
    fill_with_bots: bool
    """Whether bots take the free seats at `fill_at`."""
    bot_level: Level
    """How well these bots play."""
    requested_at: Moment
    """Since when the caller has been looking."""
    fill_at: Moment | None
    """When bots take the free seats; null if they must not."""
    table: Name | None
    """The id of the table that was found, where the caller has a seat and the game runs; null while the
    search goes on."""


class MatchState(TypedDict):
    """Whether the caller looks for a quick match."""

    match: QuickMatch | None
    """Null if the caller looks for none."""
    server_time: Moment
    """For countdowns to `fill_at`."""
