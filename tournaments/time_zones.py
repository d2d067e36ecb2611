"""Time zones by their IANA names, and times as readable text."""

from collections import defaultdict
from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from django.utils import dateformat
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy

from core.time_zones import known_zones

UTC_NAME = "UTC"
SOURCE_LANGUAGE = "en"
Choices = list[tuple[str, list[tuple[str, str]]]]
REGIONS = {
    "Africa": pgettext_lazy("region", "Africa"),
    "America": pgettext_lazy("region", "America"),
    "Antarctica": pgettext_lazy("region", "Antarctica"),
    "Arctic": pgettext_lazy("region", "Arctic"),
    "Asia": pgettext_lazy("region", "Asia"),
    "Atlantic": pgettext_lazy("region", "Atlantic"),
    "Australia": pgettext_lazy("region", "Australia"),
    "Europe": pgettext_lazy("region", "Europe"),
    "Indian": pgettext_lazy("region", "Indian"),
    "Pacific": pgettext_lazy("region", "Pacific"),
    "": pgettext_lazy("region", "Everywhere"),
}
"""The regions of the time zone database; "" is for zones without a place."""
LETTERS = {
    "CET": pgettext_lazy("time zone", "CET"),
    "CEST": pgettext_lazy("time zone", "CEST"),
}
"""Time zone abbreviations that differ between languages."""


@cache
def listed_zones() -> tuple[str, ...]:
    """Return the IANA names of the time zones that forms offer: UTC, then the others in alphabetical order.

    Obsolete names are left out.
    """
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text()
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return (UTC_NAME, *sorted(row[2] for row in rows))


def zone_choices(*extra_names: str) -> Choices:
    """Return the choices of a form field for time zones, grouped by region.

    `extra_names` are further zones to include. Unknown names are ignored.
    """
    regions: dict[str, dict[str, str]] = defaultdict(dict)
    for name in (*listed_zones(), *(one for one in extra_names if one in known_zones())):
        region = name.partition("/")[0] if "/" in name else ""
        regions[str(REGIONS.get(region, region))][name] = place_name(name)
    return [
        (region, sorted(found.items(), key=lambda choice: choice[1])) for region, found in regions.items()
    ]


def place_name(zone_name: str) -> str:
    """Return the name of a time zone's place in the active language.

    `zone_name` is the zone's IANA name. For Europe/Vienna, the place is Wien in German.
    """
    _, *parts = zone_name.replace("_", " ").split("/") if "/" in zone_name else ("", zone_name)
    *between, place = parts
    place = _translated_place_names(get_language() or SOURCE_LANGUAGE).get(zone_name, place)
    # Where the zone names two places, the larger one is in brackets: Louisville (Kentucky).
    return f"{place} ({between[0]})" if between and between[0] not in place else place


@cache
def _translated_place_names(language: str) -> dict[str, str]:
    """Return the translated place names by time zone, such as Wien for Europe/Vienna.

    Return {} for English.
    """
    if language == SOURCE_LANGUAGE:
        return {}
    # Imported only for other languages, because the import takes as long as the rest of a page.
    from babel import Locale

    zones = Locale.parse(language, sep="-").time_zones
    return {name: zone["city"] for name, zone in zones.items() if "city" in zone}


def zone_label(name: str) -> str:
    """Return text such as "Vienna time", or the zone's name if it is not named after a place."""
    return gettext("%(place)s time") % {"place": place_name(name)} if "/" in name else name


def zone_abbreviation(at: datetime) -> str:
    """Return an abbreviation such as CET, or an offset such as UTC+4 if the zone has none."""
    name = at.tzname() or ""
    if not name.startswith(("+", "-")):
        return str(LETTERS.get(name, name))
    hours, minutes = name[1:3].lstrip("0") or "0", name[3:]
    return f"UTC{name[0].replace('-', '−')}{hours}{f':{minutes}' if minutes else ''}"


def format_local_time(at: datetime, zone: tzinfo) -> str:
    """Return text such as "Sat 21 Nov 2026, 20:00 CET" in the active language."""
    there = at.astimezone(zone)
    words = dateformat.format(there, pgettext("format of a date", "D j M Y, H:i"))
    return f"{words} {zone_abbreviation(there)}"


def local_time_error(local_time: datetime, zone: ZoneInfo) -> str | None:
    """Return an error message if a clock change makes a local time occur twice or never, or else None.

    `local_time` has no `tzinfo`.
    """
    # The two readings of a local time differ only where the clocks change (PEP 495).
    first, second = (local_time.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    if first == second:
        return None
    said = {
        "place": place_name(zone.key),
        "day": dateformat.format(local_time.date(), pgettext("format of a date", "j F Y")),
        "time": f"{local_time:%H:%M}",
    }
    # A time that the clocks skip comes back as another one.
    comes_back = local_time.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    if comes_back.replace(tzinfo=None) == local_time:
        error = gettext(
            "The clocks go back in %(place)s on %(day)s: %(time)s comes twice. Choose another time."
        )
    else:
        error = gettext(
            "The clocks go forward in %(place)s on %(day)s: there is no %(time)s. Choose another time."
        )
    return error % said


def shift_local_time(at: datetime, *, start: datetime, new_start: datetime, zone: ZoneInfo) -> datetime:
    """Move a time by as much as the start of an event is moved, and return it in UTC.

    If the event moves by whole days, the local time of day stays the same.
    """
    # Computed in local time, so that a shift by whole days keeps the time of day when the clocks change.
    by = new_start.astimezone(zone).replace(tzinfo=None) - start.astimezone(zone).replace(tzinfo=None)
    return (at.astimezone(zone) + by).astimezone(UTC)
