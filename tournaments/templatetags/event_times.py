"""Filters for moments of tournaments."""

from datetime import datetime

from django import template

from tournaments.time_zones import abbreviation, zone_label

register = template.Library()
register.filter("zone_label", zone_label)


@register.filter(expects_localtime=True)
def zone_of(at: datetime) -> str:
    """The name that a moment's time zone has then, such as CET."""
    return abbreviation(at)
