"""Vacations: 30 days in a year, on which the time at slow tables stands still."""

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from accounts.models import User
from core.refusal import BadRequest
from games.models import SlowTurn, Table, Vacation
from games.selectors.people.vacations import days_in_year, describe_vacations, vacation_days_left
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.slow_tables.turn_notices import SlowTurnWatch
from games.services.slow_tables.vacations import NoSuchVacation, cancel_vacation, take_vacation
from tests.support.games.people import person
from tests.support.games.playing import AT, on_turn, running, sight, snapshot, user_at
from tests.support.games.threads import at_once

TODAY = AT.date()


def days(first: int, last: int) -> dict[str, date]:
    """These days after today."""
    return {"first_day": TODAY + timedelta(days=first), "last_day": TODAY + timedelta(days=last)}


def take(user, first, last, now=AT, **more):
    return take_vacation(user=user, **days(first, last), now=now, **more)


def refused(user, first, last, **more):
    with pytest.raises(BadRequest) as refusal:
        take(user, first, last, **more)
    return refusal.value.errors


@pytest.mark.django_db
def test_a_vacation_is_whole_days_of_its_time_zone():
    taken = take(person("alice"), 10, 12, time_zone="America/New_York")
    assert taken.starts_at == datetime(2026, 1, 11, 5, tzinfo=UTC)
    assert taken.ends_at == datetime(2026, 1, 14, 5, tzinfo=UTC)


@pytest.mark.django_db
def test_one_that_begins_today_begins_now():
    assert take(person("alice"), 0, 0).starts_at == AT


@pytest.mark.django_db
def test_days_that_are_refused():
    alice = person("alice")
    assert set(refused(alice, -1, 2)) == {"first_day"}
    assert set(refused(alice, 5, 4)) == {"last_day"}
    assert set(refused(alice, 360, 370)) == {"last_day"}
    assert set(refused(alice, 1, 2, time_zone="Mars/Olympus")) == {"time_zone"}
    assert refused(alice, 1, 31)["last_day"] == ["You have 30 of 30 vacation days left in 2026."]
    take(alice, 10, 20)
    for overlapping in ((5, 10), (20, 25), (12, 13), (9, 21)):
        assert set(refused(alice, *overlapping)) == {"first_day"}
    assert refused(alice, 40, 60)["last_day"] == ["You have 19 of 30 vacation days left in 2026."]
    take(alice, 21, 39)
    assert vacation_days_left(alice.pk, 2026) == 0


@pytest.mark.django_db
def test_each_year_has_its_own_days():
    alice = person("alice")
    december = datetime(2026, 12, 20, 12, tzinfo=UTC)
    take_vacation(user=alice, first_day=date(2026, 12, 22), last_day=date(2027, 1, 5), now=december)
    assert (vacation_days_left(alice.pk, 2026), vacation_days_left(alice.pk, 2027)) == (20, 25)
    assert days_in_year(date(2026, 12, 22), date(2027, 1, 5), 2025) == 0


@pytest.mark.django_db
def test_one_that_has_not_begun_is_cancelled_and_its_days_are_given_back():
    alice = person("alice")
    taken = take(alice, 5, 9)
    with pytest.raises(NoSuchVacation):
        cancel_vacation(user=person("bob"), vacation_id=taken.pk, now=AT)
    cancel_vacation(user=alice, vacation_id=taken.pk, now=AT)
    assert vacation_days_left(alice.pk, 2026) == 30
    with pytest.raises(NoSuchVacation):
        cancel_vacation(user=alice, vacation_id=taken.pk, now=AT)


@pytest.mark.django_db
def test_one_that_has_begun_ends_now_and_today_counts():
    alice = person("alice")
    taken = take(alice, 0, 9)
    cancel_vacation(user=alice, vacation_id=taken.pk, now=AT + timedelta(days=2))
    assert vacation_days_left(alice.pk, 2026) == 27
    assert describe_vacations(alice.pk, AT + timedelta(days=2))["vacations"] == []


def slow_table():
    return running(4, pace="slow", days=3)


@pytest.mark.django_db
def test_the_persons_tables_are_told_and_nobody_elses():
    table_id = slow_table()
    user = person_on_turn(table_id)
    take(user, 1, 4)
    ends = datetime(2026, 1, 8, 12, tzinfo=UTC)
    assert snapshot(table_id).due_at is not None
    assert sight(table_id)["deadline"] == "2026-01-08T12:00:00Z"
    assert SlowTurn.objects.get().deadline_at == ends
    cancel_vacation(user=user, vacation_id=Vacation.objects.get().pk, now=AT)
    assert sight(table_id)["deadline"] == "2026-01-04T12:00:00Z"
    other = running(4)
    take(user, 1, 4)
    assert sight(other)["deadline"] is None


def person_on_turn(table_id):
    return User.objects.get(pk=user_at(table_id, on_turn(table_id)))


@pytest.mark.django_db
def test_a_table_that_was_not_told_is_told_before_anything_follows(monkeypatch):
    table_id = slow_table()
    user = person_on_turn(table_id)
    with monkeypatch.context() as patch:
        patch.setattr("games.services.slow_tables.vacations.add_vacations_to_logs", lambda *_, **__: None)
        take(user, 1, 4)
    over = AT + timedelta(days=3, minutes=1)
    command = server_command(snapshot(table_id), now=over, rng=None)
    dispatch(command)
    assert not any(player["away"] for player in sight(table_id)["players"])
    assert Table.objects.get(pk=table_id).due_at > AT + timedelta(days=7)


@pytest.mark.django_db
def test_a_game_that_begins_during_a_vacation_learns_of_it_with_the_first_notice():
    for name in ("alice", "bob", "dora", "emil"):
        take(person(name), 0, 4)
    table_id = slow_table()
    assert sight(table_id)["deadline"] == "2026-01-04T12:00:00Z"
    SlowTurnWatch().tick(now=AT + timedelta(minutes=1), monotonic_now=0)
    # Their vacation began at noon, and ends with the fifth day.
    assert sight(table_id)["deadline"] == "2026-01-09T00:00:00Z"


def test_two_requests_at_once_cannot_take_more_days_than_there_are(backend):
    alice = person("alice")
    at_once([partial(take, alice, first, first + 15) for first in (10, 40)])
    assert Vacation.objects.filter(user=alice).count() == 1
