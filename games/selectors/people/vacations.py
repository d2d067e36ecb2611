"""People's vacations, during which their time at slow tables stands still."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from games.models import Vacation
from games.rules.sight import format_iso
from games.wire.vacations import Vacations

DAYS_PER_YEAR = 30
"""Vacation days of one person in a calendar year."""
MAX_VACATION_AGE = timedelta(days=90)
"""How long a past vacation may still affect a decision's deadline: two full vacations and 14 more days."""


def vacations_of(user_id: int) -> list[Vacation]:
    """Return all vacations of a user, earliest first."""
    return list(Vacation.objects.filter(user=user_id))


def describe_vacations(user_id: int, now: datetime) -> Vacations:
    """Return the user's current and future vacations, and the days left this year, in the API's format."""
    rows = [row for row in vacations_of(user_id) if row.ends_at > now]
    return {
        "vacations": [
            {
                "id": row.pk,
                "first_day": row.first_day.isoformat(),
                "last_day": row.last_day.isoformat(),
                "time_zone": row.time_zone,
                "starts_at": format_iso(row.starts_at),
                "ends_at": format_iso(row.ends_at),
            }
            for row in rows
        ],
        "days_left": max(0, vacation_days_left(user_id, now.year)),
    }


def vacation_periods_of(user_id: int, now: datetime) -> tuple[tuple[str, str], ...]:
    """Return the start and end of each of a user's vacations in ISO 8601 format.

    Leave out vacations that ended more than MAX_VACATION_AGE ago: these can no longer affect a deadline.
    """
    # Vacations that ended earlier affect no deadline.
    rows = Vacation.objects.filter(user=user_id, ends_at__gt=now - MAX_VACATION_AGE)
    return tuple((row.starts_at.isoformat(), row.ends_at.isoformat()) for row in rows)


def users_with_unfinished_vacations(user_ids: Collection[int], now: datetime) -> set[int]:
    """Return the ids of the given users with a current or future vacation."""
    return set(Vacation.objects.filter(user__in=user_ids, ends_at__gt=now).values_list("user", flat=True))


def vacation_days_left(user_id: int, year: int) -> int:
    """Return how many vacation days a user has left in the year.

    The number is negative if the user has taken too many days.
    """
    return DAYS_PER_YEAR - sum(
        days_in_year(row.first_day, row.last_day, year) for row in vacations_of(user_id)
    )


def days_in_year(first_day: date, last_day: date, year: int) -> int:
    """Return the number of days from `first_day` to `last_day`, inclusive, that fall in the given year."""
    first, last = max(first_day, date(year, 1, 1)), min(last_day, date(year, 12, 31))
    return max(0, (last - first).days + 1)
