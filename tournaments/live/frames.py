"""The frame of a tournament's socket, and its parts."""

from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from core.constraints import Constraint
from games.rules.protocol.values import Count, PositiveCount, SeatNumber
from tournaments.models.choices import EntryStatus, Status
from tournaments.selectors.own.entry import PlayerStep
from tournaments.selectors.public.stages import TableStatus

NextTableStatus = Annotated[str, Constraint(one_of=tuple(TableStatus.values))]
EntrantStatus = Annotated[str, Constraint(one_of=tuple(EntryStatus.values))]
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


class Tablemate(TypedDict):
    seat: SeatNumber
    name: str


class NextTable(TypedDict):
    """The caller's next or current table in a tournament."""

    id: str | None
    """The id of the table to open; null until it is open."""
    number: PositiveCount
    """The table's number in its stage."""
    seat: SeatNumber
    stage: PositiveCount
    """The stage's number."""
    title: str
    """The stage's title."""
    play_off: NotRequired[bool]
    status: NextTableStatus
    opens_at: datetime | None
    """When it opens; null if the organisers decide."""
    closes_at: datetime | None
    """When its time is up; null if there is no limit."""
    players: list[Tablemate]
    """Everyone at the table, by seat."""


class OwnEntry(TypedDict):
    """The caller's own entry in a tournament."""

    entry: PositiveCount
    """The start number."""
    name: str
    nation: str
    """The two-letter ISO 3166 code; empty if none was given."""
    status: EntrantStatus
    checked_in: bool
    """Whether the caller has checked in, also on the waiting list."""
    place: PositiveCount | None
    """The place in the final ranking, or before that in the standings; null if there is none yet."""
    table: NextTable | None
    """The next table, or the one being played at; null if there is none."""


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


DEFINITIONS: dict[str, Any] = {"next_table": NextTable, "own_entry": OwnEntry, "step": NextStep}
