"""Fields that several answers share."""

from rest_framework import serializers


def moment_field(text: str = "") -> serializers.DateTimeField:
    """Return a serializer field for a datetime that may be null."""
    return serializers.DateTimeField(allow_null=True, help_text=text)


def whole_field(text: str = "", least: int = 1) -> serializers.IntegerField:
    """Return a serializer field for a whole number that is at least `least`; `text` is its help text."""
    return serializers.IntegerField(min_value=least, help_text=text)


def optional_whole_field(least: int = 1, text: str = "") -> serializers.IntegerField:
    """Return a serializer field for a whole number that is at least `least`, or null."""
    return serializers.IntegerField(min_value=least, allow_null=True, help_text=text)


def entrant_name_field() -> serializers.CharField:
    """Return a serializer field for an entrant's name; the names of namesakes have details added."""
    text = "As it is shown: behind a namesake's stands what tells them apart, such as their club."
    return serializers.CharField(help_text=text)
