"""Filters for moments and durations of tournaments."""

from datetime import datetime

from django import template

from tournaments.time_zones import abbreviation, zone_label

register = template.Library()
register.filter("zone_label", zone_label)


@register.filter(expects_localtime=True)
def zone_of(at: datetime) -> str:
    """The name that a moment's time zone has then, such as CET."""
    return abbreviation(at)


@register.filter
def duration(seconds: int) -> str:
    """A whole number of minutes in words where it is one, else seconds."""
    count, unit = (seconds // 60, "minute") if seconds and seconds % 60 == 0 else (seconds, "second")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
