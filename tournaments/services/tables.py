"""The tables of a stage while they play: start, pause, more time, somebody else on a seat, once more."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from core.refusal import Refusal
from games.services.referee import seat_table, seed_with_first_dealer
from tournaments.errors import CannotBeSeated, NoSuchTournament, WrongMoment
from tournaments.models import Stage, StageTable
from tournaments.models.choices import Status, Visibility
from tournaments.rules.mixes import options_for
from tournaments.selectors.mixes import table_mix
from tournaments.selectors.sitters import required_sitter
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.carry_out import carry_out
from tournaments.services.editing import TournamentEdit, editing

LONGEST_EXTRA = 600
"""Minutes that can be added at once."""


def start_tables(*, tournament_id: int, number: int, by: User | None, now: datetime) -> Stage:
    """Open all tables of a released stage, all or none; with real cards only the clock starts."""
    with editing(tournament_id, by=by, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.stage(number)
        if stage.released_at is None:
            raise WrongMoment(f"Release the seats of {stage.title} first.")
        if stage.started_at is not None:
            raise WrongMoment(f"{stage.title} has already started.")
        seeds: dict[int, str] = {}
        tables = stage.tables.filter(play_off=False).order_by("number")
        for table in tables:
            open_table(edit, stage, table, seeds)
        stage.started_at = now
        stage.save()
        edit.note("tables_started", stage=stage, after={"tables": len(tables)})
        return stage


def pause_tables(
    *, tournament_id: int, number: int, by: User, now: datetime, tables: Iterable[int] = ()
) -> int:
    """Halt tables (by number; none named: all that play); gives how many."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage, chosen = _playing(edit, number, tables)
        halted = [table for table in chosen if table.halted_at is None]
        for table in halted:
            table.halted_at = now
            table.save()
        note_tables(edit, "tables_paused", stage, halted)
        return len(halted)


def resume_tables(
    *, tournament_id: int, number: int, by: User, now: datetime, tables: Iterable[int] = ()
) -> int:
    """Let halted tables go on; the time that they stood is charged to nobody. Gives how many."""
    with editing(tournament_id, by=by, now=now) as edit:
        stage, chosen = _playing(edit, number, tables)
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
    number: int,
    minutes: int,
    by: User,
    now: datetime,
    tables: Iterable[int] = (),
    reason: str = "",
) -> int:
    """Give tables more (or, below 0, less) time; gives how many have a time limit at all."""
    if not minutes or abs(minutes) > LONGEST_EXTRA:
        raise WrongMoment(f"You can add or take off 1 to {LONGEST_EXTRA} minutes.")
    with editing(tournament_id, by=by, now=now) as edit:
        stage, chosen = _playing(edit, number, tables)
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


# --- Shared ------------------------------------------------------------------------------------------------


def open_table(edit: TournamentEdit, stage: Stage, table: StageTable, seeds: dict[int, str]) -> None:
    """Let a table begin: its clock, and its game if played here. `seeds` are those of sizes already dealt."""
    table.opened_at = edit.now
    # Nobody waits for a play-off as all wait for the last table: it has no limit, and costs no penalty.
    limited = stage.minutes and not table.play_off
    table.closes_at = edit.now + timedelta(minutes=stage.minutes or 0) if limited else None
    if edit.tournament.online:
        table.game_id = _seat_game(edit, stage, table, seeds)
    table.save()


def _seat_game(edit: TournamentEdit, stage: Stage, table: StageTable, seeds: dict[int, str]) -> str:
    placements = table.placements.select_related("entry__user").order_by("seat")
    sitters = [required_sitter(placement) for placement in placements]
    missing = [str(p.entry) for p, sitter in zip(placements, sitters, strict=True) if sitter is None]
    if missing:
        raise CannotBeSeated(
            f"These entrants have no account, so they cannot play on this site: {', '.join(missing)}."
        )
    # What a play-off deals is dealt at no other table.
    same = edit.tournament.same_deals and not table.play_off
    seed = seeds.get(table.size) if same else None
    if seed is None:
        seed = seeds[table.size] = seed_with_first_dealer(table.size)
    try:
        return seat_table(
            sitters=[sitter for sitter in sitters if sitter is not None],
            options=options_for(table_mix(table), table.size),
            now=edit.now,
            visibility="private" if same or edit.tournament.visibility != Visibility.PUBLIC else "public",
            sealed=same,
            server_seed=seed,
            caption=f"{edit.tournament.name}, {stage.title}, {_in_words(table)}",
            caption_url=edit.tournament.get_absolute_url(),
            closes_at=table.closes_at,
        )
    except Refusal as refusal:
        raise CannotBeSeated(f"Table {table.number}: {refusal.detail}") from None


def _in_words(table: StageTable) -> str:
    return f"play-off at table {table.number}" if table.play_off else f"table {table.number}"


def shift(table: StageTable, by: timedelta) -> None:
    """Move what a table's clock counts to; the row is not saved."""
    if table.closes_at is not None:
        table.closes_at += by
    if table.opened_at is not None:
        table.opened_at += by


def _playing(edit: TournamentEdit, number: int, tables: Iterable[int]) -> tuple[Stage, list[StageTable]]:
    """A running stage, and of the tables named (none: all) those that have no result yet."""
    edit.require_status(Status.RUNNING)
    stage = edit.stage(number)
    if stage.started_at is None or stage.closed_at is not None:
        raise WrongMoment(f"{stage.title} is not being played.")
    stage_snapshot = read_snapshot(edit.tournament).stage(number)
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
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Write down what was done to tables, and have it done when all is stored."""
    numbers = [table.number for table in tables]
    edit.note(act, stage=stage, after={"tables": numbers, **(after or {})}, reason=reason)
    transaction.on_commit(partial(carry_out, stage.pk, now=edit.now), robust=True)
