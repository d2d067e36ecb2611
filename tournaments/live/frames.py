"""The frame of a tournament's socket."""

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from core.constraints import Constraint
from games.rules.protocol.values import Count, PositiveCount
from tournaments.models.choices import Status
from tournaments.selectors.own.entry import NextTable, OwnEntry, PlayerStep

TournamentStatus = Annotated[str, Constraint(one_of=tuple(Status.values))]
NextStep = Annotated[
    str,
    Constraint(
        "What the caller can do now: not_yet (entry is not open), enter, enter_late (goes on the waiting "
        "list), wait (for check-in), check_in, stand_by (on the waiting list), there (checked in), seat (the "
        "table is known), play (it is open), done (the game is over), replaced (somebody else has the seat), "
        "next (qualified for the next stage), out, disqualified, over, cancelled.",
        one_of=tuple(step.value for step in PlayerStep),
    ),
]


class TournamentFrame(TypedDict):
    """On `/ws/tournaments/SLUG`: sent on connecting and after every change."""

    type: Literal["tournament"]
    number: Count
    """Grows with every change to what is shown."""
    status: TournamentStatus
    stage: PositiveCount | None
    """The stage that is drawn or being played, or else was last; null before the first."""
    step: NextStep
    own: OwnEntry | None
    """Null without an entry."""
    server_time: datetime


DEFINITIONS: dict[str, object] = {"next_table": NextTable, "own_entry": OwnEntry, "step": NextStep}
