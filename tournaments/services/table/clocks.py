"""The clocks of a stage's tables: pause them, resume them, add time."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.models import User
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Stage, StageTable
from tournaments.models.choices import Status
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.table.reconcile import reconcile_tables

MAX_EXTRA_MINUTES = 600
"""Minutes that can be added at once."""


def pause_tables(
    *, tournament_id: int, stage_number: int, by: User, now: datetime, tables: Iterable[int] = ()
) -> int:
    """Hold tables (by number; if none is named, all that play); returns how many."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage, chosen = _playing(edit, stage_number, tables)
        halted = [table for table in chosen if table.halted_at is None]
        for table in halted:
            table.halted_at = now
            table.save()
        note_tables(edit, "tables_paused", stage, halted)
        return len(halted)


def resume_tables(
    *, tournament_id: int, stage_number: int, by: User, now: datetime, tables: Iterable[int] = ()
) -> int:
    """Resume held tables without charging the time that they stood; returns how many."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage, chosen = _playing(edit, stage_number, tables)
        resumed = []
        for table in chosen:
            if table.halted_at is not None:
                shift(table, now - table.halted_at)
                table.halted_at = None
                table.save()
                resumed.append(table)
        note_tables(edit, "tables_resumed", stage, resumed)
        return len(resumed)


def add_time(
    *,
    tournament_id: int,
    stage_number: int,
    minutes: int,
    by: User,
    now: datetime,
    tables: Iterable[int] = (),
    reason: str = "",
) -> int:
    """Give tables more (or, below 0, less) time; gives how many have a time limit at all."""
    if not minutes or abs(minutes) > MAX_EXTRA_MINUTES:
        raise WrongMoment(f"You can add or take off 1 to {MAX_EXTRA_MINUTES} minutes.")
    with editing(tournament_id, by=by, now=now) as edit:
        stage, chosen = _playing(edit, stage_number, tables)
        limited = []
        for table in chosen:
            if table.closes_at is None:
                continue
            closes_at = table.closes_at + timedelta(minutes=minutes)
            if minutes < 0 and closes_at <= (table.halted_at or now):
                raise WrongMoment(f"Table {table.number} does not have that much time left. Stop it instead.")
            table.closes_at = closes_at
            table.save()
            limited.append(table)
        note_tables(edit, "time_added", stage, limited, {"minutes": minutes}, reason)
        return len(limited)


def shift(table: StageTable, by: timedelta) -> None:
    """Move what a table's clock counts to; the row is not saved."""
    if table.closes_at is not None:
        table.closes_at += by
    if table.opened_at is not None:
        table.opened_at += by


def _playing(
    edit: TournamentEdit, stage_number: int, tables: Iterable[int]
) -> tuple[Stage, list[StageTable]]:
    """A running stage, and of the tables named (none: all) those that have no result yet."""
    edit.require_status(Status.RUNNING)
    stage = edit.stage(stage_number)
    if stage.started_at is None or stage.closed_at is not None:
        raise WrongMoment(f"{stage.title} is not being played.")
    stage_snapshot = read_snapshot(edit.tournament).stage(stage_number)
    assert stage_snapshot is not None
    known = {table.row.number for table in stage_snapshot.all_tables}
    wanted = set(tables) or known
    missing = wanted - known
    if missing:
        raise NoSuchTournament(f"{stage.title} has no table {min(missing)}.")
    return stage, [table.row for table in stage_snapshot.waiting if table.row.number in wanted]


def note_tables(
    edit: TournamentEdit,
    act: str,
    stage: Stage,
    tables: list[StageTable],
    after: dict[str, int] | None = None,
    reason: str = "",
) -> None:
    """Add an audit entry for tables, and reconcile their games after the commit."""
    numbers = [table.number for table in tables]
    edit.note(act, stage=stage, after={"tables": numbers, **(after or {})}, reason=reason)
    transaction.on_commit(partial(reconcile_tables, stage.pk, now=edit.now), robust=True)
