"""The page of vacations works without scripts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.limits import Limit
from games.models import Vacation
from games.services.slow_tables import vacations
from tests.support.games.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client):
    client.force_login(person("alice"))
    return client


def take(visitor, first, last, **more):
    today = timezone.now().date()
    days = {"first_day": today + timedelta(days=first), "last_day": today + timedelta(days=last)}
    return visitor.post("/vacations/", {**days, "time_zone": "UTC", **more}, follow=True)


def test_a_vacation_is_taken_and_cancelled(visitor):
    page = take(visitor, 2, 4).content.decode()
    assert "Your vacation is noted." in page
    assert (
        "You have 27 of 30 days left" in page or Vacation.objects.get().first_day.year > timezone.now().year
    )
    page = visitor.post(f"/vacations/{Vacation.objects.get().pk}/cancel/", follow=True).content.decode()
    assert "The vacation is cancelled." in page
    assert not Vacation.objects.exists()


def test_what_is_wrong_stands_beside_what_was_typed(visitor):
    answer = take(visitor, 4, 2)
    assert answer.status_code == 400
    assert "This is before the first day." in answer.content.decode()
    assert "There is no such time zone." in take(visitor, 2, 2, time_zone="Mars").content.decode()


def test_nobody_cancels_another_persons_vacation(visitor, client):
    take(visitor, 2, 4)
    client.force_login(person("bob"))
    page = client.post(f"/vacations/{Vacation.objects.get().pk}/cancel/", follow=True).content.decode()
    assert "You have no such vacation ahead of you." in page
    assert Vacation.objects.exists()


def test_it_takes_an_account(client):
    assert client.get("/vacations/").status_code == 302


def test_too_many_vacations_are_explained(visitor, settings, monkeypatch):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(vacations, "VACATIONS", Limit("vacations", 1, 10**10))
    assert take(visitor, 2, 4).status_code == 200
    answer = take(visitor, 6, 8)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert Vacation.objects.count() == 1
