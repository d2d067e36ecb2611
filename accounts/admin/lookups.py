"""Which questions a list answers by its address; Django would let staff ask about hidden columns, too."""

from typing import Any

from django.contrib import admin
from django.db.models import Field
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest

OF_FILTERS = {"", "exact", "isnull", "isempty", "gte", "lt", "year", "month", "day"}
"""What the admin's own filters and dates ask; patterns are not among them."""
OF_ROWS = {"", "exact"}


class OwnLookups(admin.ModelAdmin):
    """Only the list's own filters, and single rows by their id or by the row that they belong to.

    Whoever may ask anything finds out any column of any row, a letter at a time.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Whether the list may be asked this."""
        if "\x00" in str(value):
            return False
        return lookup in self._lookups(request)

    def _lookups(self, request: HttpRequest | None) -> set[str]:
        filters = [each if isinstance(each, str) else each[0] for each in self.get_list_filter(request)]
        filters += [self.date_hierarchy] if self.date_hierarchy else []
        rows = [name for field in self.opts.fields for name in _names_of_row(field)]
        return {_joined(name, end) for name in filters for end in OF_FILTERS} | {
            _joined(name, end) for name in rows for end in OF_ROWS
        }


def _names_of_row(field: Field) -> list[str]:
    if field.primary_key:
        return ["pk", field.name]
    if field.many_to_one:
        key = field.target_field.name
        return [field.name, _joined(field.name, "pk"), _joined(field.name, key)]
    return []


def _joined(name: str, end: str) -> str:
    return f"{name}{LOOKUP_SEP}{end}" if end else name
