"""The data of a stage's page in the organisers' console."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from core.translation import translate_all
from tournaments.models import Entry, Stage, StageTable
from tournaments.models.choices import PRELIMINARIES, Status, TieBreak
from tournaments.selectors.desk.overview import next_stage_action
from tournaments.selectors.desk.tables import DeskTable, desk_tables, table_counts
from tournaments.selectors.desk.ties import TieLine, tie_lines
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.play_state import play_has_begun
from tournaments.selectors.qualified import qualifiers_as_drawn, qualifiers_for_stage
from tournaments.selectors.seats import seat_name
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot
from tournaments.selectors.ties import entrants_qualified_only_by, open_ties


class StagePage(NamedTuple):
    """The data of a stage's page; `act` is the code of the suggested action, or "" for a closed stage."""

    stage: Stage
    tables: tuple[DeskTable, ...]
    play_offs: tuple[DeskTable, ...]
    act: str
    counts: dict[str, int]
    through: list[Entry]
    through_by_lot: frozenset[int]
    through_by_play_off: frozenset[int]
    ties: list[TieLine]
    open_ties: bool
    players: int
    waiting_for: Stage | None
    next: Stage | None
    is_preliminary: bool
    overdue: list[int]
    swapped: list[str]
    """The names of entrants who were swapped by hand in a draft and whom drawing again may move."""
    can_take_back: bool
    limits: str
    """The time limits of unfinished tables, so that a form can detect that it shows old ones."""


def stage_page(snapshot: TournamentSnapshot, stage_number: int, now: datetime) -> StagePage | None:
    """Return the data of a stage's page in the organisers' console, or None if there is no such stage."""
    stage = snapshot.find_stage(stage_number)
    if stage is None:
        return None
    tables = desk_tables(snapshot, stage, stage.all_tables)
    earlier = [
        one.row for one in snapshot.stages if one.row.number < stage_number and one.row.closed_at is None
    ]
    later = snapshot.stage_after(stage_number)
    later_number = later.row.number if later else stage_number + 1
    closed = stage.row.closed_at is not None
    return StagePage(
        stage=stage.row,
        tables=tables[: len(stage.tables)],
        play_offs=tables[len(stage.tables) :],
        act="" if closed else next_stage_action(stage),
        counts=table_counts(tables),
        through=_qualified_entrants_in_order(snapshot, later_number, is_last=later is None) if closed else [],
        through_by_lot=entrants_qualified_only_by(TieBreak.DRAWN_LOT, snapshot, stage_number),
        through_by_play_off=entrants_qualified_only_by(TieBreak.PLAY_OFF, snapshot, stage_number),
        ties=tie_lines(snapshot, stage) if _can_hold_play_off(snapshot, later) else [],
        open_ties=bool(open_ties(snapshot, stage_number)),
        players=len(qualifiers_for_stage(snapshot, stage_number)) if stage.row.drawn_at is None else 0,
        waiting_for=earlier[0] if earlier else None,
        next=later.row if later else None,
        is_preliminary=stage.row.kind in PRELIMINARIES,
        overdue=overdue_tables(snapshot, stage_number, now),
        swapped=names_of_unlocked_swapped_entrants(snapshot, stage_number),
        can_take_back=_can_take_draw_back(snapshot, stage.row),
        limits=join_time_limits(table.row for table in stage.tables_without_result),
    )


def _qualified_entrants_in_order(
    snapshot: TournamentSnapshot, next_stage_number: int, *, is_last: bool
) -> list[Entry]:
    """Return the entrants who have qualified from a stage for the next stage, best first.

    The order is that of the standings. If `is_last` is true, the stage is the last one and the order is that
    of the final ranking; `next_stage_number` is then the number of a stage that does not exist.
    """
    found = qualifiers_as_drawn(snapshot, next_stage_number)
    if is_last:
        # Only the results of preliminary stages count in the standings, not those of a knock-out or final.
        places = {entry: place for place, entry in enumerate(ranked_entrants(snapshot))}
        found = tuple(sorted(found, key=lambda entry: places.get(entry, len(places))))
    return [snapshot.entries[entry] for entry in found]


def join_time_limits(tables: Iterable[StageTable]) -> str:
    """Return the times at which the tables close, in ISO 8601 format, sorted and separated by spaces.

    Equal times appear only once. Tables without a time limit are left out.
    """
    # A form sends this text back to show that it was filled in with the current time limits.
    return " ".join(sorted({table.closes_at.isoformat() for table in tables if table.closes_at}))


def _can_take_draw_back(snapshot: TournamentSnapshot, stage: Stage) -> bool:
    """Return whether a stage's published draw can become a draft again.

    The tournament must be running, the stage must not be closed, and play must not have begun.
    """
    return (
        snapshot.tournament.status == Status.RUNNING
        and stage.released_at is not None
        and stage.closed_at is None
        and not play_has_begun(snapshot, stage.number)
    )


def _can_hold_play_off(snapshot: TournamentSnapshot, next_stage: StageSnapshot | None) -> bool:
    """Return whether a play-off can still decide a stage's ties.

    The tournament must be running, and the next stage, if there is one, must not be drawn.
    """
    return snapshot.tournament.status == Status.RUNNING and (
        next_stage is None or next_stage.row.drawn_at is None
    )


def overdue_tables(snapshot: TournamentSnapshot, stage_number: int, now: datetime) -> list[int]:
    """Return the numbers of a stage's unfinished tables whose time limit has passed.

    Play-offs, tables on hold and tables that have been penalised for the delay are left out.
    """
    stage = snapshot.find_stage(stage_number)
    return [
        table.row.number
        for table in (stage.tables if stage else ())
        if table.result is None
        and table.row.halted_at is None
        and table.row.overran_at is None
        and table.row.closes_at is not None
        and table.row.closes_at <= now
    ]


def names_of_unlocked_swapped_entrants(snapshot: TournamentSnapshot, stage_number: int) -> list[str]:
    """Return the names of the players whom organisers have swapped in a stage's unpublished draw.

    Players whose seats are locked are left out. Return [] if the draw has been published.
    """
    stage = snapshot.find_stage(stage_number)
    if stage is None or stage.row.released_at is not None:
        return []
    # Drawing the stage again may move these entrants.
    swapped = set(stage.row.draw_report.get("swapped", ()))
    return [
        translate_all(seat_name(snapshot, seat))
        for table in stage.tables
        for seat in table.seats
        if seat.placement in swapped and not seat.locked
    ]
