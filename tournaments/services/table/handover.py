"""Seats that were given away: how the audit log keeps it, and how it is undone where the game was quicker."""

import logging
from datetime import datetime
from typing import Any

from tournaments.models import AuditEntry, Placement, Stage
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.status import change_status

logger = logging.getLogger(__name__)

TOO_LATE = "the game had ended before"


def seat_in_words(placement: Placement) -> dict[str, Any]:
    """A seat as the audit log keeps it, with all that is needed to undo what is done to it."""
    return {
        "seat": str(placement),
        "placement": placement.pk,
        "entry": placement.entry_id,
        "bot": placement.bot,
    }


def undo_too_late(stage: Stage, placements: list[Placement], *, now: datetime) -> None:
    """Give seats back whose games ended in the instant in which they were given away.

    Who played the game to its end has its result; a stand-by who came too late stands by again.
    """
    with editing(stage.tournament_id, by=None, now=now) as edit:
        if edit.stage(stage.number).closed_at is None:
            for placement in placements:
                _give_back(edit, stage, placement)


def _give_back(edit: TournamentEdit, stage: Stage, stale: Placement) -> None:
    placement = Placement.objects.select_related("table", "entry").get(pk=stale.pk)
    given = AuditEntry.objects.filter(tournament=edit.tournament, type="seat_given", stage=stage.number)
    last = next((each for each in given.order_by("-number") if each.after["placement"] == placement.pk), None)
    if last is None or (last.after["entry"], last.after["bot"]) != (placement.entry_id, placement.bot):
        logger.warning("Seat %s is not as its game ended, and nobody gave it away", placement.pk)
        return
    before, newcomer = seat_in_words(placement), placement.entry
    placement.entry_id, placement.bot = last.before["entry"], last.before["bot"]
    placement.save()
    called = newcomer if newcomer is not None and newcomer.pk != placement.entry_id else None
    if called is not None and called.status == EntryStatus.CHECKED_IN:
        change_status(edit, called, EntryStatus.STAND_BY, "stands_by_again", TOO_LATE)
    after = seat_in_words(Placement.objects.select_related("table", "entry").get(pk=placement.pk))
    edit.note("seat_given", stage=stage, before=before, after=after, reason=TOO_LATE)
