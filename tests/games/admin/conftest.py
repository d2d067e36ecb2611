"""Staff in a browser."""

import pytest
from django.test import Client

from accounts.models import User


@pytest.fixture
def staff(db: None) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser(username="root"))
    return client
