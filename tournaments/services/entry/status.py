"""Change the status of entrants, with an entry in the audit log."""

from django.db.models import Q

from tournaments.models import AuditEntry, Entry
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.places import has_room, stand_bys_in_order

LET_IN = "let_in"
"""The audit entry's type when a stand-by becomes a full entrant."""
DISQUALIFIED = "disqualified"
"""The audit entry's type when an entrant is disqualified."""
CHECK_IN_ACTS = ("checked_in", "called", LET_IN)
"""The types of audit entries by which a single entrant is checked in."""


def change_status(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    """Store a new status with an audit entry.

    For a check-in or disqualification also stores the old status, so that the change can be undone.
    """
    before = {"entry": entry.pk, "name": entry.shown_name, "status": entry.status}
    if act in CHECK_IN_ACTS:
        entry.status_before_check_in = entry.status
    elif act == DISQUALIFIED:
        entry.status_before_disqualification = entry.status
    entry.status = status
    entry.save()
    edit.note(act, before=before, after={**before, "status": status}, reason=reason)


def status_before_check_in(entry: Entry) -> str | None:
    """Return the status before the newest check-in, or None if no check-in of this entrant is known."""
    return entry.status_before_check_in or _status_in_log(entry, *CHECK_IN_ACTS)


def status_before_disqualification(entry: Entry) -> str | None:
    """Return the status before the newest disqualification, or None if no disqualification is known."""
    return entry.status_before_disqualification or _status_in_log(entry, DISQUALIFIED)


def _status_in_log(entry: Entry, *acts: str) -> str | None:
    """Return the entrant's status before the newest of these acts, or None if the audit log has no such act.

    Needed for entrants whose row was stored by an earlier version, without that status.
    """
    log = AuditEntry.objects.filter(tournament=entry.tournament_id, type__in=acts).order_by("-number")
    # The earliest wrote down the name alone, which nobody else had: a namesake has entered since.
    by_name = Q(after__entry__isnull=True, after__name=entry.name, at__gte=entry.entered_at)
    own = log.filter(Q(after__entry=entry.pk) | by_name).first()
    return None if own is None else own.before["status"]


def take_entrant_out(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    """Take an entrant out; while entry is open, the first on the waiting list who has room moves up."""
    entry.checked_in_at = None
    change_status(edit, entry, status, act, reason)
    if not edit.tournament.entry_is_open(edit.now):
        return
    for waiting in stand_bys_in_order(edit):
        if has_room(edit, waiting):
            # Who was there for a place that might become free checks in as all entrants do.
            waiting.checked_in_at = None
            change_status(edit, waiting, EntryStatus.ENTERED, "moved_up")
            return
