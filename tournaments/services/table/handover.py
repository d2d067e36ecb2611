"""Seats that change hands: how the audit log describes them, and how they are given back."""

import logging
from datetime import datetime
from typing import TypedDict

from tournaments.models import Placement, Stage
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.status import change_status

logger = logging.getLogger(__name__)

TOO_LATE = "the game had ended before"


class SeatNote(TypedDict):
    """A seat in the audit log."""

    seat: str
    placement: int
    entry: int | None
    bot: bool


def seat_in_words(placement: Placement) -> SeatNote:
    """A seat as the audit log keeps it."""
    return {
        "seat": str(placement),
        "placement": placement.pk,
        "entry": placement.entry_id,
        "bot": placement.bot,
    }


def undo_too_late(stage: Stage, placements: list[Placement], *, now: datetime) -> None:
    """Give seats back whose games ended before the newcomer could sit down; nothing in a closed stage.

    The result belongs to the player who finished the game. A stand-by who came too late stands by again.
    """
    with editing(stage.tournament_id, by=None, now=now) as edit:
        if edit.stage(stage.number).closed_at is None:
            for placement in placements:
                _give_back(edit, stage, placement)


def _give_back(edit: TournamentEdit, stage: Stage, stale: Placement) -> None:
    placement = Placement.objects.select_related("table", "entry").get(pk=stale.pk)
    if placement.previous_bot is None:
        logger.warning("Seat %s is not as its game ended, and nobody gave it away", placement.pk)
        return
    before, newcomer = seat_in_words(placement), placement.entry
    placement.entry_id, placement.bot = placement.previous_entry_id, placement.previous_bot
    placement.previous_entry_id = placement.previous_bot = None
    placement.save()
    called = newcomer if newcomer is not None and newcomer.pk != placement.entry_id else None
    if called is not None and called.status == EntryStatus.CHECKED_IN:
        change_status(edit, called, EntryStatus.STAND_BY, "stands_by_again", TOO_LATE)
    after = seat_in_words(Placement.objects.select_related("table", "entry").get(pk=placement.pk))
    edit.note("seat_given", stage=stage, before=before, after=after, reason=TOO_LATE)
