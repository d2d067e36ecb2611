"""Handovers of seats: how the audit log describes them, and how they are undone."""

import logging
from datetime import datetime
from typing import TypedDict

from core.sentence import Sentence
from tournaments.models import Placement, Stage
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.status import change_status

logger = logging.getLogger(__name__)

TOO_LATE = Sentence("the game had ended before")


class SeatNote(TypedDict):
    """A seat in the audit log."""

    seat: str
    placement: int
    entry: int | None
    bot: bool


def describe_seat_for_audit_log(placement: Placement) -> SeatNote:
    """Describe a seat and who sits there for the audit log."""
    return {
        "seat": str(placement),
        "placement": placement.pk,
        "entry": placement.entry_id,
        "bot": placement.bot,
    }


def undo_late_handovers(stage: Stage, placements: list[Placement], *, now: datetime) -> None:
    """Give seats back to former players whose games ended before replacements could take the seats.

    Do nothing if the stage is closed.
    """
    with editing(stage.tournament_id, actor=None, now=now) as edit:
        if edit.get_stage(stage.number).closed_at is None:
            for placement in placements:
                _undo_handover(edit, stage, placement)


def _undo_handover(edit: TournamentEdit, stage: Stage, placement: Placement) -> None:
    """Give a seat back to its former player, and return the replacement to the waiting list.

    If the seat was never given away, only log a warning.
    """
    placement = Placement.objects.select_related("table", "entry").get(pk=placement.pk)
    if placement.previous_bot is None:
        logger.warning("Seat %s is not as its game ended, and nobody gave it away", placement.pk)
        return
    before, newcomer = describe_seat_for_audit_log(placement), placement.entry
    placement.entry_id, placement.bot = placement.previous_entry_id, placement.previous_bot
    placement.previous_entry_id = placement.previous_bot = None
    placement.save()
    called = newcomer if newcomer is not None and newcomer.pk != placement.entry_id else None
    if called is not None and called.status == EntryStatus.CHECKED_IN:
        change_status(edit, called, EntryStatus.STAND_BY, "stands_by_again", TOO_LATE)
    after = describe_seat_for_audit_log(
        Placement.objects.select_related("table", "entry").get(pk=placement.pk)
    )
    edit.add_audit_entry("seat_given", stage=stage, before=before, after=after, reason=TOO_LATE)
