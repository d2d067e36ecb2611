"""The clocks of tables: pausing, resuming, adding time."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, SentTwice, WrongMoment
from tournaments.models import Stage, StageTable
from tournaments.models.choices import Status
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.table.reconcile import reconcile_tables

MAX_EXTRA_MINUTES = 600
"""Maximum minutes that can be added at once."""


def hold_tables(
    *, tournament_id: int, stage_number: int, actor: User, now: datetime, tables: Iterable[int] = ()
) -> int:
    """Put unfinished tables of a stage on hold, and return how many were put on hold.

    `tables` contains table numbers; if it is empty, all tables of the stage are meant.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        stage, chosen = _unfinished_tables(edit, stage_number, tables)
        halted = [table for table in chosen if table.halted_at is None]
        for table in halted:
            table.halted_at = now
            table.save()
        log_and_reconcile_tables(edit, "tables_paused", stage, halted)
        return len(halted)


def resume_tables(
    *, tournament_id: int, stage_number: int, actor: User, now: datetime, tables: Iterable[int] = ()
) -> int:
    """Resume tables of a stage that are on hold, and return how many were resumed.

    `tables` contains table numbers; if it is empty, all tables of the stage are meant.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        stage, chosen = _unfinished_tables(edit, stage_number, tables)
        resumed = []
        for table in chosen:
            if table.halted_at is not None:
                # The time on hold is added to the time limit.
                shift_table_clock(table, now - table.halted_at)
                table.halted_at = None
                table.save()
                resumed.append(table)
        log_and_reconcile_tables(edit, "tables_resumed", stage, resumed)
        return len(resumed)


def add_time(
    *,
    tournament_id: int,
    stage_number: int,
    minutes: int,
    actor: User,
    now: datetime,
    tables: Iterable[int] = (),
    reason: str = "",
    if_limits: Collection[datetime] | None = None,
) -> int:
    """Extend the time limits of unfinished tables of a stage, and return how many limits were changed.

    Negative `minutes` shorten the limits; raise WrongMoment if a table has too little time left. `tables`
    contains table numbers; if it is empty, all tables are meant. Tables without a limit are skipped.
    `if_limits` contains the limits that the tables had when the form was opened, or is None for no check.
    Raise SentTwice if the limit of a table is not among them, because the form may have been sent twice.
    """
    if not minutes or abs(minutes) > MAX_EXTRA_MINUTES:
        raise WrongMoment(
            Sentence(
                "You can add or take off 1 to %(most)s minutes.",
                most=MAX_EXTRA_MINUTES,
            )
        )
    with editing(tournament_id, actor=actor, now=now) as edit:
        stage, chosen = _unfinished_tables(edit, stage_number, tables)
        limited = []
        for table in chosen:
            if table.closes_at is None:
                continue
            # Another limit than when the form was opened means that it was sent twice.
            if if_limits is not None and table.closes_at not in if_limits:
                raise SentTwice()
            closes_at = table.closes_at + timedelta(minutes=minutes)
            # The clock of a halted table stopped when it was halted, so its remaining time counts from then.
            if minutes < 0 and closes_at <= (table.halted_at or now):
                raise WrongMoment(
                    Sentence(
                        "Table %(number)d does not have that much time left. Stop it instead.",
                        number=table.number,
                    )
                )
            table.closes_at = closes_at
            table.save()
            limited.append(table)
        log_and_reconcile_tables(edit, "time_added", stage, limited, {"minutes": minutes}, reason)
        return len(limited)


def shift_table_clock(table: StageTable, shift: timedelta) -> None:
    """Shift the opening and closing time of a table, if set. Do not save the table."""
    if table.closes_at is not None:
        table.closes_at += shift
    if table.opened_at is not None:
        table.opened_at += shift


def _unfinished_tables(
    edit: TournamentEdit, stage_number: int, table_numbers: Iterable[int]
) -> tuple[Stage, list[StageTable]]:
    """Return a stage and its unfinished tables.

    If `table_numbers` is not empty, return only the tables with these numbers. Raise NoSuchTournament if the
    stage or a table does not exist, and WrongMoment if the stage is not being played.
    """
    edit.require_status(Status.RUNNING)
    stage = edit.get_stage(stage_number)
    if stage.started_at is None or stage.closed_at is not None:
        raise WrongMoment(Sentence("%(title)s is not being played.", title=stage.title))
    stage_snapshot = read_snapshot(edit.tournament).find_stage(stage_number)
    assert stage_snapshot is not None
    known = {table.row.number for table in stage_snapshot.all_tables}
    wanted = set(table_numbers) or known
    missing = wanted - known
    if missing:
        raise NoSuchTournament(
            Sentence("%(title)s has no table %(min)s.", title=stage.title, min=min(missing))
        )
    return stage, [table.row for table in stage_snapshot.tables_without_result if table.row.number in wanted]


def log_and_reconcile_tables(
    edit: TournamentEdit,
    act: str,
    stage: Stage,
    tables: list[StageTable],
    details: dict[str, int] | None = None,
    reason: str = "",
) -> None:
    """Add an audit entry of type `act` about changed tables of a stage.

    `details` contains further values for the entry. After the commit, update the live games of the stage to
    match the tables in the database.
    """
    numbers = [table.number for table in tables]
    edit.add_audit_entry(act, stage=stage, after={"tables": numbers, **(details or {})}, reason=reason)
    transaction.on_commit(partial(reconcile_tables, stage.pk, now=edit.now), robust=True)
