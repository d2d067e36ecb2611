"""Restricts the lookups that an admin list accepts in its URL.

Django by itself allows lookups on hidden columns.
"""

from datetime import MAXYEAR, MINYEAR, date, datetime
from typing import Any, TypeVar

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse

FILTER_SUFFIXES = {"", "exact", "isnull", "isempty", "gte", "lt", "year", "month", "day"}
"""Lookups that the admin's own filters and date hierarchy use."""
ROW_SUFFIXES = {"", "exact"}
# Without the first and the last year: time zones and the end of a year would lead beyond the valid dates.
YEARS = range(MINYEAR + 1, MAXYEAR)
PARTS_OF_DATES = {"year": YEARS, "month": range(1, 13), "day": range(1, 32)}
YES_OR_NO = {"true", "false", "1", "0"}
MAX_VALUES = 50
"""Maximum number of values in a query string. SQLite refuses a query with a thousand conditions."""
MAX_WORDS = 20
"""Maximum number of words in a search. Each word is searched for in several columns."""

Row = TypeVar("Row", bound=Model)


class RestrictedLookups(admin.ModelAdmin[Row]):
    """A model admin that accepts only its own list filters, and lookups by id or by foreign key.

    A client that could use any lookup could read any column of any row, one letter at a time. Values that a
    column cannot hold are rejected here, because the database's error would become a server error.
    """

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the admin's list of objects, or run an action on the selected objects.

        Raise DisallowedModelAdminLookup if the query string has more than MAX_VALUES values, if the search
        has more than MAX_WORDS words, or if the id of a selected object is malformed.
        """
        if sum(len(values) for _, values in request.GET.lists()) > MAX_VALUES:
            raise DisallowedModelAdminLookup("Too many values")
        if len(request.GET.get(SEARCH_VAR, "").split()) > MAX_WORDS:
            raise DisallowedModelAdminLookup("Too many words")
        if not all(
            _is_valid_lookup_value(self.opts.pk, "", one)
            for one in request.POST.getlist(ACTION_CHECKBOX_NAME)
        ):
            raise DisallowedModelAdminLookup("No such row")
        return super().changelist_view(request, extra_context)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Row | None:
        """Return the object with this primary key.

        Return None if there is no such object, or if the key is malformed.
        """
        if not _is_valid_lookup_value(self.opts.pk, "", object_id):
            return None
        return super().get_object(request, object_id, from_field)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Return whether the list page may filter by a lookup such as `kind__exact` with this value."""
        found = self._allowed_lookups(request).get(lookup)
        return found is not None and _is_valid_lookup_value(*found, str(value))

    def _allowed_lookups(self, request: HttpRequest) -> dict[str, tuple[Any, str]]:
        """Return the filters that the URL of the list page may contain.

        The filter name `date__year`, for example, is mapped to the model field `date` and the suffix "year".
        """
        listed = [each[0] if isinstance(each, tuple) else each for each in self.get_list_filter(request)]
        filters = [each for each in listed if isinstance(each, str)]
        filters += [self.date_hierarchy] if self.date_hierarchy else []
        fields = {name: get_fields_from_path(self.model, name)[-1] for name in filters}
        rows = {name: field for field in self.opts.fields for name in _key_lookups(field)}
        # The suffix "" stands for an exact match.
        return {
            _join_lookup(name, end): (field, end) for name, field in rows.items() for end in ROW_SUFFIXES
        } | {
            _join_lookup(name, end): (field, end) for name, field in fields.items() for end in FILTER_SUFFIXES
        }


def _is_valid_lookup_value(field: Any, suffix: str, value: str) -> bool:
    """Return whether `value` is valid for a filter on this field.

    `suffix` is the end of the filter's name, such as "year" in `date__year`.
    """
    # PostgreSQL raises an error for a NUL character in a string.
    if "\x00" in value:
        return False
    if suffix in ("isnull", "isempty"):
        return value.lower() in YES_OR_NO
    try:
        if suffix in PARTS_OF_DATES:
            return int(value) in PARTS_OF_DATES[suffix]
        if isinstance(field, ForeignKey):
            field = field.target_field
        parsed = field.to_python(value)
        if not isinstance(parsed, str):
            # The validators refuse numbers beyond the column's range.
            field.run_validators(parsed)
    except (ValueError, OverflowError, ValidationError):
        return False
    # The first and last year that Python supports are refused.
    return not isinstance(parsed, date | datetime) or parsed.year in YEARS


def _key_lookups(field: Field[Any, Any]) -> list[str]:
    """Return the names of the filters on a primary or foreign key, such as `user` and `user__pk`.

    Return [] for any other field.
    """
    if field.primary_key:
        return ["pk", field.name]
    if isinstance(field, ForeignKey) and field.many_to_one:
        key = field.target_field.name
        return [field.name, _join_lookup(field.name, "pk"), _join_lookup(field.name, key)]
    return []


def _join_lookup(name: str, suffix: str) -> str:
    """Return the filter name `name__suffix`, or only `name` if the suffix is empty."""
    return f"{name}{LOOKUP_SEP}{suffix}" if suffix else name
