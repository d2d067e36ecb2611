"""The names of time zones that users and settings may choose."""

from functools import cache
from zoneinfo import available_timezones

NOT_PLACES = frozenset({"localtime", "Factory"})
"""Entries of the time zone database that depend on the server, or stand for a time zone that is not set."""


@cache
def known_zones() -> frozenset[str]:
    """Return the IANA names of all time zones, including obsolete names."""
    return frozenset(available_timezones()) - NOT_PLACES
