"""Filters for times and durations of tournaments."""

from datetime import datetime

from django import template
from django.utils.translation import ngettext

from tournaments.time_zones import zone_abbreviation, zone_label

register = template.Library()
register.filter("zone_label", zone_label)


@register.filter(expects_localtime=True)
def zone_of(at: datetime) -> str:
    """Return a time zone abbreviation such as CET."""
    return zone_abbreviation(at)


@register.filter
def duration(seconds: int) -> str:
    """Return text such as "1 minute" or "90 seconds". Only whole minutes are given in minutes."""
    if seconds and seconds % 60 == 0:
        count = seconds // 60
        return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
