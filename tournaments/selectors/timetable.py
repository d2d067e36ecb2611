"""The state of a tournament, in the form that the rules of the timetable need."""

from datetime import datetime, timedelta

from games.models import Seat
from tournaments.models.choices import EntryStatus, Status
from tournaments.rules.timetable import Facts, StageFacts, TableFacts
from tournaments.selectors.qualified import changed_qualifiers, has_eliminating_stage_before
from tournaments.selectors.snapshot.types import StageSnapshot, StageTableSnapshot, TournamentSnapshot


def timetable_facts(snapshot: TournamentSnapshot) -> Facts:
    """Return the state of a tournament, from which the automatic timetable computes its next step."""
    tournament = snapshot.tournament
    return Facts(
        status=tournament.status,
        entry_closes_at=tournament.entry_closes_at,
        check_in_opens_at=tournament.check_in_opens_at,
        check_in_closes_at=tournament.check_in_closes_at,
        starts_at=tournament.starts_at,
        present=_count_present_entrants(snapshot),
        min_entrants=tournament.min_entrants,
        reminded=tournament.reminded_at is not None,
        protest_seconds=tournament.protest_seconds,
        break_seconds=tournament.break_seconds,
        stage=_current_stage_facts(snapshot) if tournament.status == Status.RUNNING else None,
        held=not tournament.follows_timetable,
    )


def _count_present_entrants(snapshot: TournamentSnapshot) -> int:
    """Return the number of entrants who would be seated if entry or check-in ended now."""
    tournament = snapshot.tournament
    counted = {EntryStatus.CHECKED_IN}
    if tournament.status == Status.ENTRY and tournament.check_in_opens_at is None:
        # There is no check-in, so entrants count as soon as they have entered.
        counted.add(EntryStatus.ENTERED)
    present = sum(entry.status in counted for entry in snapshot.entries.values())
    if tournament.status != Status.CHECK_IN:
        return present
    # When check-in ends, people on the waiting list who are here get the places of those who are not.
    waiting = sum(
        entry.status == EntryStatus.STAND_BY and entry.checked_in_at is not None
        for entry in snapshot.entries.values()
    )
    free = waiting if tournament.capacity is None else tournament.capacity - present
    return present + max(0, min(waiting, free))


def _current_stage_facts(snapshot: TournamentSnapshot) -> StageFacts | None:
    """Return the state of the first stage that is not closed or, if all are closed, of the last stage.

    Return None if the tournament has no stages.
    """
    if not snapshot.stages:
        return None
    stage = snapshot.current_stage or snapshot.stages[-1]
    row = stage.row
    before = snapshot.stage_before(row.number)
    online = snapshot.tournament.online
    return StageFacts(
        number=row.number,
        drawn=row.drawn_at is not None and not _draft_is_outdated(snapshot, stage),
        released=row.released_at is not None,
        started=row.started_at is not None,
        tables=_unfinished_table_facts(snapshot, stage),
        previous_closed_at=before.row.closed_at if before else None,
        warned=row.warned_at is not None,
        warn_minutes=row.warn_minutes if row.minutes else 0,
        # With physical cards, results are entered after a game has ended: only organisers know who overran.
        penalise=online and row.overrun_penalty > 0,
        overtime_minutes=row.overtime_minutes if online else None,
        closed_at=row.closed_at,
        last=stage is snapshot.stages[-1],
    )


def _draft_is_outdated(snapshot: TournamentSnapshot, stage: StageSnapshot) -> bool:
    """Return whether a stage has an unpublished draw that must be repeated.

    A draw must be repeated if an entrant with a seat is no longer checked in, or if the entrants who qualify
    have changed since the draw.
    """
    return (
        stage.row.drawn_at is not None
        and stage.row.released_at is None
        and (
            any(not snapshot.entries[entry].is_checked_in for entry in stage.entrants)
            or bool(changed_qualifiers(snapshot, stage))
        )
    )


