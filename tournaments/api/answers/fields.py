"""Fields that several responses share."""

from rest_framework import serializers


def datetime_field(help_text: str = "") -> serializers.DateTimeField:
    """Return a field for a datetime that may be null."""
    return serializers.DateTimeField(allow_null=True, help_text=help_text)


def integer_field(help_text: str = "", min_value: int = 1) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=min_value, help_text=help_text)


def optional_integer_field(min_value: int = 1, help_text: str = "") -> serializers.IntegerField:
    """Return a field for an integer that may be null."""
    return serializers.IntegerField(min_value=min_value, allow_null=True, help_text=help_text)


def entrant_name_field() -> serializers.CharField:
    """Return a field for an entrant's display name, which distinguishes namesakes."""
    text = "As it is shown: behind a namesake's stands what tells them apart, such as their club."
    return serializers.CharField(help_text=text)
