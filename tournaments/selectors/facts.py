"""What the timetable's rules ask of a tournament."""

from datetime import datetime, timedelta

from games.models import Seat
from tournaments.models.choices import EntryStatus, Status
from tournaments.rules.timetable import Facts, StageFacts, TableFacts
from tournaments.selectors.picture import Picture, Placed, Staged
from tournaments.selectors.qualified import is_cut_before


def facts_of(picture: Picture, now: datetime) -> Facts:
    """The facts at `now`."""
    tournament = picture.tournament
    return Facts(
        status=tournament.status,
        entry_closes_at=tournament.entry_closes_at,
        check_in_opens_at=tournament.check_in_opens_at,
        check_in_closes_at=tournament.check_in_closes_at,
        starts_at=tournament.starts_at,
        present=_present(picture),
        min_entrants=tournament.min_entrants,
        reminded=tournament.reminded_at is not None,
        protest_seconds=tournament.protest_seconds,
        break_seconds=tournament.break_seconds,
        stage=_stage_facts(picture) if tournament.status == Status.RUNNING else None,
        held=not tournament.automatic,
    )


def _present(picture: Picture) -> int:
    return sum(entry.status == EntryStatus.CHECKED_IN for entry in picture.entries.values())


def _stage_facts(picture: Picture) -> StageFacts | None:
    if not picture.stages:
        return None
    staged = picture.current or picture.stages[-1]
    row = staged.row
    before = next((one for one in reversed(picture.stages) if one.row.number < row.number), None)
    online = picture.tournament.online
    return StageFacts(
        number=row.number,
        drawn=row.drawn_at is not None and not _outdated(picture, staged),
        released=row.released_at is not None,
        started=row.started_at is not None,
        tables=_table_facts(picture, staged),
        previous_closed_at=before.row.closed_at if before else None,
        warned=row.warned_at is not None,
        warn_minutes=row.warn_minutes if row.minutes else 0,
        # With real cards a result comes after its table's end: only the desk knows who overran.
        penalise=online and row.overrun_penalty > 0,
        overtime_minutes=row.overtime_minutes if online else None,
        closed_at=row.closed_at,
        last=staged is picture.stages[-1],
    )


def _outdated(picture: Picture, staged: Staged) -> bool:
    """Whether somebody has left since the seats were drawn, which are not released yet."""
    return staged.row.released_at is None and any(
        not picture.entries[entry].is_in for entry in staged.entrants
    )


def _table_facts(picture: Picture, staged: Staged) -> tuple[TableFacts, ...]:
    if staged.row.started_at is None:
        return ()
    waiting = staged.waiting
    missing = missing_seats(picture, replaceable(picture, staged))
    grace = timedelta(seconds=picture.tournament.grace_seconds)
    return tuple(
        TableFacts(
            number=table.row.number,
            closes_at=table.row.closes_at,
            overran=table.row.overran_at is not None,
            no_show_due_at=_no_show_due_at(picture, table, missing, grace),
            halted=table.row.halted_at is not None or table.row.stopped_at is not None,
        )
        for table in waiting
    )


def _no_show_due_at(
    picture: Picture, table: Placed, missing: dict[str, set[int]], grace: timedelta
) -> datetime | None:
    """When the first who is missing is replaced: at once who has left, the others after the grace."""
    if table.row.game_id is None or table.row.opened_at is None:
        return None
    absent = missing.get(table.row.game_id, set())
    if any(seated.seat in absent and left(picture, seated.entry) for seated in table.seated):
        return table.row.opened_at
    return table.row.opened_at + grace if absent else None


def replaceable(picture: Picture, staged: Staged) -> list[Placed]:
    """The tables without a result where somebody can come for who is missing: a bot, or a stand-by who is
    there, who can't come to a play-off."""
    if picture.tournament.fill_with_bots:
        return list(staged.waiting)
    return [table for table in staged.waiting if not table.row.play_off] if stand_bys(picture, staged) else []


def stand_bys(picture: Picture, staged: Staged) -> list[int]:
    """The stand-bys who are there for a stage, in the order in which they came; nobody after a cut.

    A stage for those who have got through it takes nobody from outside, and nobody sits twice.
    """
    if is_cut_before(picture, staged.row.number):
        return []
    seated = set(staged.entrants)
    there = [
        entry
        for entry in picture.entries.values()
        if entry.status == EntryStatus.STAND_BY
        and entry.checked_in_at
        and entry.user_id
        and entry.pk not in seated
    ]
    return [entry.pk for entry in sorted(there, key=lambda entry: (entry.entered_at, entry.start_number))]


def left(picture: Picture, entry: int | None) -> bool:
    """Whether an entrant plays no more."""
    return entry is not None and picture.entries[entry].is_gone


def missing_seats(picture: Picture, tables: list[Placed]) -> dict[str, set[int]]:
    """By live table, the seats whose person has not come yet, or has left the tournament."""
    games = {table.row.game_id: table for table in tables if table.row.game_id}
    seats = Seat.objects.filter(table__in=games, user__isnull=False)
    missing: dict[str, set[int]] = {}
    for game, seat, user, arrived_at in seats.values_list("table", "seat", "user", "arrived_at"):
        seated = next((one for one in games[game].seated if one.seat == seat), None)
        if seated is None or seated.bot or seated.entry is None:
            continue
        if picture.entries[seated.entry].user_id != user:
            # Somebody has just been called to the seat, and the table does not know it yet.
            continue
        if arrived_at is None or left(picture, seated.entry):
            missing.setdefault(game, set()).add(seat)
    return missing
