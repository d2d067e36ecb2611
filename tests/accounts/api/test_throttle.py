"""How many calls of the API are answered."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts.api import throttle
from accounts.models import User
from core.limits import Limit


@pytest.fixture(autouse=True)
def three_a_minute(monkeypatch):
    now = timezone.now()
    # Counts begin anew with each minute: all calls of a test are in one.
    monkeypatch.setattr(throttle, "timezone", SimpleNamespace(now=lambda: now))
    monkeypatch.setattr(throttle, "CALLS", Limit("calls", 3, 60))
    monkeypatch.setattr(throttle, "BOTS_CALLS", Limit("bots-calls", 1, 60))
    monkeypatch.setattr(throttle, "STRANGERS_CALLS", Limit("strangers-calls", 2, 60))


def statuses(client, times):
    return [client.get("/api/v1/me").status_code for _ in range(times)]


@pytest.mark.django_db
def test_one_call_too_many_is_refused_with_the_seconds_to_wait(bearer, alice):
    client = bearer(alice)
    assert statuses(client, 3) == [200, 200, 200]
    answer = client.get("/api/v1/me")
    assert answer.status_code == 429
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "throttled"
    assert 0 < int(answer["Retry-After"]) <= 60


@pytest.mark.django_db
def test_every_account_is_counted_alone_whatever_its_device(bearer, alice, bob):
    assert statuses(bearer(alice, "phone"), 2) + statuses(bearer(alice, "tablet"), 2) == [200, 200, 200, 429]
    assert statuses(bearer(bob), 1) == [200]


@pytest.mark.django_db
def test_bots_have_a_limit_of_their_own(bearer, alice, bob):
    robot = bearer(bob)
    User.objects.filter(pk=bob.pk).update(kind="bot")
    assert statuses(robot, 2) == [200, 429]
    assert statuses(bearer(alice), 3) == [200, 200, 200]


@pytest.mark.django_db
def test_strangers_are_counted_by_address(api):
    assert [api.get("/api/v1/tables").status_code for _ in range(3)] == [200, 200, 429]
    elsewhere = api.get("/api/v1/tables", REMOTE_ADDR="10.9.9.9")
    assert elsewhere.status_code == 200


@pytest.mark.django_db
def test_it_can_be_switched_off_for_load_tests(bearer, alice, settings):
    settings.RATE_LIMITS = False
    assert statuses(bearer(alice), 9) == [200] * 9
