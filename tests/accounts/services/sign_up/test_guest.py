"""Guests: in at once under a friendly name; claimed later, the row and its games staying the same."""

import pytest

from accounts import errors, selectors
from accounts.models import AccountKind, User
from accounts.services import claim_guest, create_guest, issue_token
from tests.support.accounts import NOW, PASSWORD


def test_a_guest_has_a_name_and_no_password(db):
    guest = create_guest(now=NOW)
    assert guest.kind == AccountKind.GUEST
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.date_joined == NOW


def test_a_guest_gets_the_first_name_that_is_free(alice, charlie):
    guest = create_guest(names=["quietotter42", "ALICE", "BoldBear10", "WiseOwl11"], now=NOW)
    assert guest.username == "BoldBear10"


def test_no_free_name_is_a_refusal(charlie):
    with pytest.raises(errors.NameTaken):
        create_guest(names=["QuietOtter42"], now=NOW)


def test_many_guests_have_many_names(db):
    names = {create_guest(now=NOW).username.lower() for _ in range(30)}
    assert len(names) == 30


def test_claiming_keeps_the_row(charlie):
    joined = charlie.date_joined
    claimed = claim_guest(user=charlie, username="Charlie", password=PASSWORD, email="c@example.com", now=NOW)
    assert claimed.pk == charlie.pk
    stored = User.objects.get()
    assert (stored.username, stored.kind, stored.email) == ("Charlie", AccountKind.HUMAN, "c@example.com")
    assert stored.date_joined == joined
    assert stored.check_password(PASSWORD)


def test_claiming_keeps_the_tokens(charlie):
    issued = issue_token(user=charlie, now=NOW)
    claim_guest(user=charlie, username="Charlie", password=PASSWORD, now=NOW)
    assert selectors.find_user_of_token(issued.plain, NOW)[0].username == "Charlie"


def test_a_guest_can_keep_the_name(charlie):
    claimed = claim_guest(user=charlie, username="quietOTTER42", password=PASSWORD, now=NOW)
    assert claimed.username == "quietOTTER42"


def test_only_guests_are_claimed(alice):
    with pytest.raises(errors.NotAGuest):
        claim_guest(user=alice, username="Mallory", password=PASSWORD, now=NOW)
    assert User.objects.get().username == "Alice"


def test_an_account_is_claimed_once(charlie):
    same = User.objects.get(pk=charlie.pk)
    claim_guest(user=charlie, username="Charlie", password=PASSWORD, now=NOW)
    assert same.is_guest
    with pytest.raises(errors.NotAGuest):
        claim_guest(user=same, username="Mallory", password="other words 9", now=NOW)
    assert User.objects.get().username == "Charlie"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"username": "ALICE"}, errors.NameTaken),
        ({"username": "a b"}, errors.NameNotAllowed),
        ({"username": "Morgana"}, errors.NameReserved),
        ({"password": "12345678"}, errors.PasswordTooWeak),
        ({"password": "charlie-1"}, errors.PasswordTooWeak),
    ],
)
def test_a_refused_claim_changes_nothing(alice, charlie, changes, refusal):
    wanted = {"username": "charlie-1", "password": PASSWORD, "email": "c@example.com"} | changes
    with pytest.raises(refusal):
        claim_guest(user=charlie, **wanted, now=NOW)
    stored = User.objects.get(pk=charlie.pk)
    assert (stored.username, stored.kind, stored.email) == ("QuietOtter42", AccountKind.GUEST, "")
    assert not stored.has_usable_password()
