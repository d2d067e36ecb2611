"""Fields that several answers share."""

from rest_framework import serializers


def moment(text: str = "") -> serializers.DateTimeField:
    """A moment that may not be known."""
    return serializers.DateTimeField(allow_null=True, help_text=text)


def whole(text: str = "", least: int = 1) -> serializers.IntegerField:
    """A whole number from `least`."""
    return serializers.IntegerField(min_value=least, help_text=text)


def optional_whole(least: int = 1, text: str = "") -> serializers.IntegerField:
    """A whole number from `least`, or null."""
    return serializers.IntegerField(min_value=least, allow_null=True, help_text=text)


def entrant_name() -> serializers.CharField:
    """The name of an entrant."""
    text = "As it is shown: behind a namesake's stands what tells them apart, such as their club."
    return serializers.CharField(help_text=text)
