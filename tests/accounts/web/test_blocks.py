"""The profile lists whom one has blocked, and ends blocks."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from accounts.services import block_player
from tests.support.accounts import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client: Client) -> Client:
    """Ada's browser; she has blocked bob."""
    user = User.objects.create_user(username="ada")
    User.objects.create_user(username="bob")
    block_player(user=user, name="bob", now=NOW)
    client.force_login(user)
    return client


def test_the_profile_lists_them_and_unblocks(ada):
    profile = reverse("profile")
    assert "Unblock bob" in ada.get(profile).content.decode()
    answer = ada.post(reverse("unblock", args=["bob"]), follow=True).content.decode()
    assert "bob is no longer blocked." in answer
    assert "You have blocked nobody." in answer
    assert not Block.objects.exists()


def test_an_unknown_name_is_not_found_and_a_link_unblocks_nobody(ada):
    assert ada.post(reverse("unblock", args=["eve"])).status_code == 404
    assert ada.get(reverse("unblock", args=["bob"])).status_code == 405
    assert Block.objects.count() == 1


def test_strangers_are_sent_to_log_in(client):
    assert "login" in client.post(reverse("unblock", args=["bob"])).headers["Location"]
