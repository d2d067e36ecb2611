"""The people of these tests: alice has a device that gets notifications, bob has none."""

import pytest

from accounts import services
from accounts.models import User
from notifications.models import PushDevice
from tests.support.accounts import NOW, PASSWORD
from tests.support.notifications.devices import create_device


@pytest.fixture
def alice(db) -> User:
    return services.register_user(username="alice", password=PASSWORD, now=NOW)


@pytest.fixture
def bob(db) -> User:
    return services.register_user(username="bob", password=PASSWORD, now=NOW)


@pytest.fixture
def phone(alice: User) -> PushDevice:
    """A device of alice's."""
    return create_device(alice)
