"""The audit log as shown and searched in the organisers' console."""

from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.models import AuditEntry, Tournament
from tournaments.models.entry import read_people_of_tournament
from tournaments.rules.namesakes import display_names


class AuditLine(NamedTuple):
    """An audit entry with the numbers of the tables that it concerns."""

    entry: AuditEntry
    tables: list[int]


def audit_entries(tournament: Tournament, *, entry_type: str = "", search: str = "") -> QuerySet[AuditEntry]:
    """Return a tournament's audit entries that match every word of `search`, newest first.

    A word may be part of the entry's type, author or reason. If `entry_type` is given, return only entries of
    this type.
    """
    found = AuditEntry.objects.filter(tournament=tournament).order_by("-number")
    if entry_type:
        found = found.filter(type=entry_type.replace("\0", ""))
    for word in search.replace("\0", "").split():
        found = found.filter(Q(by_name__icontains=word) | Q(reason__icontains=word) | Q(type__icontains=word))
    return found


def audit_types(tournament: Tournament) -> list[str]:
    """Return the sorted entry types that occur in the tournament's audit log."""
    types = AuditEntry.objects.filter(tournament=tournament).order_by("type").values_list("type", flat=True)
    return list(types.distinct())


def entrant_names(tournament: Tournament) -> dict[int, str]:
    """Return all entrants' display names by entry id, including entrants who have left."""
    return display_names(read_people_of_tournament(tournament.pk))


def audit_line(entry: AuditEntry) -> AuditLine:
    """Return an audit entry together with the numbers of the tables that it mentions."""
    for state in (entry.before, entry.after):
        found = (state.get("table") or state.get("tables")) if isinstance(state, dict) else None
        if isinstance(found, int) and "table" in state:
            return AuditLine(entry, [found])
        if isinstance(found, list) and all(isinstance(one, int) for one in found):
            return AuditLine(entry, found)
    return AuditLine(entry, [])


def corrects_result(entry: AuditEntry) -> bool:
    """Return whether the audit entry records a result that replaced an earlier one."""
    return (
        entry.type == "result_entered" and isinstance(entry.before, dict) and bool(entry.before.get("result"))
    )
