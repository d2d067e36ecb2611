"""Form fields for local datetimes, JSON, points by rank and custom rounds."""

from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.forms.fields import InvalidJSONInput
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.time_zones import local_time_error

FIRST_YEAR, LAST_YEAR = 2000, 2100
"""Years that can be typed: dates at the ends of the calendar cannot be stored in every time zone."""
POINTS_EXAMPLE = _("Enter whole numbers, such as 45, 30, 20, 10, 5.")
"""The error message for a points table that is no list of whole numbers."""


class LocalDateTimeField(forms.SplitDateTimeField):
    """A date and time in the active time zone, which is the tournament's."""

    widget = AdminSplitDateTime
    standing: datetime | None = None
    """The stored datetime, kept if the same local time is submitted: seconds and repeated hours survive."""

    def compress(self, data_list: Any) -> datetime | None:
        """Combine the typed date and time, or return None if both are empty.

        If the stored datetime has the same local time, return it unchanged. Raise ValidationError if only one
        of the two is typed, if the year is out of range, or if the local time does not exist or is ambiguous.
        """
        if not data_list or any(part in self.empty_values for part in data_list):
            return super().compress(data_list)
        wall, zone = datetime.combine(*data_list), timezone.get_current_timezone()
        if self.standing and wall == timezone.make_naive(self.standing).replace(microsecond=0):
            return self.standing
        if not FIRST_YEAR <= wall.year <= LAST_YEAR:
            raise forms.ValidationError(
                gettext("Choose a year from %(first)d to %(last)d.")
                % {"first": FIRST_YEAR, "last": LAST_YEAR}
            )
        assert isinstance(zone, ZoneInfo)
        # A clock change may skip this local time or repeat it.
        if error := local_time_error(wall, zone):
            raise forms.ValidationError(error)
        return super().compress(data_list)


class SafeJSONField(forms.JSONField):
    """A JSON field for which numbers of thousands of digits and endless nesting are errors as well."""

    def to_python(self, value: Any) -> Any:
        """Parse JSON. Raise ValidationError for invalid text, and for huge numbers or very deep nesting."""
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            # Python converts no text of more than 4,300 digits to a number.
            raise forms.ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the submitted JSON as a parsed value, or as the typed text if it cannot be parsed."""
        try:
            return super().bound_data(data, initial)
        except (ValueError, RecursionError):
            return InvalidJSONInput(data)


class PointsField(SafeJSONField):
    """A field for points by rank, which are typed as "45, 30, 20" and stored as a list."""

    widget = forms.TextInput
    default_error_messages: ClassVar = {"invalid": POINTS_EXAMPLE, "required": POINTS_EXAMPLE}

    def to_python(self, value: Any) -> Any:
        """Return the parsed points, or None if the field is empty.

        The points are typed as JSON or without brackets, such as "45, 30, 20". Raise ValidationError if they
        cannot be parsed.
        """
        if isinstance(value, str) and value.strip() and not value.lstrip().startswith(("[", "{", '"')):
            value = f"[{value}]"
        return super().to_python(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether the user has changed the value.

        A disabled field, which browsers do not submit, counts as unchanged.
        """
        return not self.disabled and super().has_changed(initial, data)

    def prepare_value(self, value: Any) -> Any:
        """Return the text that the field shows: for a list, its items without brackets ("45, 30, 20").

        Other values are shown as JSON. Typed text that cannot be parsed is shown unchanged.
        """
        return ", ".join(map(str, value)) if isinstance(value, list) else super().prepare_value(value)


class RoundsField(SafeJSONField):
    """A field for custom rounds. If there are none, it is empty instead of showing JSON's `null`."""

    def prepare_value(self, value: Any) -> Any:
        """Return "" for None (no custom rounds), otherwise the rounds as JSON text."""
        return "" if value is None else super().prepare_value(value)
