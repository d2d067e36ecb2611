"""Stored preferences, when several requests change them."""

import pytest

from accounts.models import User
from accounts.preferences import stored_preferences
from accounts.services.preferences import change_preference

pytestmark = pytest.mark.django_db


def test_a_change_of_one_keeps_what_was_stored_since_the_user_was_read():
    user = User.objects.create_user("ada", password="secret")
    change_preference(user=User.objects.get(pk=user.pk), name="deck", value="classic")
    change_preference(user=user, name="mail_results", value=False)
    stored = stored_preferences(User.objects.get(pk=user.pk).preferences)
    assert (stored.deck, stored.mail_results) == ("classic", False)
