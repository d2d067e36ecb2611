"""Taking, shortening and cancelling vacations, and adding them to the logs of the user's slow tables."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.models import User
from core.limits import Limit, count_attempt
from core.refusal import BadRequest, NotFound
from core.sentence import Sentence
from core.time_zones import known_zones
from games.models import Seat, Vacation
from games.models.table import RUNNING, TablePace
from games.rules.topics.slow import ChangeVacations
from games.selectors.people.vacations import (
    DAYS_PER_YEAR,
    days_in_year,
    users_with_unfinished_vacations,
    vacation_days_left,
    vacation_periods_of,
)
from games.services.commands.act import dispatch_all
from games.services.commands.command import Command

MAX_AHEAD = timedelta(days=366)
"""How far in the future the last day of a vacation may be."""
TABLES_AT_ONCE = 16
"""Maximum tables whose vacations are changed in one commit."""
VACATIONS = Limit("vacations", 20, 86_400)
"""Vacations that one user can request in a day, including those that are refused."""
SeatedPlayer = tuple[str, int, int]
"""A table id, a seat, and the id of the user in that seat."""


class NoSuchVacation(NotFound):
    """The user has no such vacation, or it is over."""

    detail = Sentence("You have no such vacation ahead of you.")


def take_vacation(
    *,
    user: User,
    first_day: date,
    last_day: date,
    time_zone: str = "UTC",
    now: datetime,
    updates_logs: bool = True,
) -> Vacation:
    """Store a vacation from the first to the last day, both included.

    If `updates_logs` is true, also add it to the logs of the user's slow games. Raise BadRequest if the days
    or the time zone are not allowed, and Throttled after too many requests.
    """
    if time_zone not in known_zones():
        raise BadRequest({"time_zone": [Sentence("There is no such time zone.")]})
    zone = ZoneInfo(time_zone)
    today = now.astimezone(zone).date()
    if first_day < today:
        raise BadRequest({"first_day": [Sentence("A vacation can begin today at the earliest.")]})
    if last_day < first_day:
        raise BadRequest({"last_day": [Sentence("This is before the first day.")]})
    if last_day - today > MAX_AHEAD:
        raise BadRequest({"last_day": [Sentence("This is more than a year away.")]})
    count_attempt(limit=VACATIONS, key=str(user.pk), now=now)
    starts_at = max(now, datetime.combine(first_day, time(), zone))
    ends_at = datetime.combine(last_day + timedelta(days=1), time(), zone)
    with transaction.atomic():
        # Locked, so that two concurrent requests do not both find enough days. `no_key`, so that storing a
        # turn or a seat for this user at the same time, and the tables in that commit, do not have to wait.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Vacation.objects.filter(user=user, starts_at__lt=ends_at, ends_at__gt=starts_at).exists():
            raise BadRequest({"first_day": [Sentence("You already have a vacation on some of these days.")]})
        for year in range(first_day.year, last_day.year + 1):
            left = vacation_days_left(user.pk, year)
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
    # Otherwise, the caller must call `add_vacations_to_logs` after the commit.
    if updates_logs:
        add_vacations_to_logs(user.pk, now=now)
    return taken


def cancel_vacation(*, user: User, vacation_id: int, now: datetime, updates_logs: bool = True) -> None:
    """Delete a future vacation, or end the current one now.

    If `updates_logs` is true, also record this in the logs of the user's slow games. Raise NoSuchVacation if
    the user has no such vacation or the vacation is over.
    """
    with transaction.atomic():
        row = Vacation.objects.select_for_update().filter(user=user, pk=vacation_id, ends_at__gt=now).first()
        if row is None:
            raise NoSuchVacation()
        if row.starts_at >= now:
            row.delete()
        else:
            row.ends_at = now
            row.last_day = now.astimezone(ZoneInfo(row.time_zone)).date()
            row.save(update_fields=["ends_at", "last_day"])
    # Otherwise, the caller must call `add_vacations_to_logs` after the commit.
    if updates_logs:
        add_vacations_to_logs(user.pk, now=now)


def add_vacations_to_logs(user_id: int, *, now: datetime) -> None:
    """Store the user's vacations in the logs of their slow games in progress."""
    # A log that cannot be updated now is updated before the next notice of the user's turn, or at the latest
    # when the user's time runs out.
    seats = Seat.objects.filter(user=user_id, table__status__in=RUNNING, table__pace=TablePace.SLOW)
    _dispatch_vacations([(*seat, user_id) for seat in seats.values_list("table_id", "seat")], now=now)


def add_vacations_of_players_to_logs(players: Sequence[SeatedPlayer], *, now: datetime) -> None:
    """Store the vacations of these players in their tables' logs.

    Skip players who have no current or future vacation.
    """
    away = users_with_unfinished_vacations({user for _, _, user in players}, now)
    _dispatch_vacations([player for player in players if player[2] in away], now=now)


def _dispatch_vacations(players: Sequence[SeatedPlayer], *, now: datetime) -> None:
    """Send commands that store each player's vacations in the table's log, TABLES_AT_ONCE at a time.

    No error is raised if the command handler refuses a command; that table's log then stays unchanged.
    """
    breaks = {user: vacation_periods_of(user, now) for user in {user for _, _, user in players}}
    # In batches, so that live tables do not have to wait.
    for begin in range(0, len(players), TABLES_AT_ONCE):
        some = players[begin : begin + TABLES_AT_ONCE]
        dispatch_all(
            [Command(table_id, ChangeVacations(seat, breaks[user]), now) for table_id, seat, user in some]
        )
