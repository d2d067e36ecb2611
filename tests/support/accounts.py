"""What tests of accounts share: a moment, a password that is good enough, and who a browser is."""

from datetime import UTC, datetime

from django.test import Client

from accounts.models import User

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORD = "brass lamp 71"


def user_in(client: Client) -> User | None:
    """Who is logged in in this browser."""
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()
