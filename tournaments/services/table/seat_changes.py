"""Give a seat of a table to a stand-by or to a bot."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Entry, Placement
from tournaments.models.choices import EntryStatus, Status
from tournaments.selectors.snapshot import StageTableSnapshot
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.status import change_status, take_out
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.handover import seat_in_words
from tournaments.services.table.reconcile import reconcile_tables


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
    # The game may end before the newcomer can sit down: then the seat goes back to these.
    placement.previous_entry, placement.previous_bot = placement.entry, placement.bot
    if stand_by is not None:
        placement.entry = _called(edit, stand_by, placement)
        placement.bot = False
        if table.row.opened_at is not None:
            # The grace begins anew for the stand-by who has just been called.
            table.row.opened_at = edit.now
            table.row.save()
    else:
        placement.bot = True
        placement.entry = placement.entry if counts else None
    placement.save()
    stage = table.row.stage
    edit.note("seat_given", stage=stage, before=before, after=seat_in_words(placement), reason=reason)
    transaction.on_commit(partial(reconcile_tables, stage.pk, now=edit.now), robust=True)


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
