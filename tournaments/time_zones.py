"""Time zones by their IANA names: which there are, and what moments are called in them."""

from collections import defaultdict
from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

UTC_NAME = "UTC"
Choices = list[tuple[str, list[tuple[str, str]]]]


@cache
def known_zones() -> frozenset[str]:
    """All names that can be stored, old names included."""
    return frozenset(available_timezones())


@cache
def listed_zones() -> tuple[str, ...]:
    """The names to choose from: one for each place, as the time zone database lists them."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text()
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return (UTC_NAME, *sorted(row[2] for row in rows))


def zone_choices(*more: str) -> Choices:
    """Those and `more`, grouped by region, each with the name of its place."""
    regions: dict[str, dict[str, str]] = defaultdict(dict)
    for name in (*listed_zones(), *(one for one in more if one in known_zones())):
        region = name.partition("/")[0] if "/" in name else "Everywhere"
        regions[region][name] = place_of(name)
    return [
        (region, sorted(found.items(), key=lambda choice: choice[1])) for region, found in regions.items()
    ]


def place_of(name: str) -> str:
    """Vienna of Europe/Vienna, Louisville (Kentucky) of America/Kentucky/Louisville."""
    _, *parts = name.replace("_", " ").split("/") if "/" in name else ("", name)
    *between, place = parts
    return f"{place} ({between[0]})" if between else place


def zone_label(name: str) -> str:
    """What to call a zone in a heading: Vienna time."""
    return f"{place_of(name)} time" if "/" in name else name


def abbreviation(at: datetime) -> str:
    """CET or CEST; UTC+4 where people have no letters for a zone."""
    name = at.tzname() or ""
    if not name.startswith(("+", "-")):
        return name
    hours, minutes = name[1:3].lstrip("0") or "0", name[3:]
    return f"UTC{name[0].replace('-', '−')}{hours}{f':{minutes}' if minutes else ''}"


def moment_words(at: datetime, zone: tzinfo) -> str:
    """Such as: Sat 21 Nov 2026, 20:00 CET."""
    there = at.astimezone(zone)
    return f"{there:%a} {there.day} {there:%b %Y, %H:%M} {abbreviation(there)}"


def clock_fault(wall: datetime, zone: ZoneInfo) -> str | None:
    """Why a time on the clocks of a place is no moment, or two; None where it is one."""
    first, second = (wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    if first == second:
        return None
    there, day = place_of(zone.key), f"{wall.day} {wall:%B %Y}"
    comes_back = wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    if comes_back.replace(tzinfo=None) == wall:
        return f"The clocks go back in {there} on {day}: {wall:%H:%M} comes twice. Choose another time."
    return f"The clocks go forward in {there} on {day}: there is no {wall:%H:%M}. Choose another time."


def moved(at: datetime, *, start: datetime, new_start: datetime, zone: ZoneInfo) -> datetime:
    """A moment as far from the new start as it was from the old one, by the clocks of a place."""
    by = new_start.astimezone(zone).replace(tzinfo=None) - start.astimezone(zone).replace(tzinfo=None)
    return (at.astimezone(zone) + by).astimezone(UTC)