def _unfinished_table_facts(snapshot: TournamentSnapshot, stage: StageSnapshot) -> tuple[TableFacts, ...]:
    """Return the state of each table or play-off without a result, or () if the stage has not started."""
    if stage.row.started_at is None:
        return ()
    waiting = stage.tables_without_result
    missing = missing_seats(snapshot, replaceable_tables(snapshot, stage))
    return tuple(
        TableFacts(
            number=table.row.number,
            closes_at=table.row.closes_at,
            overran=table.row.overran_at is not None,
            no_show_due_at=_no_show_due_at(snapshot, table, missing),
            halted=table.row.halted_at is not None or table.row.stopped_at is not None,
        )
        for table in waiting
    )


def _no_show_due_at(
    snapshot: TournamentSnapshot, table: StageTableSnapshot, missing_seats_by_game: dict[str, set[int]]
) -> datetime | None:
    """Return the earliest time at which a missing player at a table may be replaced.

    If a missing player has left the tournament, this is the time when the game was opened. Otherwise it is
    the end of the grace period for late players. `missing_seats_by_game` maps game ids to the numbers of the
    seats whose players are missing. Return None if nobody is missing or no game has been opened at the table.
    """
    absent = missing_seats_by_game.get(table.row.game_id or "", set())
    if any(seat.seat in absent and has_left(snapshot, seat.entry) for seat in table.seats):
        return table.row.opened_at
    return grace_period_end(snapshot, table) if absent else None


def grace_period_end(snapshot: TournamentSnapshot, table: StageTableSnapshot) -> datetime | None:
    """Return until when players may come to a table late, or None if no game has been opened at the table."""
    if table.row.game_id is None or table.row.opened_at is None:
        return None
    return table.row.opened_at + timedelta(seconds=snapshot.tournament.grace_seconds)


def replaceable_tables(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[StageTableSnapshot]:
    """Return a stage's tables without a result at which missing players can be replaced."""
    if snapshot.tournament.fill_with_bots:
        return list(stage.tables_without_result)
    return (
        # Entrants from the waiting list never join play-offs.
        [table for table in stage.tables_without_result if not table.row.play_off]
        if available_waiting_list_entrants(snapshot, stage)
        else []
    )


def available_waiting_list_entrants(snapshot: TournamentSnapshot, stage: StageSnapshot) -> list[int]:
    """Return the ids of the entrants on the waiting list who can take a seat in a stage.

    Those who entered first come first.
    """
    # Nobody can join after a stage from which only some entrants qualified.
    if has_eliminating_stage_before(snapshot, stage.row.number):
        return []
    seated = set(stage.entrants)
    there = [
        entry
        for entry in snapshot.entries.values()
        if entry.status == EntryStatus.STAND_BY
        and entry.checked_in_at
        and entry.user_id
        and entry.pk not in seated
    ]
    return [entry.pk for entry in sorted(there, key=lambda entry: (entry.entered_at, entry.start_number))]


def has_left(snapshot: TournamentSnapshot, entry_id: int | None) -> bool:
    """Return whether an entrant has withdrawn or been disqualified.

    Return False if `entry_id` is None.
    """
    return entry_id is not None and snapshot.entries[entry_id].is_gone


def missing_seats(snapshot: TournamentSnapshot, tables: list[StageTableSnapshot]) -> dict[str, set[int]]:
    """Return a dict that maps game ids to the seat numbers of missing players.

    A player is missing if they have not arrived or have left the tournament.
    """
    games = {table.row.game_id: table for table in tables if table.row.game_id}
    seats = Seat.objects.filter(table__in=games, user__isnull=False)
    missing: dict[str, set[int]] = {}
    for game, seat, user, arrived_at in seats.values_list("table", "seat", "user", "arrived_at"):
        table_seat = next((one for one in games[game].seats if one.seat == seat), None)
        if table_seat is None or table_seat.bot or table_seat.entry is None:
            continue
        if snapshot.entries[table_seat.entry].user_id != user:
            # The seat has just been given to another player, and the game has not been updated yet.
            continue
        if arrived_at is None or has_left(snapshot, table_seat.entry):
            missing.setdefault(game, set()).add(seat)
    return missing
