"""One table of a stage: stop it, play it again, put somebody else on a seat."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tournaments.errors import NoSuchTournament, ResultChanged, TablePlays, WrongMoment
from tournaments.models import Entry, HandResult, Placement, StageTable
from tournaments.models.choices import EntryStatus, Status
from tournaments.selectors.snapshot import StageTableSnapshot, TournamentSnapshot, read_snapshot
from tournaments.services.carry_out import carry_out
from tournaments.services.course import note_corrected
from tournaments.services.editing import SERVER_NAME, TournamentEdit, editing, given_reason
from tournaments.services.entering import change_status, take_out
from tournaments.services.given_seats import seat_in_words
from tournaments.services.later_draws import decide, finish
from tournaments.services.result_rows import result_in_words, with_rows
from tournaments.services.tables import note_tables, open_table

NEW_CARDS = "new ones, not those of the other tables"
"""What the log says of a table whose result can no longer be compared with the others'."""


def stop_table(*, table_id: int, by: User | None, now: datetime, reason: str) -> None:
    """End a table's game now: its scored rounds count, the running one does not."""
    why = given_reason(reason)
    with editing_table(table_id, by, now) as (edit, table, _):
        _refuse_unless_playing(table)
        table.row.stopped_at = now
        table.row.save()
        note_tables(edit, "table_stopped", table.row.stage, [table.row], reason=why)


def replay_table(*, table_id: int, by: User, now: datetime, reason: str) -> None:
    """Annul a table's game and result, and let the same players begin anew, always with new cards.

    That holds for a stage with the same deals, too: who has seen cards cannot play them once more.
    """
    why = given_reason(reason)
    with editing_table(table_id, by, now) as (edit, table, snapshot):
        edit.require_status(Status.RUNNING)
        row, stage = table.row, table.row.stage
        if stage.started_at is None or stage.closed_at is not None:
            raise WrongMoment("Only a table of a running stage can be played again.")
        before = {"game": row.game_id, "result": result_in_words(snapshot, table), "table": row.number}
        if row.game_id:
            row.annulled.append(row.game_id)
        if row.hand_results.exists():
            # Results are only ever added: this one says that there is none.
            HandResult.objects.create(table=row, rows=[], reason=why, by=edit.by, at=now)
        row.stopped_at = row.halted_at = row.overran_at = None
        open_table(edit, stage, row, {})
        after = {"cards": NEW_CARDS} if edit.tournament.online and edit.tournament.same_deals else None
        edit.note("table_replayed", stage=stage, before=before, after=after, reason=why)
        transaction.on_commit(partial(carry_out, stage.pk, now=now), robust=True)


def replace_entrant(
    *,
    placement_id: int,
    stand_by: int | None,
    by: User | None,
    now: datetime,
    reason: str = "",
    counts: bool = False,
    leaves: bool = False,
) -> None:
    """Put a stand-by (their entry's id) on a seat, or a bot (None).

    What a stand-by makes is theirs, and they are in the tournament from then on; a bot plays for the
    entrant if `counts`, else for nobody. With `leaves` who had the seat is out of the tournament: else
    they are drawn for the next stage, as everybody is who has checked in.
    """
    table = Placement.objects.filter(pk=placement_id).values_list("table", flat=True).first()
    if table is None:
        raise NoSuchTournament("This seat no longer exists. The stage may have been drawn again.")
    with editing_table(table, by, now) as (edit, table_snapshot, _):
        edit.require_status(Status.RUNNING)
        if table_snapshot.row.stage.closed_at is not None:
            raise WrongMoment("This stage is closed. Reopen it first.")
        # With real cards it may be found later who has really played.
        if table_snapshot.result is not None and edit.tournament.online:
            raise WrongMoment("This table already has a result.")
        if table_snapshot.row.play_off and not (stand_by is None and counts):
            raise WrongMoment("Nobody else can be in a play-off. Only a bot can play there for an entrant.")
        if stand_by is None and not edit.tournament.online:
            raise WrongMoment("Bots cannot play at tables with real cards.")
        if leaves and not counts:
            _take_out(edit, placement_id, reason)
        give_seat(edit, table_snapshot, placement_id, stand_by, reason, counts=counts)


def _take_out(edit: TournamentEdit, placement_id: int, reason: str) -> None:
    """Withdraw whoever has a seat, if they have not left already."""
    placement = Placement.objects.select_related("entry").get(pk=placement_id)
    if placement.entry is not None and not placement.entry.is_gone:
        take_out(edit, placement.entry, EntryStatus.WITHDRAWN, "did_not_come", reason)


# --- Seats that change hands -------------------------------------------------------------------------------


