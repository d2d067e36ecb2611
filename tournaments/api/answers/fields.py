"""Fields that several responses share."""

from rest_framework import serializers


def nullable_datetime_field(help_text: str = "") -> serializers.DateTimeField:
    """Return a serializer field for a datetime or null."""
    return serializers.DateTimeField(allow_null=True, help_text=help_text)


def integer_field(help_text: str = "", min_value: int = 1) -> serializers.IntegerField:
    """Return a serializer field for an integer that is never null. Its default minimum is 1."""
    return serializers.IntegerField(min_value=min_value, help_text=help_text)


def nullable_integer_field(min_value: int = 1, help_text: str = "") -> serializers.IntegerField:
    """Return a serializer field for an integer or null."""
    return serializers.IntegerField(min_value=min_value, allow_null=True, help_text=help_text)


def entrant_name_field() -> serializers.CharField:
    """Return a serializer field for an entrant's display name.

    If entrants have the same name, their display names also contain the club or other details.
    """
    text = "As it is shown: behind a namesake's stands what tells them apart, such as their club."
    return serializers.CharField(help_text=text)
