"""Filters that turn the audit log into readable text for the organisers' console."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import template
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext, ngettext

from tournaments.models import AuditEntry
from tournaments.selectors.desk.audit_log import corrects_result
from tournaments.selectors.desk.tables import format_points
from tournaments.templatetags import audit_words
from tournaments.time_zones import format_local_time

HIDDEN_FIELDS = ("placement", "placements", "entry", "seats", "rows")
"""Fields stored for `manage.py recompute`, which are of no use to readers."""
ENTRANT_LISTS = ("qualified", "absent", "order")
"""Fields with lists of entrants' ids."""
Names = Mapping[int, str]
"""The entrants' names by their ids."""

register = template.Library()


@register.filter
def audit_entry_text(entry: AuditEntry) -> str:
    """Return what an audit log entry records, as a translated text such as “result corrected”."""
    return gettext("result corrected") if corrects_result(entry) else audit_type_label(entry.type)


@register.filter
def audit_type_label(entry_type: str) -> str:
    """Return the translated label of a type of audit log entry, such as “seats drawn” for `seats_drawn`."""
    return audit_words.audit_label(entry_type)


@register.filter
def actor_text(entry: AuditEntry) -> str:
    """Return the author of an audit entry: a person's name, or "the server"."""
    return entry.by_name if entry.by_user is not None else audit_words.translate_stored_text(entry.by_name)


@register.filter
def reason_text(entry: AuditEntry) -> str:
    """Return an audit entry's reason. Reasons that the server gave are translated."""
    return audit_words.translate_stored_text(entry.reason)


@register.filter
def audit_value_text(value: Any, names: Names) -> str:
    """Return a value from the audit log as text, with entrants' names instead of their ids.

    `names` maps entry ids to names.
    """
    return _value_text(_make_readable(value, names))


def _make_readable(value: Any, names: Names) -> Any:
    """Return a copy of a value from the audit log, with all fields, including nested fields, made readable.

    For example, entrants' ids become names. `names` maps entry ids to names. A value that is neither a dict
    nor a list is returned unchanged.
    """
    if isinstance(value, list):
        return [_make_readable(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: _make_field_readable(name, one, names) for name, one in value.items()}


def _make_field_readable(field_name: str, value: Any, names: Names) -> Any:
    """Return a readable copy of the value that the audit log stores for a field.

    Entrants' ids become names, seats are counted from 1, and times are formatted in local time. `names` maps
    entry ids to names.
    """
    if field_name in ENTRANT_LISTS:
        return [names.get(entry, gettext("somebody")) for entry in value]
    if field_name == "standings":
        # An entrant's id, their points, game points and correct bids.
        return [[names.get(row[0], gettext("somebody")), _points_text(row[1])] for row in value]
    if field_name == "ranking":
        return [names.get(row[0], row[1]) for row in value]
    if field_name == "seat" and isinstance(value, int):
        return value + 1
    if field_name.endswith("_at") and isinstance(value, str):
        return format_local_time(datetime.fromisoformat(value), get_current_timezone())
    return _make_readable(value, names)


def _points_text(points: Any) -> str:
    """Format logged tournament points, such as "165/2", as text such as “82.5 points”."""
    value = Fraction(str(points))
    said = ngettext("%(points)s point", "%(points)s points", 1 if value == 1 else 2)
    return said % {"points": format_points(value)}


def _field_text(field_name: str, value: Any) -> str:
    """Return a logged field's value as text. A code, such as a status or role, becomes a translated label."""
    label = audit_words.choice_label(field_name, value) if isinstance(value, str) else None
    return _value_text(value) if label is None else label


def _value_text(value: Any) -> str:
    """Return a logged value as text such as “name: Ada; seat: 3”, without the technical HIDDEN_FIELDS."""
    if isinstance(value, dict):
        said = [(name, one) for name, one in value.items() if name not in HIDDEN_FIELDS]
        return "; ".join(
            f"{audit_words.audit_label(str(name))}: {_field_text(name, one) or '–'}" for name, one in said
        )
    if isinstance(value, list):
        joint = " | " if any(isinstance(one, list | dict) for one in value) else ", "
        return joint.join(_value_text(one) for one in value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "" if value is None else audit_words.translate_stored_text(str(value))
