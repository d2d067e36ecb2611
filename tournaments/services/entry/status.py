"""Change the status of entrants, with an entry in the audit log."""

from collections.abc import Mapping

from django.db.models import Q

from tournaments.models import AuditEntry, Entry
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.places import Places, waiting_list_in_order

LET_IN = "let_in"
"""The audit entry's type when an entrant on the waiting list is given a place."""
DISQUALIFIED = "disqualified"
"""The audit entry's type when an entrant is disqualified."""
CHECK_IN_ACTS = ("checked_in", "called", LET_IN)
"""The types of audit entries that record the check-in of a single entrant."""


def change_status(
    edit: TournamentEdit,
    entry: Entry,
    status: str,
    act: str,
    reason: str = "",
    note: Mapping[str, str] | None = None,
) -> None:
    """Save an entrant's new status, and add an audit entry of type `act`.

    The audit entry also contains `reason` and the further values in `note`. Check-ins and disqualifications
    can be undone, so also save the old status for them.
    """
    before = {"entry": entry.pk, "name": entry.shown_name, "status": entry.status}
    # These acts can be undone, so the previous status is saved, too.
    if act in CHECK_IN_ACTS:
        entry.status_before_check_in = entry.status
    elif act == DISQUALIFIED:
        entry.status_before_disqualification = entry.status
    entry.status = status
    entry.save()
    after = {**before, "status": status, **(note or {})}
    edit.add_audit_entry(act, before=before, after=after, reason=reason)


def status_before_check_in(entry: Entry) -> str | None:
    """Return an entrant's status before the latest check-in, or None if there was no check-in."""
    return entry.status_before_check_in or _find_logged_status_before(entry, *CHECK_IN_ACTS)


def status_before_disqualification(entry: Entry) -> str | None:
    """Return an entrant's status before the latest disqualification, or None if there was none."""
    return entry.status_before_disqualification or _find_logged_status_before(entry, DISQUALIFIED)


def _find_logged_status_before(entry: Entry, *acts: str) -> str | None:
    """Return an entrant's status before the latest audit entry of one of these types.

    Return None if there is no such entry.
    """
    # Entrants stored by an earlier version of the software have their former status only in the audit log.
    log = AuditEntry.objects.filter(tournament=entry.tournament_id, type__in=acts).order_by("-number")
    # The earliest entries have only the name, which was unique then; a namesake may have entered since.
    by_name = Q(after__entry__isnull=True, after__name=entry.name, at__gte=entry.entered_at)
    own = log.filter(Q(after__entry=entry.pk) | by_name).first()
    return None if own is None else own.before["status"]


def end_participation(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    """Set an entrant's status to withdrawn or disqualified, and add an audit entry of type `act`.

    If the entry period is open, give the free place to an entrant on the waiting list.
    """
    entry.checked_in_at = None
    change_status(edit, entry, status, act, reason)
    # The place goes to the first waiting entrant who can take it.
    promote_from_waiting_list(edit)


def promote_from_waiting_list(edit: TournamentEdit, *, excluded_entry: Entry | None = None) -> None:
    """Give free places to entrants on the waiting list, except to `excluded_entry`.

    Do nothing unless the entry period is open.
    """
    # Called whenever a place may have become free.
    if not edit.tournament.entry_is_open(edit.now):
        return
    places = Places(edit.tournament)
    for waiting in waiting_list_in_order(edit):
        if waiting != excluded_entry and places.reserve_place(waiting):
            # Even if they had checked in on the waiting list, they check in again like all entrants.
            waiting.checked_in_at = None
            change_status(edit, waiting, EntryStatus.ENTERED, "moved_up")
