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


def audit_entries(tournament: Tournament, *, act: str = "", search: str = "") -> QuerySet[AuditEntry]:
    """Return a tournament's audit entries, newest first, that match the filters.

    If given, `act` must equal an entry's type. Each word of `search` must occur in the type, the author's
    name or the reason.
    """
    found = AuditEntry.objects.filter(tournament=tournament).order_by("-number")
    if act:
        found = found.filter(type=act.replace("\0", ""))
    for word in search.replace("\0", "").split():
        found = found.filter(Q(by_name__icontains=word) | Q(reason__icontains=word) | Q(type__icontains=word))
    return found


def audit_types(tournament: Tournament) -> list[str]:
    """Return the sorted entry types that occur in the tournament's audit log."""
    types = AuditEntry.objects.filter(tournament=tournament).order_by("type").values_list("type", flat=True)
    return list(types.distinct())


def entrant_names(tournament: Tournament) -> dict[int, str]:
    """Return all entrants' display names by entry id, including those who have left."""
    return display_names(read_people_of_tournament(tournament.pk))


def audit_line(entry: AuditEntry) -> AuditLine:
    """Return an audit entry together with the numbers of the tables in its data; [] if it has none."""
    for state in (entry.before, entry.after):
        found = (state.get("table") or state.get("tables")) if isinstance(state, dict) else None
        if isinstance(found, int) and "table" in state:
            return AuditLine(entry, [found])
        if isinstance(found, list) and all(isinstance(one, int) for one in found):
            return AuditLine(entry, found)
    return AuditLine(entry, [])


def corrects_result(entry: AuditEntry) -> bool:
    """Whether the audit entry records that a result was entered in place of an earlier one."""
    return (
        entry.type == "result_entered" and isinstance(entry.before, dict) and bool(entry.before.get("result"))
    )
