"""The people of these tests: alice and bob have accounts, charlie is a guest."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import services
from accounts.models import User

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORD = "brass lamp 71"


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
