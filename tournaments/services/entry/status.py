"""Change the status of entrants, with an entry in the audit log."""

from django.db.models import Q

from tournaments.models import AuditEntry, Entry
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.places import has_room, stand_bys_in_order


def change_status(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    before = {"entry": entry.pk, "name": entry.shown_name, "status": entry.status}
    entry.status = status
    entry.save()
    edit.note(act, before=before, after={**before, "status": status}, reason=reason)


def status_before(edit: TournamentEdit, entry: Entry, *acts: str) -> str | None:
    """The status that the newest of these acts changed; None if the log has none of them for the entrant."""
    log = AuditEntry.objects.filter(tournament=edit.tournament, type__in=acts).order_by("-number")
    # Earlier versions wrote down the name alone, which nobody else had: a namesake has entered since.
    by_name = Q(after__entry__isnull=True, after__name=entry.name, at__gte=entry.entered_at)
    own = log.filter(Q(after__entry=entry.pk) | by_name).first()
    return None if own is None else own.before["status"]


def take_out(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    """Take an entrant out; while entry is open, the first stand-by for whom there is room gets the place."""
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
