"""Filters for moments and durations of tournaments."""

from datetime import datetime

from django import template

from tournaments.time_zones import zone_abbreviation, zone_label

register = template.Library()
register.filter("zone_label", zone_label)


@register.filter(expects_localtime=True)
def zone_of(at: datetime) -> str:
    """Return the abbreviation of the time zone of `at`, such as CET."""
    return zone_abbreviation(at)


@register.filter
def duration(seconds: int) -> str:
    """Return a number of seconds with its unit, such as "1 minute" or "90 seconds".

    The unit is the minute if the minutes are whole, and otherwise the second.
    """
    count, unit = (seconds // 60, "minute") if seconds and seconds % 60 == 0 else (seconds, "second")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
