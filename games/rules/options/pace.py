"""The options for a table's pace and its stand-ins: their values, and which of them can be combined.

At a live table the players are present, and a stand-in takes over from an absent one. At a slow table each
decision may take days, and nobody has to be present.
"""

from datetime import datetime, timedelta
from typing import Any

from core.sentence import Sentence

PACES = ("live", "slow")
LIVE, SLOW = PACES
MIN_DAYS, MAX_DAYS, DEFAULT_DAYS = 1, 14, 3
"""Days for a decision at a slow table."""
TIMEOUTS = ("stand_in", "end")
STAND_IN, END = TIMEOUTS
"""What happens when a player's time at a slow table is up."""
ON_REQUEST = 0
"""The `stand_in_minutes` with which a stand-in comes only once everybody else present has asked for one."""
STAND_IN_MINUTES = (ON_REQUEST, 1, 3, 10)
Break = tuple[datetime, datetime]
"""The start and end of a vacation, during which a person's time at slow tables stands still."""
Errors = dict[str, list[str]]
"""Error sentences by field."""


def add_time_outside_breaks(since: datetime, time: timedelta, breaks: tuple[Break, ...]) -> datetime:
    """Return the moment when `time` has passed since `since`, not counting time during breaks.

    `breaks` must be in chronological order.
    """
    end = since + time
    for start, stop in breaks:
        if start >= end:
            break
        end += max(stop - max(start, since), timedelta())
    return end


def parse_days(raw_options: dict[str, Any], pace: str, errors: Errors) -> int | None:
    """Return the days allowed for a decision at a slow table, or None at a live one.

    Add an error to `errors` if days are given for a live table. For an invalid number, add an error and
    return the default.
    """
    days = raw_options.get("days")
    if pace == LIVE:
        if days is not None:
            errors["days"] = [Sentence("Only slow tables have days for a decision.")]
        return None
    if days is None:
        return DEFAULT_DAYS
    # A bool is an int in Python, and 3.0 would be stored as it came.
    if isinstance(days, bool) or not isinstance(days, int) or not MIN_DAYS <= days <= MAX_DAYS:
        errors["days"] = [
            Sentence(
                "This must be a number of days from %(least)d to %(most)d.", least=MIN_DAYS, most=MAX_DAYS
            )
        ]
        return DEFAULT_DAYS
    return days


def parse_stand_in_minutes(raw_options: dict[str, Any], errors: Errors) -> int | None:
    """Return the minutes after which a stand-in replaces an absent player, or None if they are not given.

    For an unsupported value, add an error to `errors` and return None.
    """
    minutes = raw_options.get("stand_in_minutes")
    if minutes is None or (minutes in STAND_IN_MINUTES and not isinstance(minutes, bool | float)):
        return minutes
    choices = ", ".join(map(str, STAND_IN_MINUTES))
    errors["stand_in_minutes"] = [Sentence("This must be null or one of %(choices)s.", choices=choices)]
    return None


def check_pace(options: Any, errors: Errors) -> None:
    """Add an error to `errors` for each option that contradicts the table's pace or clock.

    Errors already present are kept.
    """
    if options.pace == SLOW:
        if options.clock is not None:
            errors.setdefault("clock", [Sentence("A slow table has days for a decision instead of a clock.")])
        if options.undo:
            errors.setdefault("undo", [Sentence("At a slow table, nothing can be taken back.")])
        if options.stand_in_minutes is not None:
            errors.setdefault(
                "stand_in_minutes", [Sentence("At a slow table, nobody has to be there between two moves.")]
            )
    else:
        if options.on_timeout != STAND_IN:
            errors.setdefault("on_timeout", [Sentence("Only slow tables can end when time is over.")])
        if options.clock is not None and options.stand_in_minutes is not None:
            errors.setdefault(
                "stand_in_minutes", [Sentence("At a table with a clock, the clock moves for people.")]
            )
