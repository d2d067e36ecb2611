"""Wrong passwords in the browser: counted by account and address, together with those over the API."""

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.limits import PASSWORDS
from core.limits import Limit
from tests.support.accounts import PASSWORD, confirm_email, user_in

pytestmark = pytest.mark.usefixtures("stopped_clock")

LOGIN = reverse("account_login")
HOME, ELSEWHERE = "192.0.2.7", "198.51.100.1"


def log_in(login: str, password: str = PASSWORD, address: str = HOME) -> Client:
    client = Client(REMOTE_ADDR=address)
    client.answer = client.post(LOGIN, {"login": login, "password": password})
    return client


@pytest.mark.parametrize("name", ["alice", "ALICE@example.com"])
def test_wrong_passwords_elsewhere_keep_nobody_out(alice, name):
    confirm_email(alice)
    for _ in range(PASSWORDS.times + 1):
        refused = log_in(name, "wrong", ELSEWHERE)
    assert "Too many attempts" in refused.answer.content.decode()
    assert "Too many attempts" in log_in(name.lower(), PASSWORD, ELSEWHERE).answer.content.decode()
    assert user_in(log_in(name)) == alice


def test_attempts_count_together_with_those_over_the_api(alice):
    for _ in range(PASSWORDS.times):
        log_in("alice", "wrong", ELSEWHERE)
    api = APIClient(REMOTE_ADDR=ELSEWHERE)
    assert api.post("/api/v1/auth/login", {"username": "Alice", "password": PASSWORD}).status_code == 429


def test_guesses_from_many_addresses_stop_new_addresses_alone(alice, monkeypatch, mailoutbox):
    monkeypatch.setattr("accounts.services.login.attempts.FAILURES", Limit("failures", 3, 10**10))
    log_in("alice")
    for number in range(3):
        log_in("alice", "wrong", f"203.0.113.{number}")
    assert "Too many attempts" in log_in("alice", PASSWORD, ELSEWHERE).answer.content.decode()
    assert user_in(log_in("alice")) == alice
    assert [mail.to for mail in mailoutbox] == [["alice@example.com"]]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many wrong passwords a test may type, fewer than usual."""
    for module in ("accounts.web.adapter", "accounts.services.login.attempts"):
        monkeypatch.setattr(f"{module}.PASSWORDS", Limit("passwords", 3, 10**10))
    monkeypatch.setattr("accounts.services.login.attempts.FAILURES", Limit("failures", 3, 10**10))
    return 3


def test_wrong_passwords_for_a_name_do_not_tell_which_address_the_account_has(alice, few):
    confirm_email(alice)
    for _ in range(few):
        log_in("alice", "wrong", ELSEWHERE)
    assert "Too many attempts" in log_in("alice", "wrong", ELSEWHERE).answer.content.decode()
    for login in ("alice@example.com", "nobody@example.com"):
        answer = log_in(login, "wrong", ELSEWHERE).answer.content.decode()
        assert "The name or the password is wrong." in answer


def test_guesses_by_address_stop_new_addresses_whether_it_is_taken_or_free(alice, few, mailoutbox):
    confirm_email(alice)
    for login in ("alice@example.com", "nobody@example.com"):
        for number in range(few):
            log_in(login, "wrong", f"203.0.113.{number}")
        assert "Too many attempts" in log_in(login.upper(), "wrong", ELSEWHERE).answer.content.decode()
    assert [mail.to for mail in mailoutbox] == [["alice@example.com"]]


def test_a_new_password_opens_at_once_by_name_and_by_address(alice, few, logged_in):
    confirm_email(alice)
    other = "other words 9"
    for login in ("alice", "alice@example.com"):
        for _ in range(few + 1):
            log_in(login, "wrong", HOME)
    new = {"oldpassword": PASSWORD, "password1": other, "password2": other}
    client = logged_in(alice)
    client.post(reverse("account_change_password"), new, REMOTE_ADDR=HOME)
    for login in ("alice", "alice@example.com"):
        assert user_in(log_in(login, other, HOME)) == alice


def test_many_people_can_log_in_from_one_address(alice, bob):
    for _ in range(35):
        log_in("alice")
    assert user_in(log_in("bob")) == bob


def test_a_flood_of_forms_from_one_address_is_stopped(db, monkeypatch):
    monkeypatch.setattr("accounts.web.guests.ENTRIES", Limit("entries", 2, 10**10))
    answers = [Client().post(path, {}).status_code for path in (LOGIN, reverse("account_signup"), LOGIN)]
    assert answers == [200, 200, 429]
    assert Client().get(LOGIN).status_code == 200


def test_signing_up_and_claiming_make_an_address_known(client, charlie, logged_in, db):
    client.post(reverse("account_signup"), {"username": "Dora", "email": "", "password1": PASSWORD})
    assert user_in(client).known_addresses.count() == 1
    guest = logged_in(charlie)
    guest.post(reverse("claim"), {"username": "Charlie", "email": "", "password": PASSWORD})
    assert charlie.known_addresses.count() == 1


def test_a_new_password_makes_the_address_known_from_which_it_was_set(logged_in, alice):
    new = {"oldpassword": PASSWORD, "password1": "other words 9", "password2": "other words 9"}
    logged_in(alice).post(reverse("account_change_password"), new)
    assert alice.known_addresses.count() == 1
