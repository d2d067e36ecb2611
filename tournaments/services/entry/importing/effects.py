"""The effect that a file of entrants would have, line by line."""

from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.services.entry.adding import Entrant

CHANGE_LABELS = {
    "name": _("name"),
    "club": pgettext_lazy("of a player", "club"),
    "birth_year": _("birth year"),
    "nation": _("nation"),
    "title_holder": _("title"),
    "user": _("account"),
}


class LineEffect(StrEnum):
    """What one line of the file would do."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    LEFT_OUT = "left_out"


class Change(NamedTuple):
    """A field that importing the file would change, with its old and new values."""

    field: str
    before: Any
    after: Any

    @property
    def label(self) -> str:
        """The changed field's label in the active language."""
        return str(CHANGE_LABELS[self.field])

    @property
    def before_text(self) -> str:
        """The old value as text."""
        return _format_value(self.before)

    @property
    def after_text(self) -> str:
        """The new value as text."""
        return _format_value(self.after)


class PreviewLine(NamedTuple):
    """A line of the file with its effect. `text` is a remark, or the reason why the line is left out."""

    line: int
    kind: LineEffect
    name: str
    entry: Entry | None = None
    entrant: Entrant | None = None
    changes: tuple[Change, ...] = ()
    stands_by: bool = False
    text: str = ""


def _format_value(value: Any) -> str:
    """Return "yes" or "no" for a boolean, a dash for an empty value, otherwise the value as text."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value) if value else "–"
