"""E-mail addresses that somebody has: nobody who types one finds that out, and its owner is told."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts import selectors, services
from accounts.models import User
from tests.support.accounts import NOW, PASSWORD, confirm_email, user_in

pytestmark = pytest.mark.usefixtures("stopped_clock")

TAKEN, FREE = "alice@example.com", "eve@example.com"
CONFIRM, IN_USE = "Wizard: Confirm your e-mail address", "Wizard: Someone used your e-mail address"
LOGIN, SIGNUP, EMAIL = reverse("account_login"), reverse("account_signup"), reverse("account_email")


def sign_up(email: str) -> object:
    client = Client()
    answer = client.post(SIGNUP, {"username": "Eve", "email": email, "password1": PASSWORD}, follow=True)
    return answer.redirect_chain, user_in(client).username, [str(each) for each in answer.context["messages"]]


def register(email: str) -> object:
    answer = APIClient().post(
        "/api/v1/auth/register", {"username": "Eve", "password": PASSWORD, "email": email}
    )
    return answer.status_code, answer.json()["user"]["username"], sorted(answer.json())


def claim_in_browser(email: str) -> object:
    client = Client()
    client.post(reverse("guest"))
    answer = client.post(
        reverse("claim"), {"username": "Eve", "email": email, "password": PASSWORD}, follow=True
    )
    return answer.redirect_chain, user_in(client).username


def claim(email: str) -> object:
    api = APIClient()
    token = api.post("/api/v1/auth/guest").json()["token"]
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    answer = api.post("/api/v1/auth/claim", {"username": "Eve", "email": email, "password": PASSWORD})
    return answer.status_code, answer.json()["username"], sorted(answer.json())


def change(email: str) -> object:
    user = services.register_user(username="Eve", password=PASSWORD, now=NOW)
    api = APIClient()
    api.force_authenticate(user)
    answer = api.patch("/api/v1/me", {"email": email})
    return answer.status_code, sorted(answer.json())


@pytest.mark.parametrize("enter", [sign_up, register, claim_in_browser, claim, change])
@pytest.mark.parametrize("confirmed", [False, True])
def test_a_taken_address_gets_the_same_answer_as_a_free_one_and_its_owner_a_mail(alice, enter, confirmed):
    EmailAddress.objects.filter(user=alice).update(verified=confirmed)
    taken = enter(TAKEN)
    User.objects.exclude(pk=alice.pk).delete()
    free = enter(FREE)
    assert str(taken).replace(TAKEN, FREE) == str(free)
    assert [(each.subject, each.to) for each in mail.outbox] == [(IN_USE, [TAKEN]), (CONFIRM, [FREE])]
    assert "an account named Eve" in mail.outbox[0].body
    assert "confirm-email" not in mail.outbox[0].body


def test_whoever_typed_a_taken_address_gets_no_hold_of_it(alice, client, mailoutbox):
    sign_up(TAKEN)
    client.post(reverse("account_reset_password"), {"email": TAKEN})
    confirm_email(alice)
    mailoutbox.clear()
    client.post(reverse("account_reset_password"), {"email": TAKEN})
    assert [each.body.count("Alice") for each in mailoutbox] == [1]
    assert selectors.find_user_by_login(TAKEN) == alice


def test_a_password_by_mail_is_for_few_accounts_however_many_have_the_address(db, client, mailoutbox):
    for number in range(5):
        services.register_user(username=f"eve{number}", password=PASSWORD, email=FREE, now=NOW)
    client.post(reverse("account_reset_password"), {"email": FREE})
    assert len(mailoutbox) == selectors.MAX_HOLDERS


def test_the_owner_of_an_address_that_nobody_confirmed_gets_the_link_on_their_own_page(
    alice, bob, logged_in, mailoutbox
):
    client = logged_in(bob)
    client.post(EMAIL, {"action_add": "", "email": TAKEN})
    assert [each.subject for each in mailoutbox] == [CONFIRM]
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    client.post(link)
    assert selectors.find_user_by_login(TAKEN) == bob


def test_an_address_that_its_owner_confirmed_is_not_given_to_anybody(alice, bob, logged_in, mailoutbox):
    confirm_email(alice)
    client = logged_in(bob)
    client.post(EMAIL, {"action_add": "", "email": TAKEN})
    assert "not confirmed yet" in client.get(EMAIL).content.decode()
    assert [each.subject for each in mailoutbox] == [IN_USE]


def test_the_owner_of_an_address_is_told_once_an_hour(alice, mailoutbox):
    for number in range(3):
        api = APIClient()
        api.post("/api/v1/auth/register", {"username": f"Eve{number}", "password": PASSWORD, "email": TAKEN})
    assert [each.subject for each in mailoutbox] == [IN_USE]


@pytest.mark.parametrize("email", [TAKEN, FREE])
def test_a_second_try_sends_no_mail_whether_the_address_was_free_or_taken(alice, mailoutbox, email):
    for name in ("Eve", "Eva"):
        sent = {"username": name, "password": PASSWORD, "email": email}
        APIClient().post("/api/v1/auth/register", sent)
    assert len(mailoutbox) == 1


@pytest.mark.parametrize("email", [TAKEN, FREE])
def test_an_address_entered_again_after_another_gets_no_second_mail(alice, bob, bearer, mailoutbox, email):
    client = bearer(bob)
    for each in (email, "bob@example.com", email):
        client.patch("/api/v1/me", {"email": each})
    assert [each.to for each in mailoutbox] == [[email], ["bob@example.com"]]


def test_one_account_sends_few_links_to_addresses_of_others(bob, bearer, mailoutbox):
    client = bearer(bob)
    for number in range(15):
        assert client.patch("/api/v1/me", {"email": f"{number}@example.com"}).status_code == 200
    assert len(mailoutbox) == 10


def test_the_same_address_again_sends_no_mail(alice, bearer, mailoutbox):
    bearer(alice).patch("/api/v1/me", {"email": TAKEN})
    assert mailoutbox == []


@pytest.mark.parametrize("confirmed", [False, True])
@pytest.mark.parametrize("email", [TAKEN, FREE])
def test_an_unconfirmed_address_opens_no_account_whether_another_one_has_it_or_not(
    alice, client, confirmed, email
):
    EmailAddress.objects.filter(user=alice).update(verified=confirmed)
    services.register_user(username="Eve", password="copper kettle 5", email=email, now=NOW)
    answer = client.post(LOGIN, {"login": email, "password": "copper kettle 5"})
    assert "The name or the password is wrong." in answer.content.decode()
    assert user_in(client) is None


def test_a_confirmed_address_opens_its_owners_account_alone(alice, bob, client):
    confirm_email(alice)
    services.update_profile(user=bob, email=TAKEN)
    client.post(LOGIN, {"login": TAKEN, "password": PASSWORD})
    assert user_in(client) == alice
