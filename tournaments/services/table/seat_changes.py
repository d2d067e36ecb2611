"""Gives a seat at a table to an entrant from the waiting list or to a bot."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Entry, Placement
from tournaments.models.choices import EntryStatus, Status
from tournaments.selectors.snapshot.types import StageTableSnapshot
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.status import change_status, end_participation
from tournaments.services.table.editing_table import editing_table
from tournaments.services.table.handover import describe_seat_for_audit_log
from tournaments.services.table.reconcile import reconcile_tables


def give_seat_to_replacement(
    *,
    placement_id: int,
    stand_by_entry_id: int | None,
    actor: User | None,
    now: datetime,
    reason: str = "",
    result_counts_for_former_player: bool = False,
    withdraw_former_player: bool = False,
) -> None:
    """Give a seat to an entrant from the waiting list, or to a bot if `stand_by_entry_id` is None.

    `placement_id` is the id of the seat's Placement, and `actor` is the organiser, or None for the scheduler.
    With `result_counts_for_former_player`, a bot plays on behalf of the former player, who is not withdrawn.
    Otherwise, `withdraw_former_player` withdraws the former player from the tournament. Raise WrongMoment if
    the seat cannot get a new player, and NoSuchTournament if the seat no longer exists.
    """
    table = Placement.objects.filter(pk=placement_id).values_list("table", flat=True).first()
    if table is None:
        raise NoSuchTournament(Sentence("This seat no longer exists. The stage may have been drawn again."))
    with editing_table(table, actor, now) as (edit, table_snapshot, _):
        edit.require_status(Status.RUNNING)
        if table_snapshot.row.stage.closed_at is not None:
            raise WrongMoment(Sentence("This stage is closed. Reopen it first."))
        # With physical cards, it may turn out later who has really played.
        if table_snapshot.result is not None and edit.tournament.online:
            raise WrongMoment(Sentence("This table already has a result."))
        if table_snapshot.row.play_off and not (
            stand_by_entry_id is None and result_counts_for_former_player
        ):
            raise WrongMoment(
                Sentence("Nobody else can be in a play-off. Only a bot can play there for an entrant.")
            )
        if stand_by_entry_id is None and not edit.tournament.online:
            raise WrongMoment(Sentence("Bots cannot play at tables with real cards."))
        if withdraw_former_player and not result_counts_for_former_player:
            _withdraw_former_player(edit, placement_id, reason)
        give_seat_within_edit(
            edit,
            table_snapshot,
            placement_id,
            stand_by_entry_id,
            reason,
            result_counts_for_former_player=result_counts_for_former_player,
        )


def _withdraw_former_player(edit: TournamentEdit, placement_id: int, reason: str) -> None:
    """Withdraw the entrant in a seat. Do nothing if there is no entrant or the entrant has already left."""
    placement = Placement.objects.select_related("entry").get(pk=placement_id)
    if placement.entry is not None and not placement.entry.is_gone:
        end_participation(edit, placement.entry, EntryStatus.WITHDRAWN, "did_not_come", reason)


def give_seat_within_edit(
    edit: TournamentEdit,
    table: StageTableSnapshot,
    placement_id: int,
    stand_by_entry_id: int | None,
    reason: str,
    *,
    result_counts_for_former_player: bool = False,
) -> None:
    """Give a seat to an entrant from the waiting list, or to a bot if `stand_by_entry_id` is None.

    `edit` is a change of the tournament in progress; the new player joins the live game after the change has
    been committed. `placement_id` is the id of the seat's Placement. If `result_counts_for_former_player`, a
    bot plays on behalf of the former player. Raise WrongMoment if the entrant is not on the waiting list or
    already has a seat in the stage.
    """
    placement = Placement.objects.select_related("table", "entry").get(pk=placement_id)
    before = describe_seat_for_audit_log(placement)
    # The game may end before the newcomer can sit down: then the former player gets the seat back.
    placement.previous_entry, placement.previous_bot = placement.entry, placement.bot
    if stand_by_entry_id is not None:
        placement.entry = _check_in_from_waiting_list(edit, stand_by_entry_id, placement)
        placement.bot = False
        if table.row.opened_at is not None:
            # The entrant who has just been called gets a new grace period.
            table.row.opened_at = edit.now
            table.row.save()
    else:
        placement.bot = True
        placement.entry = placement.entry if result_counts_for_former_player else None
    placement.save()
    stage = table.row.stage
    edit.add_audit_entry(
        "seat_given", stage=stage, before=before, after=describe_seat_for_audit_log(placement), reason=reason
    )
    transaction.on_commit(partial(reconcile_tables, stage.pk, now=edit.now), robust=True)


def _check_in_from_waiting_list(edit: TournamentEdit, entry_id: int, placement: Placement) -> Entry:
    """Check in an entrant from the waiting list who gets a seat.

    Raise WrongMoment if they are not on the list or already have a seat in the stage.
    """
    entry = edit.tournament.entries.filter(pk=entry_id).first()
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
