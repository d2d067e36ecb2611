"""One person's view of a tournament: their entry, next table, and next step."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, NotRequired, TypedDict

from core.constraints import Constraint
from core.translation import translate_all
from games.rules.protocol.values import PositiveCount, SeatNumber
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus, Status
from tournaments.selectors.public.sentences import table_title
from tournaments.selectors.public.stages import TableStatus, stage_opening_time, table_status
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.seats import seat_name

NextTableStatus = Annotated[str, Constraint(one_of=tuple(TableStatus.values))]
EntrantStatus = Annotated[str, Constraint(one_of=tuple(EntryStatus.values))]


class PlayerStep(StrEnum):
    """A person's next step in a tournament; pages show a block for each step."""

    NOT_YET = "not_yet"
    """Entry has not begun."""
    ENTER = "enter"
    ENTER_LATE = "enter_late"
    """Entering is possible, but only for the waiting list."""
    WAIT = "wait"
    """Entered; check-in has not begun."""
    CHECK_IN = "check_in"
    STAND_BY = "stand_by"
    THERE = "there"
    """Checked in; the first seats have not been published yet."""
    SEAT = "seat"
    """The person has a seat, and play has not started."""
    PLAY = "play"
    """The person's game is in progress."""
    DONE = "done"
    """The person's game in this stage is over."""
    REPLACED = "replaced"
    """The person's seat in this stage has been given to another player or a bot."""
    NEXT = "next"
    """Qualified for the next stage, whose seats have not been published yet."""
    OUT = "out"
    """Did not qualify."""
    DISQUALIFIED = "disqualified"
    OVER = "over"
    CANCELLED = "cancelled"


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


def own_entry(public: PublicTournament, user_id: int | None) -> OwnEntry | None:
    """Return the user's entry with their place and table, or None if they have not entered.

    `user_id` is None for visitors who are not logged in.
    """
    entry = public.entry_by_user.get(user_id) if user_id is not None else None
    if entry is None:
        return None
    return {
        "entry": entry.start_number,
        "name": entry.shown_name,
        "nation": entry.nation,
        "status": entry.status,
        "checked_in": entry.checked_in_at is not None,
        "place": public.places.get(entry.start_number),
        "table": _current_or_next_table(public, entry),
    }


def next_step_for_user(public: PublicTournament, user_id: int | None, *, now: datetime) -> PlayerStep:
    """Return the user's next step in the tournament, such as CHECK_IN or PLAY, or why there is none.

    Codes such as OUT or OVER mean that there is no next step. `user_id` is None for visitors who are not
    logged in.
    """
    entry = public.entry_by_user.get(user_id) if user_id is not None else None
    status = public.tournament.status
    if status == Status.CANCELLED:
        return PlayerStep.CANCELLED
    if entry is not None and entry.status == EntryStatus.DISQUALIFIED:
        return PlayerStep.DISQUALIFIED
    if status == Status.FINISHED:
        return PlayerStep.OVER
    if entry is None or entry.status == EntryStatus.WITHDRAWN:
        return _next_step_for_non_entrant(public, now)
    if entry.status == EntryStatus.STAND_BY:
        return PlayerStep.STAND_BY
    if status == Status.RUNNING:
        return _next_step_for_entrant(public, entry)
    if entry.status == EntryStatus.CHECKED_IN:
        return PlayerStep.THERE
    return PlayerStep.CHECK_IN if status == Status.CHECK_IN else PlayerStep.WAIT


def _next_step_for_non_entrant(public: PublicTournament, now: datetime) -> PlayerStep:
    """Return the next step of a person who has not entered or has withdrawn.

    NOT_YET means that entry has not begun, and ENTER_LATE that only the waiting list is open.
    """
    opens = public.tournament.entry_opens_at
    if opens is not None and now < opens:
        return PlayerStep.NOT_YET
    late = public.is_full or not public.tournament.entry_is_open(now)
    return PlayerStep.ENTER_LATE if late else PlayerStep.ENTER


def _next_step_for_entrant(public: PublicTournament, entry: Entry) -> PlayerStep:
    """Return an entrant's next step in a running tournament.

    The entrant must not be on the waiting list.
    """
    coming = public.snapshot.current_stage
    if coming is None:
        return PlayerStep.DONE
    table = _current_or_next_table(public, entry)
    if table is not None:
        return PlayerStep.SEAT if table["status"] == TableStatus.WAITING else PlayerStep.PLAY
    if coming.row.released_at is not None and entry.pk in public.seat_by_entry:
        _, table_snapshot, _ = public.seat_by_entry[entry.pk]
        return PlayerStep.DONE if table_snapshot.result is not None else PlayerStep.REPLACED
    if entry.pk not in public.qualified_entries:
        return PlayerStep.OUT
    return (
        PlayerStep.NEXT if coming.row.number > 1 or coming.row.released_at is not None else PlayerStep.THERE
    )


def _current_or_next_table(public: PublicTournament, entry: Entry) -> NextTable | None:
    """Return the table at which an entrant is playing or will play next, or None if there is none."""
    if entry.pk not in public.seat_by_entry or entry.is_gone or public.is_over:
        return None
    stage, table, seat = public.seat_by_entry[entry.pk]
    if seat.bot or table.result is not None or stage.row.closed_at is not None:
        return None
    return {
        "id": table.row.game_id,
        "number": table.row.number,
        "seat": seat.seat,
        "stage": stage.row.number,
        "title": table_title(stage.row, play_off=table.row.play_off),
        "play_off": table.row.play_off,
        "status": table_status(stage, table),
        "opens_at": table.row.opened_at or stage_opening_time(public.snapshot, stage),
        "closes_at": table.row.closes_at,
        "players": [
            {"seat": other.seat, "name": translate_all(seat_name(public.snapshot, other))}
            for other in table.seats
        ],
    }
