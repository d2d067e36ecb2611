"""Replace entrants who do not come to their table by stand-bys or bots."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from tournaments.models.choices import EntryStatus
from tournaments.rules.timetable import Step, due_tables
from tournaments.selectors.snapshot import StageTableSnapshot, TableSeat, TournamentSnapshot, read_snapshot
from tournaments.selectors.timetable import available_stand_bys, has_left, missing_seats, timetable_facts
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.status import take_out
from tournaments.services.table.seat_changes import give_seat

NO_SHOW = "did not come to the table"


def replace_absent(
    *, tournament_id: int, stage_number: int, by: User | None, now: datetime, tables: Collection[int]
) -> int:
    """At these tables give the seats of who is missing to stand-bys, else to bots; gives how many.

    Who did not come is out of the tournament; organisers can check them in again. Who does not come to a
    play-off has a bot play for them.
    """
    with editing(tournament_id, by=by, now=now) as edit:
        snapshot = read_snapshot(edit.tournament)
        stage = snapshot.stage(stage_number)
        assert stage is not None
        if by is None:
            # Another process may have called somebody meanwhile, whose grace has just begun.
            tables = _still_due(snapshot, stage_number, now) & set(tables)
        chosen = [table for table in stage.waiting if table.row.number in tables]
        missing = missing_seats(snapshot, chosen)
        waiting = available_stand_bys(snapshot, stage)
        replaced = 0
        for table in chosen:
            for seat in table.seats:
                if seat.seat not in missing.get(table.row.game_id or "", ()):
                    continue
                if table.row.play_off:
                    replaced += _replace_in_play_off(edit, table, seat)
                    continue
                if not waiting and not edit.tournament.fill_with_bots:
                    break
                if not has_left(snapshot, seat.entry):
                    _take_out(edit, seat.entry)
                give_seat(edit, table, seat.placement, waiting.pop(0) if waiting else None, NO_SHOW)
                replaced += 1
        return replaced


def _replace_in_play_off(edit: TournamentEdit, table: StageTableSnapshot, seat: TableSeat) -> bool:
    """Have a bot play for an absent entrant, if bots are allowed; nobody else can be in a play-off."""
    if edit.tournament.fill_with_bots:
        give_seat(edit, table, seat.placement, None, NO_SHOW, counts=True)
    return edit.tournament.fill_with_bots


def _still_due(snapshot: TournamentSnapshot, stage_number: int, now: datetime) -> set[int]:
    """The tables at which the grace of somebody who is missing is over now."""
    stage = timetable_facts(snapshot, now).stage
    if stage is None or stage.number != stage_number:
        return set()
    return set(due_tables(stage, Step.REPLACE_NO_SHOWS, now))


def _take_out(edit: TournamentEdit, entry: int | None) -> None:
    found = None if entry is None else edit.tournament.entries.filter(pk=entry).first()
    if found is not None:
        take_out(edit, found, EntryStatus.WITHDRAWN, "did_not_come", NO_SHOW)
