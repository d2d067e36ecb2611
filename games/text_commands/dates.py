"""Parses days as people type them: `2026-12-20..2027-01-03`, `20.12.2026 - 3.1.2027`, `20.12.-3.1.2027`."""

import re
from datetime import date

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})?", re.ASCII)
SEPARATORS = ("..", "...", "…", "-", "–", "—", "/", "to", "till", "until", "bis", "bis zum", "")
FIRST_WORDS = ("from", "vom", "von")


def parse_period(text: str) -> tuple[date, date] | None:
    """Parse a typed period, such as `20.12.-3.1.2027`, and return its first and last day.

    A single day is a period, too. Return None for other text.
    """
    line = " ".join(text.casefold().split())
    for word in FIRST_WORDS:
        line = line.removeprefix(f"{word} ")
    matches = list(_DAY.finditer(line))
    if not 1 <= len(matches) <= 2 or matches[0].start() != 0 or matches[-1].end() != len(line):
        return None
    if len(matches) == 2 and line[matches[0].end() : matches[1].start()].strip() not in SEPARATORS:
        return None
    last_day = _parse_day(matches[-1], None)
    if last_day is None:
        return None
    # In German notation, the first day may omit the year.
    first_day = _parse_day(matches[0], last_day)
    # The order of the days is not checked.
    return None if first_day is None else (first_day, last_day)


def _parse_day(match: re.Match[str], last_day: date | None) -> date | None:
    """Return the date in `match`, a match of the pattern `_DAY`, or None if there is no such date.

    If the text has no year, use the year of `last_day`, the last day of the period. If the date would then be
    invalid or after `last_day`, use the year before. If `last_day` is also missing, return None.
    """
    iso_year, iso_month, iso_day, day, month, year = match.groups()
    if iso_year:
        return _valid_date(int(iso_year), int(iso_month), int(iso_day))
    if year:
        return _valid_date(int(year), int(month), int(day))
    if last_day is None:
        return None
    this_year = _valid_date(last_day.year, int(month), int(day))
    if this_year is not None and this_year <= last_day:
        return this_year
    return _valid_date(last_day.year - 1, int(month), int(day))


def _valid_date(year: int, month: int, day: int) -> date | None:
    """Return the date with this year, month and day, or None if it does not exist."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
