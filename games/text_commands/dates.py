"""Parses days as people type them: `2026-12-20..2027-01-03`, `20.12.2026 - 3.1.2027`, `20.12.-3.1.2027`."""

import re
from datetime import date

_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})?", re.ASCII)
SEPARATORS = ("..", "...", "…", "-", "–", "—", "/", "to", "till", "until", "bis", "bis zum", "")
FIRST_WORDS = ("from", "vom", "von")


def parse_days(text: str) -> tuple[date, date] | None:
    """Parse a typed day or period into its first and last day. Return None if the text is something else."""
    line = " ".join(text.casefold().split())
    for word in FIRST_WORDS:
        line = line.removeprefix(f"{word} ")
    found = list(_DAY.finditer(line))
    if not 1 <= len(found) <= 2 or found[0].start() != 0 or found[-1].end() != len(line):
        return None
    if len(found) == 2 and line[found[0].end() : found[1].start()].strip() not in SEPARATORS:
        return None
    last = _parse_day(found[-1], None)
    if last is None:
        return None
    # In German notation, the first day may omit the year.
    first = _parse_day(found[0], last)
    # The order of the days is not checked.
    return None if first is None else (first, last)


def _parse_day(found: re.Match[str], last: date | None) -> date | None:
    """Return the date in `found`, a match of the pattern `_DAY`, or None if there is no such date.

    If the year is missing, use the year of `last`, the last day of the period. If the date would then be
    invalid or after `last`, use the year before. Return None if `last` is missing, too.
    """
    iso_year, iso_month, iso_day, day, month, year = found.groups()
    if iso_year:
        return _valid_date(int(iso_year), int(iso_month), int(iso_day))
    if year:
        return _valid_date(int(year), int(month), int(day))
    if last is None:
        return None
    this_year = _valid_date(last.year, int(month), int(day))
    if this_year is not None and this_year <= last:
        return this_year
    return _valid_date(last.year - 1, int(month), int(day))


def _valid_date(year: int, month: int, day: int) -> date | None:
    """Return the date with this year, month and day, or None if it does not exist."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
