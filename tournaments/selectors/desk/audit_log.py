"""The audit log as the desk reads it: searched, and in words."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.timezone import get_current_timezone

from tournaments.models import AuditEntry, Tournament
from tournaments.models.entry import people_of
from tournaments.rules.namesakes import shown_names
from tournaments.time_zones import moment_words

MAX_SUMMARY_LENGTH = 60
"""Letters of a line that can be opened."""
HIDDEN_FIELDS = ("placement", "placements", "entry", "seats", "rows")
"""What is written down for `manage.py recompute`, and says nothing to people."""
LABELS = {
    "put_on_stand_by": "put on the waiting list",
    "stand_by": "waiting list",
    "correct_bids": "bids met",
}
"""Names in the log that people know by another word."""
ENTRANT_LISTS = ("qualified", "absent", "order")
"""Lists of entrants, by their ids."""
Names = Mapping[int, str]
"""The entrants' names by their ids."""


class AuditLine(NamedTuple):
    """An act in words; `before` and `after` are empty where there is nothing to say."""

    number: int
    at: datetime
    by_name: str
    act: str
    stage: int | None
    table: str
    short: str
    before: str
    after: str
    reason: str


def audit_entries(tournament: Tournament, *, act: str = "", search: str = "") -> QuerySet[AuditEntry]:
    """The newest first; `search` looks into acts, names and reasons."""
    found = AuditEntry.objects.filter(tournament=tournament).order_by("-number")
    if act:
        found = found.filter(type=act.replace("\0", ""))
    for word in search.replace("\0", "").split():
        found = found.filter(Q(by_name__icontains=word) | Q(reason__icontains=word) | Q(type__icontains=word))
    return found


def audit_types(tournament: Tournament) -> list[tuple[str, str]]:
    """All acts there are, each with its words."""
    types = AuditEntry.objects.filter(tournament=tournament).order_by("type").values_list("type", flat=True)
    return [(act, type_label(act)) for act in types.distinct()]


def entrant_names(tournament: Tournament) -> Names:
    """The names of all entrants of a tournament, as they are shown now."""
    return shown_names(people_of(tournament.pk))


def audit_line(entry: AuditEntry, names: Names) -> AuditLine:
    """One entry in words, with times in the time zone that is active."""
    before, after = as_text(with_names(entry.before, names)), as_text(with_names(entry.after, names))
    short = after or before
    return AuditLine(
        number=entry.number,
        at=entry.at,
        by_name=entry.by_name,
        act=act_text(entry),
        stage=entry.stage,
        table=_table(entry),
        short=short if len(short) <= MAX_SUMMARY_LENGTH else f"{short[:MAX_SUMMARY_LENGTH]}…",
        before=before,
        after=after,
        reason=entry.reason,
    )


def act_text(entry: AuditEntry) -> str:
    """What was done; a result in the place of another one is a correction."""
    if entry.type == "result_entered" and isinstance(entry.before, dict) and entry.before.get("result"):
        return "result corrected"
    return type_label(entry.type)


def _table(entry: AuditEntry) -> str:
    """The number of the table that an entry is about, or those of several; empty if it is about none."""
    for state in (entry.before, entry.after):
        found = (state.get("table") or state.get("tables")) if isinstance(state, dict) else None
        if isinstance(found, int) and "table" in state:
            return str(found)
        if isinstance(found, list) and all(isinstance(one, int) for one in found):
            return ", ".join(map(str, found))
    return ""


def type_label(act: str) -> str:
    """The type of an entry, or a name in it, as people write it."""
    return LABELS.get(act, act.replace("_", " "))


def with_names(value: Any, names: Names) -> Any:
    """What the log keeps, with names for the ids of entrants, and with seats that count from 1."""
    if isinstance(value, list):
        return [with_names(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: _with_names(name, one, names) for name, one in value.items()}


def _with_names(key: str, value: Any, names: Names) -> Any:
    if key in ENTRANT_LISTS:
        return [names.get(entry, "somebody") for entry in value]
    if key == "standings":
        # An entrant's id, their points, game points and correct bids.
        return [[names.get(row[0], "somebody"), row[1]] for row in value]
    if key == "ranking":
        return [names.get(row[0], row[1]) for row in value]
    if key == "seat" and isinstance(value, int):
        return value + 1
    if key.endswith("_at") and isinstance(value, str):
        return moment_words(datetime.fromisoformat(value), get_current_timezone())
    return with_names(value, names)


def _field_text(name: str, value: Any) -> str:
    return type_label(value) if name == "status" and isinstance(value, str) else as_text(value)


def as_text(value: Any) -> str:
    """What the log keeps of a state, without the brackets of JSON."""
    if isinstance(value, dict):
        said = [(name, one) for name, one in value.items() if name not in HIDDEN_FIELDS]
        return "; ".join(f"{type_label(str(name))}: {_field_text(name, one) or '–'}" for name, one in said)
    if isinstance(value, list):
        joint = " | " if any(isinstance(one, list | dict) for one in value) else ", "
        return joint.join(as_text(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