def give_seat(
    edit: TournamentEdit,
    table: StageTableSnapshot,
    placement_id: int,
    stand_by: int | None,
    reason: str,
    *,
    counts: bool = False,
) -> None:
    """Give a seat to a stand-by or to a bot, within an edit; the live table follows after the commit."""
    placement = Placement.objects.select_related("table", "entry").get(pk=placement_id)
    before = seat_in_words(placement)
    if stand_by is not None:
        placement.entry = _called(edit, stand_by, placement)
        placement.bot = False
        if table.row.opened_at is not None:
            # The grace begins anew for who has just been called.
            table.row.opened_at = edit.now
            table.row.save()
    else:
        placement.bot = True
        placement.entry = placement.entry if counts else None
    placement.save()
    stage = table.row.stage
    edit.note("seat_given", stage=stage, before=before, after=seat_in_words(placement), reason=reason)
    transaction.on_commit(partial(carry_out, stage.pk, now=edit.now), robust=True)


def enter_result(
    *,
    table_id: int,
    rows: list[dict[str, int]],
    by: User,
    now: datetime,
    reason: str,
    if_result: str | None = None,
    next_draw: str | None = None,
) -> StageTable:
    """Enter or correct a table's result by hand: `{"seat", "score", "correct_bids"}` for each of its seats.

    `if_result`: the `result_key` that was there when they looked (None: whatever is there is replaced).
    `next_draw`: `keep` or `discard` where a later stage is drawn. The same result again, also that of
    the table's game, only confirms it.
    Raises TablePlays while the game runs, ReasonMissing, WrongMoment for what no game can end with,
    ResultChanged, NextStageDrawn.
    """
    why = given_reason(reason)
    with editing_table(table_id, by, now) as (edit, table, snapshot):
        edit.require_status(Status.RUNNING, Status.FINISHED)
        stage = table.row.stage
        if table.playing:
            raise TablePlays()
        if stage.started_at is None:
            raise WrongMoment(f"{stage.title} has not started.")
        entered = with_rows(snapshot, table, rows)
        newest = table.row.hand_results.last()
        said = {"table": table.row.number, "result": result_in_words(snapshot, entered), "rows": rows}
        if entered.result_key == table.result_key:
            edit.note("result_confirmed", stage=stage, after=said, reason=why)
            return table.row
        if if_result not in (None, table.result_key):
            raise ResultChanged(_changed(snapshot, table, newest))
        later = decide(edit, snapshot, stage.number, next_draw, why)
        HandResult.objects.create(table=table.row, rows=rows, reason=why, by=edit.by, at=now)
        before = {"table": table.row.number, "result": result_in_words(snapshot, table)}
        edit.note("result_entered", stage=stage, before=before, after={**said, **later.words}, reason=why)
        note_corrected(edit, stage.number)
    finish(later, by=by, now=now, reason=why)
    return table.row


def _changed(snapshot: TournamentSnapshot, table: StageTableSnapshot, newest: HandResult | None) -> str:
    """What was entered since somebody looked."""
    words = result_in_words(snapshot, table)
    if words is None:
        return f"The result of table {table.row.number} has been annulled in the meantime."
    who = (newest.by.username if newest.by else SERVER_NAME) if newest and table.by_hand else "the game"
    lines = "; ".join(", ".join(line) for line in words)
    return f"Table {table.row.number} now has a different result, entered by {who}: {lines}."


def _called(edit: TournamentEdit, stand_by: int, placement: Placement) -> Entry:
    """A stand-by who is called to a seat, checked in by that."""
    entry = edit.tournament.entries.filter(pk=stand_by).first()
    if entry is None or entry.status != EntryStatus.STAND_BY:
        raise WrongMoment("Only somebody on the waiting list can be given a seat.")
    other = entry.placements.filter(stage=placement.stage_id).exclude(pk=placement.pk).first()
    if other is not None:
        raise WrongMoment(f"{entry.shown_name} is already at table {other.table.number} in this stage.")
    entry.checked_in_at = entry.checked_in_at or edit.now
    change_status(edit, entry, EntryStatus.CHECKED_IN, "called")
    return entry


def _refuse_unless_playing(table: StageTableSnapshot) -> None:
    if not table.playing or table.row.stopped_at is not None:
        raise WrongMoment(f"Table {table.row.number} is not playing.")


@contextmanager
def editing_table(
    table_id: int, by: User | None, now: datetime
) -> Iterator[tuple[TournamentEdit, StageTableSnapshot, TournamentSnapshot]]:
    """Edit the tournament of one table, with facts of both that are read after the lock is held."""
    row = StageTable.objects.select_related("stage").filter(pk=table_id).first()
    if row is None:
        raise NoSuchTournament("This table no longer exists. The stage may have been drawn again.")
    with editing(row.stage.tournament_id, by=by, now=now) as edit:
        snapshot = read_snapshot(edit.tournament)
        table = snapshot.table(table_id)
        if table is None:
            raise NoSuchTournament("This table no longer exists. The stage has been drawn again.")
        yield edit, table, snapshot
