"""Replaces entrants who leave or do not come to their table with entrants from the waiting list or bots."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.models.choices import EntryStatus
from tournaments.rules.timetable import Step, due_tables
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import StageTableSnapshot, TableSeat, TournamentSnapshot
from tournaments.selectors.timetable import (
    available_waiting_list_entrants,
    grace_period_end,
    has_left,
    missing_seats,
    timetable_facts,
)
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.status import end_participation
from tournaments.services.table.seat_changes import give_seat_within_edit

NO_SHOW = Sentence("did not come to the table")
LEFT = Sentence("left the tournament")


def replace_missing_players(
    *, tournament_id: int, stage_number: int, actor: User | None, now: datetime, tables: Collection[int]
) -> int:
    """Replace missing players at tables of a stage, and return how many were replaced.

    `tables` contains table numbers; tables with a result are skipped. `actor` is the organiser, or None for
    the scheduler. The scheduler replaces nobody before the table's grace period is over, except players who
    have left the tournament.

    Entrants from the waiting list get the seats first, then bots if bots are allowed; the replaced players
    are withdrawn. At a play-off, only bots replace players, and nobody is withdrawn.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        snapshot = read_snapshot(edit.tournament)
        stage = snapshot.find_stage(stage_number)
        assert stage is not None
        if actor is None:
            # Another process may have called somebody in the meantime, whose grace period has just begun.
            tables = _tables_with_replaceable_players(snapshot, stage_number, now) & set(tables)
        chosen = [table for table in stage.tables_without_result if table.row.number in tables]
        missing = missing_seats(snapshot, chosen)
        waiting = available_waiting_list_entrants(snapshot, stage)
        replaced = 0
        for table in chosen:
            # Before any seat is given away: calling somebody from the waiting list starts a new grace period.
            end = grace_period_end(snapshot, table)
            leavers_only = actor is None and (end is None or end > now)
            for seat in table.seats:
                if seat.seat not in missing.get(table.row.game_id or "", ()):
                    continue
                if leavers_only and not has_left(snapshot, seat.entry):
                    continue
                if table.row.play_off:
                    # A play-off is only for those who are tied, so no other entrant can take the seat.
                    replaced += _replace_with_bot_in_play_off(edit, table, seat)
                    continue
                if not waiting and not edit.tournament.fill_with_bots:
                    break
                # A player who has already withdrawn keeps that status, without a second audit entry.
                if not has_left(snapshot, seat.entry):
                    _withdraw_missing_entrant(edit, seat.entry)
                give_seat_within_edit(
                    edit, table, seat.placement, waiting.pop(0) if waiting else None, NO_SHOW
                )
                replaced += 1
        return replaced


def replace_leaver_with_bots(edit: TournamentEdit, entry_id: int) -> None:
    """Let bots take the seats of an entrant who has left, at all tables that have no result yet.

    Stages that are closed, or whose seats are not published yet, are skipped. Do nothing if the tournament is
    not online, bots are not allowed or the automatic timetable is on.
    """
    tournament = edit.tournament
    # An automatic timetable replaces missing players later.
    if tournament.follows_timetable or not tournament.online or not tournament.fill_with_bots:
        return
    for stage in read_snapshot(tournament).stages:
        if stage.row.released_at is None or stage.row.closed_at is not None:
            continue
        for table in stage.tables_without_result:
            for seat in table.seats:
                if seat.entry == entry_id and not seat.bot:
                    give_seat_within_edit(
                        edit,
                        table,
                        seat.placement,
                        None,
                        LEFT,
                        # At a play-off, the bot plays for the entrant who left.
                        result_counts_for_former_player=table.row.play_off,
                    )


def _replace_with_bot_in_play_off(edit: TournamentEdit, table: StageTableSnapshot, seat: TableSeat) -> bool:
    """Let a bot play for an entrant who is missing at a play-off, and return True.

    If bots are not allowed, do nothing and return False.
    """
    if edit.tournament.fill_with_bots:
        give_seat_within_edit(
            edit, table, seat.placement, None, NO_SHOW, result_counts_for_former_player=True
        )
    return edit.tournament.fill_with_bots


def _tables_with_replaceable_players(
    snapshot: TournamentSnapshot, stage_number: int, now: datetime
) -> set[int]:
    """Return the numbers of the stage's tables where the scheduler may replace missing players now."""
    stage = timetable_facts(snapshot).stage
    if stage is None or stage.number != stage_number:
        return set()
    return set(due_tables(stage, Step.REPLACE_NO_SHOWS, now))


def _withdraw_missing_entrant(edit: TournamentEdit, entry_id: int | None) -> None:
    """Withdraw an entrant who did not come to the table.

    Do nothing if `entry_id` is None or there is no such entrant.
    """
    found = None if entry_id is None else edit.tournament.entries.filter(pk=entry_id).first()
    if found is not None:
        end_participation(edit, found, EntryStatus.WITHDRAWN, "did_not_come", NO_SHOW)
