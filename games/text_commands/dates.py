"""Days as people type them: `2026-12-20..2027-01-03`, `20.12.2026 - 3.1.2027`, `20.12.-3.1.2027`."""

import re
from datetime import date

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})?", re.ASCII)
SEPARATORS = ("..", "...", "…", "-", "–", "—", "/", "to", "till", "until", "bis", "bis zum", "")
FIRST_WORDS = ("from", "vom", "von")


def parse_days(text: str) -> tuple[date, date] | None:
    """Return the first and the last of the days that a text names: two days, or the same one twice.

    A German date may lack its year if the last day has one. Returns None for any other text, and for days
    that no calendar has.
    """
    line = " ".join(text.casefold().split())
    for word in FIRST_WORDS:
        line = line.removeprefix(f"{word} ")
    found = list(_DAY.finditer(line))
    if not 1 <= len(found) <= 2 or found[0].start() != 0 or found[-1].end() != len(line):
        return None
    if len(found) == 2 and line[found[0].end() : found[1].start()].strip() not in SEPARATORS:
        return None
    last = _day_of(found[-1], None)
    if last is None:
        return None
    first = _day_of(found[0], last)
    return None if first is None else (first, last)


def _day_of(found: re.Match[str], last: date | None) -> date | None:
    """Return the day that was found; a missing year is the latest in which it is not after `last`.

    Returns None for a day that does not exist, or that lacks a year where there is no `last`.
    """
    iso_year, iso_month, iso_day, day, month, year = found.groups()
    if iso_year:
        return _existing_day(int(iso_year), int(iso_month), int(iso_day))
    if year:
        return _existing_day(int(year), int(month), int(day))
    if last is None:
        return None
    this_year = _existing_day(last.year, int(month), int(day))
    if this_year is not None and this_year <= last:
        return this_year
    return _existing_day(last.year - 1, int(month), int(day))


def _existing_day(year: int, month: int, day: int) -> date | None:
    """Return the day, or None if the calendar does not have it."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
