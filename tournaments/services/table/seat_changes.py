"""Gives a seat at a table to an entrant from the waiting list or to a bot."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Entry, Placement
from tournaments.models.choices import EntryStatus, Status
from tournaments.selectors.snapshot import StageTableSnapshot
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.status import change_status, take_entrant_out
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.handover import seat_note
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
    """Give a seat to an entrant from the waiting list (`stand_by`, an entry's id) or to a bot (None).

    An entrant gets the table's result and is in the tournament from then on. A bot's result counts for the
    former player if `counts`, otherwise for nobody. If `leaves` but not `counts`, the former player is
    withdrawn; otherwise they stay in the tournament. Raises NoSuchTournament, and WrongMoment if the stage is
    closed, the table has a result on this site, or the newcomer cannot play there.
    """
    table = Placement.objects.filter(pk=placement_id).values_list("table", flat=True).first()
    if table is None:
        raise NoSuchTournament(Sentence("This seat no longer exists. The stage may have been drawn again."))
    with editing_table(table, by, now) as (edit, table_snapshot, _):
        edit.require_status(Status.RUNNING)
        if table_snapshot.row.stage.closed_at is not None:
            raise WrongMoment(Sentence("This stage is closed. Reopen it first."))
        # With real cards it may turn out later who has really played.
        if table_snapshot.result is not None and edit.tournament.online:
            raise WrongMoment(Sentence("This table already has a result."))
        if table_snapshot.row.play_off and not (stand_by is None and counts):
            raise WrongMoment(
                Sentence("Nobody else can be in a play-off. Only a bot can play there for an entrant.")
            )
        if stand_by is None and not edit.tournament.online:
            raise WrongMoment(Sentence("Bots cannot play at tables with real cards."))
        if leaves and not counts:
            _withdraw_player(edit, placement_id, reason)
        give_seat(edit, table_snapshot, placement_id, stand_by, reason, counts=counts)


def _withdraw_player(edit: TournamentEdit, placement_id: int, reason: str) -> None:
    """Withdraw the seat's player; does nothing if the seat has no entrant or they have already left."""
    placement = Placement.objects.select_related("entry").get(pk=placement_id)
    if placement.entry is not None and not placement.entry.is_gone:
        take_entrant_out(edit, placement.entry, EntryStatus.WITHDRAWN, "did_not_come", reason)


def give_seat(
    edit: TournamentEdit,
    table: StageTableSnapshot,
    placement_id: int,
    stand_by: int | None,
    reason: str,
    *,
    counts: bool = False,
) -> None:
    """Within an edit, give a seat to a waiting entrant or a bot; the live table follows after the commit.

    If `counts`, a bot's result counts for the former player. A waiting entrant gets a new grace period.
    Raises WrongMoment if the newcomer is not on the waiting list or already has a seat in the stage.
    """
    placement = Placement.objects.select_related("table", "entry").get(pk=placement_id)
    before = seat_note(placement)
    # The game may end before the newcomer can sit down: then the former player gets the seat back.
    placement.previous_entry, placement.previous_bot = placement.entry, placement.bot
    if stand_by is not None:
        placement.entry = _call_stand_by(edit, stand_by, placement)
        placement.bot = False
        if table.row.opened_at is not None:
            # The entrant who has just been called gets a new grace period.
            table.row.opened_at = edit.now
            table.row.save()
    else:
        placement.bot = True
        placement.entry = placement.entry if counts else None
    placement.save()
    stage = table.row.stage
    edit.note("seat_given", stage=stage, before=before, after=seat_note(placement), reason=reason)
    transaction.on_commit(partial(reconcile_tables, stage.pk, now=edit.now), robust=True)


def _call_stand_by(edit: TournamentEdit, stand_by: int, placement: Placement) -> Entry:
    """Check in an entrant from the waiting list who is called to a seat, and return them.

    Raises WrongMoment if they are not on the waiting list or already have a seat in this stage.
    """
    entry = edit.tournament.entries.filter(pk=stand_by).first()
    if entry is None or entry.status != EntryStatus.STAND_BY:
        raise WrongMoment(Sentence("Only somebody on the waiting list can be given a seat."))
    other = entry.placements.filter(stage=placement.stage_id).exclude(pk=placement.pk).first()
    if other is not None:
        raise WrongMoment(
            Sentence(
                "%(name)s is already at table %(number)d in this stage.",
                name=entry.shown_name,
                number=other.table.number,
            )
        )
    entry.checked_in_at = entry.checked_in_at or edit.now
    change_status(edit, entry, EntryStatus.CHECKED_IN, "called")
    return entry
