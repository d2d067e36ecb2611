"""A person's own vacations."""

from typing import TypedDict

from games.rules.protocol.values import Count, Moment, PositiveCount


class OwnVacation(TypedDict):
    """Days on which a person's time at slow tables stands still."""

    id: PositiveCount
    first_day: str
    """Such as 2026-07-31, in `time_zone`."""
    last_day: str
    """The last day of the vacation, included."""
    time_zone: str
    starts_at: Moment
    ends_at: Moment


class Vacations(TypedDict):
    """A person's current and future vacations, and the vacation days that are left this year."""

    vacations: list[OwnVacation]
    days_left: Count
    """Vacation days left in this calendar year."""
