"""Vacations as their owner sees them."""

from typing import TypedDict

from games.rules.protocol.values import Count, Moment, PositiveCount


class OwnVacation(TypedDict):
    """Days on which a person's time at slow tables stands still."""

    id: PositiveCount
    first_day: str
    """As 2026-07-31, in `time_zone`."""
    last_day: str
    """The last day that belongs to it."""
    time_zone: str
    starts_at: Moment
    ends_at: Moment


class Vacations(TypedDict):
    """A person's vacations that are not over, and what is left of this year's days."""

    vacations: list[OwnVacation]
    days_left: Count
    """Vacation days left in this calendar year."""
