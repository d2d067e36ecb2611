"""The options for a table's pace and its stand-ins: their values, and which values can be combined.

At a live table the players are present, and a stand-in takes over from an absent one. At a slow table each
decision may take days, and nobody has to be present.
"""

from datetime import datetime, timedelta
from typing import Any

from core.sentence import Sentence

PACES = ("live", "slow")
LIVE, SLOW = PACES
MIN_DAYS, MAX_DAYS, DEFAULT_DAYS = 1, 14, 3
"""Limits and default of the days allowed for a decision at a slow table."""
TIMEOUTS = ("stand_in", "end")
STAND_IN, END = TIMEOUTS
"""What happens when a player at a slow table runs out of time: a stand-in plays, or the game ends."""
ON_REQUEST = 0
"""The value of `stand_in_minutes` with which a stand-in plays only if all others present ask for one."""
STAND_IN_MINUTES = (ON_REQUEST, 1, 3, 10)
Break = tuple[datetime, datetime]
"""The start and end of a vacation, during which a person's time at slow tables stands still."""
Errors = dict[str, list[str]]
"""Maps the name of a field to its error messages."""
RawOptions = dict[str, Any]
"""The options that a client sent, before they are checked: maps their names to JSON values of any type."""


def add_time_outside_vacations(
    since: datetime, duration: timedelta, vacations: tuple[Break, ...]
) -> datetime:
    """Return the time at which `duration` has passed since `since`, not counting time during vacations.

    The vacations must be in chronological order and must not overlap.
    """
    end = since + duration
    for start, stop in vacations:
        if start >= end:
            break
        end += max(stop - max(start, since), timedelta())
    return end


def parse_days_per_decision(raw_options: RawOptions, pace: str, errors: Errors) -> int | None:
    """Return the option `days`: the days allowed for each decision at a slow table, or None at a live table.

    `pace` is LIVE or SLOW. At a slow table, return DEFAULT_DAYS if the option is missing or invalid. Add an
    error to `errors` if the option is invalid, or if it is set for a live table.
    """
    days = raw_options.get("days")
    if pace == LIVE:
        if days is not None:
            errors["days"] = [Sentence("Only slow tables have days for a decision.")]
        return None
    if days is None:
        return DEFAULT_DAYS
    # In Python, a bool is an int, and 3.0 would pass for 3 but be stored as a float.
    if isinstance(days, bool) or not isinstance(days, int) or not MIN_DAYS <= days <= MAX_DAYS:
        errors["days"] = [
            Sentence(
                "This must be a number of days from %(least)d to %(most)d.", least=MIN_DAYS, most=MAX_DAYS
            )
        ]
        return DEFAULT_DAYS
    return days


def parse_stand_in_minutes(raw_options: RawOptions, errors: Errors) -> int | None:
    """Return the minutes of absence before a bot plays for a player, or None if the option is not set.

    0 means that a bot plays only once all other players who are present have asked for one. For an invalid
    value, add an error to `errors` and return None.
    """
    minutes = raw_options.get("stand_in_minutes")
    if minutes is None or (minutes in STAND_IN_MINUTES and not isinstance(minutes, bool | float)):
        return minutes
    choices = ", ".join(map(str, STAND_IN_MINUTES))
    errors["stand_in_minutes"] = [Sentence("This must be null or one of %(choices)s.", choices=choices)]
    return None


def check_pace(options: Any, errors: Errors) -> None:
    """Add an error for each option that cannot be combined with the table's pace (live or slow) or clock.

    Skip options that already have an error.
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
