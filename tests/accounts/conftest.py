"""The people of these tests: alice and bob have accounts, charlie is a guest."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import services
from accounts.models import User
from accounts.signals import access_changed
from tests.support.accounts import NOW, PASSWORD


@pytest.fixture
def alice(db) -> User:
    return services.register_user(username="Alice", password=PASSWORD, email="alice@example.com", now=NOW)


@pytest.fixture
def bob(db) -> User:
    return services.register_user(username="bob", password=PASSWORD, now=NOW)


@pytest.fixture
def charlie(db) -> User:
    return services.create_guest(names=["QuietOtter42"], now=NOW)


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request comes at the same moment, so that no test falls on the edge of a limit's window."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture
def api() -> APIClient:
    """A client that is nobody, and insists on CSRF tokens where a browser would need them."""
    return APIClient(enforce_csrf_checks=True)


@pytest.fixture
def bearer():
    """Makes a client that holds a fresh token of somebody."""

    def client_of(user: User, device: str = "") -> APIClient:
        issued = services.issue_token(user=user, device=device, now=timezone.now())
        client = APIClient(enforce_csrf_checks=True)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {issued.plain}")
        client.token = issued.token
        return client

    return client_of


@pytest.fixture
def logged_in():
    """Makes a browser's session in which somebody is logged in."""

    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of


@pytest.fixture
def signalled() -> Iterator[list[int]]:
    """The ids of the people whose access changed, as the signal named them."""
    ids = []

    def note(sender, user_id, **kwargs):
        ids.append(user_id)

    access_changed.connect(note)
    yield ids
    access_changed.disconnect(note)


@pytest.fixture
def staff(logged_in, db) -> Client:
    """Root, in the admin."""
    return logged_in(User.objects.create_superuser(username="Root", password=PASSWORD))
