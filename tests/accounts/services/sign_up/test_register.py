"""Opening an account: one name whatever its case, a password that holds, an e-mail address if wanted."""

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError

from accounts import errors
from accounts.models import AccountKind, User
from accounts.services import register_user
from accounts.services.name import save_account
from tests.support.accounts import NOW, PASSWORD


def test_a_person_gets_an_account(alice):
    stored = User.objects.get()
    assert (stored.username, stored.kind, stored.date_joined) == ("Alice", AccountKind.HUMAN, NOW)
    assert stored.check_password(PASSWORD)
    assert PASSWORD not in stored.password


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE"])
def test_a_name_is_taken_whatever_its_case(alice, name):
    with pytest.raises(errors.NameTaken):
        register_user(username=name, password=PASSWORD, now=NOW)
    assert User.objects.count() == 1


def test_the_database_itself_knows_no_case(alice):
    with pytest.raises(IntegrityError):
        User.objects.create(username="aLICE")


def test_of_two_who_take_a_name_at_once_one_is_refused(alice):
    with pytest.raises(errors.NameTaken):
        save_account(user=User(username="ALICE"))


@pytest.mark.parametrize("name", ["Merlin", "mer1in", "admin", "Moderator"])
def test_reserved_names_are_refused(db, name):
    with pytest.raises(errors.NameReserved):
        register_user(username=name, password=PASSWORD, now=NOW)
    assert not User.objects.exists()


def test_a_name_must_look_like_one(db):
    with pytest.raises(errors.NameNotAllowed):
        register_user(username="two words", password=PASSWORD, now=NOW)


@pytest.mark.parametrize("password", ["", "short 1", "password", "8273645182", "dorothy.1"])
def test_weak_passwords_are_refused_with_the_reason(db, password):
    with pytest.raises(errors.PasswordTooWeak) as refusal:
        register_user(username="dorothy.11", password=password, now=NOW)
    assert all(refusal.value.sentences)
    assert not User.objects.exists()


def test_an_email_address_is_kept_in_small_letters_and_known_to_the_reset_page(db):
    user = register_user(username="dora", password=PASSWORD, email="Dora@Example.com", now=NOW)
    assert user.email == "dora@example.com"
    address = EmailAddress.objects.get(user=user)
    assert (address.email, address.primary, address.verified) == ("dora@example.com", True, False)


def test_nobody_is_told_that_an_email_address_is_taken(alice):
    eve = register_user(username="eve", password=PASSWORD, email="ALICE@example.com", now=NOW)
    assert eve.email == "alice@example.com"
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_many_can_be_without_an_email_address(bob):
    register_user(username="dora", password=PASSWORD, now=NOW)
    assert not EmailAddress.objects.exists()
