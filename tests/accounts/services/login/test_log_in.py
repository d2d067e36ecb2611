"""Logging in by name and password; a wrong one gives nothing away."""

import pytest

from accounts import errors, selectors
from accounts.models import Token, User
from accounts.services import log_in
from tests.support.accounts import NOW, PASSWORD, confirm_email

HOME = "192.0.2.7"


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE"])
def test_name_in_any_case_and_password_give_a_token(alice, name):
    issued = log_in(username=name, password=PASSWORD, device="phone", address=HOME, now=NOW)
    assert selectors.find_user_of_token(issued.plain, NOW) == (alice, issued.token)
    assert issued.token.device == "phone"
    assert User.objects.get().last_login == NOW


def test_a_confirmed_email_address_logs_in_as_well_as_the_name(alice):
    with pytest.raises(errors.WrongPassword):
        log_in(username="alice@example.com", password=PASSWORD, address=HOME, now=NOW)
    confirm_email(alice)
    issued = log_in(username="Alice@example.com", password=PASSWORD, address=HOME, now=NOW)
    assert issued.token.user == alice


@pytest.mark.parametrize(
    ("name", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("", ""), ("alice", "")]
)
def test_everything_else_is_refused_in_the_same_words(alice, name, password):
    with pytest.raises(errors.WrongPassword) as refusal:
        log_in(username=name, password=password, address=HOME, now=NOW)
    assert str(refusal.value) == "The name or the password is wrong."
    assert not Token.objects.exists()


def test_a_guest_has_no_password_to_log_in_with(charlie):
    with pytest.raises(errors.WrongPassword):
        log_in(username=charlie.username, password="", address=HOME, now=NOW)


def test_the_barred_stay_out(alice):
    User.objects.update(is_active=False)
    with pytest.raises(errors.WrongPassword):
        log_in(username="alice", password=PASSWORD, address=HOME, now=NOW)
