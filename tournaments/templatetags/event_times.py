"""Filters for times and durations of tournaments."""

from datetime import datetime

from django import template
from django.utils.translation import ngettext

from tournaments.time_zones import zone_abbreviation, zone_label

register = template.Library()
register.filter("zone_label", zone_label)


@register.filter(expects_localtime=True)
def local_zone_abbreviation(at: datetime) -> str:
    """Return the abbreviation of the current time zone at a time, such as CET, or the offset, such as UTC+4.

    Django converts `at` to the current time zone before the call.
    """
    return zone_abbreviation(at)


@register.filter
def duration(seconds: int) -> str:
    """Format a number of seconds as text such as “2 minutes”, or “90 seconds” if minutes are not whole."""
    if seconds and seconds % 60 == 0:
        count = seconds // 60
        return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
