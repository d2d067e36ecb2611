"""What the pages of accounts refuse is said in the visitor's language."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.accounts import PASSWORD
from tests.support.games.people import person

pytestmark = pytest.mark.django_db
LOGIN, SIGNUP = reverse("account_login"), reverse("account_signup")


@pytest.fixture
def german() -> Client:
    return Client(headers={"Accept-Language": "de"})


def test_wrong_passwords(german):
    answer = german.post(LOGIN, {"login": "nobody", "password": PASSWORD})
    assert "Der Name oder das Passwort ist falsch." in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Ada", "Dieser Name ist vergeben."), ("admin", "Dieser Name ist reserviert.")],
)
def test_names_that_are_not_free(german, name, sentence):
    person("Ada")
    answer = german.post(SIGNUP, {"username": name, "password1": PASSWORD})
    assert sentence in answer.content.decode()


def test_a_guest_who_claims_a_name_that_is_taken(german):
    person("Ada")
    german.force_login(person("Guest", "guest"))
    answer = german.post(reverse("claim"), {"username": "Ada", "password": PASSWORD})
    assert "Dieser Name ist vergeben." in answer.content.decode()


def test_a_friend_request_to_oneself(german):
    german.force_login(person("Ada"))
    answer = german.post(reverse("ask_friend", args=["Ada"]), follow=True)
    assert "Du kannst hier nicht" in answer.content.decode()
