"""Taking, shortening and cancelling vacations; the slow tables where the person plays are informed."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction

from accounts.models import User
from core.limits import Limit, count_attempt
from core.refusal import BadRequest, NotFound
from core.sentence import Sentence
from games.models import Seat, Vacation
from games.models.table import RUNNING, TablePace
from games.rules.topics.slow import ChangeVacations
from games.selectors.people.vacations import (
    DAYS_PER_YEAR,
    breaks_of,
    days_in_year,
    days_left,
    with_vacations_ahead,
)
from games.services.commands.act import dispatch_all
from games.services.commands.command import Command

MAX_AHEAD = timedelta(days=366)
"""How far in the future the last day of a vacation may be."""
TABLES_AT_ONCE = 16
"""Tables that are told of a vacation in one commit."""
VACATIONS = Limit("vacations", 20, 86_400)
"""Vacations that one person can take in a day, counting those that are refused."""
Place = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


class NoSuchVacation(NotFound):
    """The person has no such vacation, or it is over."""

    detail = Sentence("You have no such vacation ahead of you.")


def take_vacation(
    *,
    user: User,
    first_day: date,
    last_day: date,
    time_zone: str = "UTC",
    now: datetime,
    announces: bool = True,
) -> Vacation:
    """Take a vacation from the first to the last day, both included, in this time zone.

    Unless it `announces` the vacation to the tables, the caller does so after their transaction's commit.

    Raises BadRequest for days in the past, in the wrong order, more than a year ahead, that overlap with
    another vacation, or exceed the days of a year, and for an unknown time zone; Throttled after VACATIONS.
    """
    if time_zone not in available_timezones():
        raise BadRequest({"time_zone": [Sentence("There is no such time zone.")]})
    zone = ZoneInfo(time_zone)
    today = now.astimezone(zone).date()
    if first_day < today:
        raise BadRequest({"first_day": [Sentence("A vacation can begin today at the earliest.")]})
    if last_day < first_day:
        raise BadRequest({"last_day": [Sentence("This is before the first day.")]})
    if last_day - today > MAX_AHEAD:
        raise BadRequest({"last_day": [Sentence("This is more than a year away.")]})
    count_attempt(limit=VACATIONS, who=str(user.pk), now=now)
    starts_at = max(now, datetime.combine(first_day, time(), zone))
    ends_at = datetime.combine(last_day + timedelta(days=1), time(), zone)
    with transaction.atomic():
        # Locked: two requests at once must not both find enough days. Without the key: a turn or a seat that
        # is stored for this user at the same time, and all tables with it, must not wait for this lock.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Vacation.objects.filter(user=user, starts_at__lt=ends_at, ends_at__gt=starts_at).exists():
            raise BadRequest({"first_day": [Sentence("You already have a vacation on some of these days.")]})
        for year in range(first_day.year, last_day.year + 1):
            left = days_left(user.pk, year)
            if days_in_year(first_day, last_day, year) > left:
                raise BadRequest(
                    {
                        "last_day": [
                            Sentence(
                                "You have %(left)d of %(all)d vacation days left in %(year)s.",
                                left=left,
                                all=DAYS_PER_YEAR,
                                year=str(year),
                            )
                        ]
                    }
                )
        taken = Vacation.objects.create(
            user=user,
            first_day=first_day,
            last_day=last_day,
            time_zone=time_zone,
            starts_at=starts_at,
            ends_at=ends_at,
        )
    if announces:
        announce_vacations(user.pk, now=now)
    return taken


def cancel_vacation(*, user: User, vacation: int, now: datetime, announces: bool = True) -> None:
    """Cancel a vacation that has not begun, or end one that has, counting today as its last day.

    `announces` is as for `take_vacation`. Raises NoSuchVacation if it is over, or not the user's.
    """
    with transaction.atomic():
        row = Vacation.objects.select_for_update().filter(user=user, pk=vacation, ends_at__gt=now).first()
        if row is None:
            raise NoSuchVacation()
        if row.starts_at >= now:
            row.delete()
        else:
            row.ends_at = now
            row.last_day = now.astimezone(ZoneInfo(row.time_zone)).date()
            row.save(update_fields=["ends_at", "last_day"])
    if announces:
        announce_vacations(user.pk, now=now)


def announce_vacations(user: int, *, now: datetime) -> None:
    """Tell all running slow tables at which somebody plays of their vacations.

    A table that is missed, or at which the game begins later, is told with the first notice of the player's
    turn, and at the latest when their time there is over.
    """
    seats = Seat.objects.filter(user=user, table__status__in=RUNNING, table__pace=TablePace.SLOW)
    _announce([(*place, user) for place in seats.values_list("table_id", "seat")], now=now)


def announce_vacations_at(places: Sequence[Place], *, now: datetime) -> None:
    """Tell slow tables of their players' vacations; does nothing for players without any ahead."""
    away = with_vacations_ahead({user for _, _, user in places}, now)
    _announce([place for place in places if place[2] in away], now=now)


def _announce(places: Sequence[Place], *, now: datetime) -> None:
    """Dispatch the vacations to these places, a few at a time so that live tables do not wait."""
    breaks = {user: breaks_of(user, now) for user in {user for _, _, user in places}}
    for begin in range(0, len(places), TABLES_AT_ONCE):
        some = places[begin : begin + TABLES_AT_ONCE]
        dispatch_all(
            [Command(table_id, ChangeVacations(seat, breaks[user]), now) for table_id, seat, user in some]
        )
