"""Guests in the browser: in by one click, claimed rather than lost, warned before they leave."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.errors import NameTaken, NotAGuest
from accounts.models import AccountKind, User
from accounts.web.guests import get_or_create_player
from core.limits import Limit
from tests.support.accounts import NOW, PASSWORD, user_in

GUEST, CLAIM, LOGOUT, LOGIN, SIGNUP = (
    f"/accounts/{page}/" for page in ("guest", "claim", "logout", "login", "signup")
)
MINE = {"username": "Charlie", "email": "", "password": PASSWORD}


def test_one_click_makes_a_guest_and_logs_in(client, db):
    answer = client.post(GUEST)
    assert (answer.status_code, answer.url) == (302, "/")
    assert user_in(client).kind == AccountKind.GUEST


def test_a_guest_stays_the_same_guest(client, db):
    client.post(GUEST)
    client.post(GUEST)
    assert User.objects.count() == 1


def test_who_is_logged_in_stays_so(logged_in, alice):
    client = logged_in(alice)
    client.post(GUEST)
    assert user_in(client) == alice
    assert User.objects.count() == 1


def test_a_link_makes_no_guest(client, db):
    assert client.get(GUEST).status_code == 405
    assert not User.objects.exists()


def test_a_foreign_page_makes_no_guest(db):
    assert Client(enforce_csrf_checks=True).post(GUEST).status_code == 403
    assert not User.objects.exists()


def test_a_guest_comes_to_the_page_that_was_wanted(client, db):
    assert client.post(GUEST, {"next": "/tables/?status=open"}).url == "/tables/?status=open"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
    ],
)
def test_nobody_is_led_to_another_site(client, db, charlie, logged_in, elsewhere):
    assert client.post(GUEST, {"next": elsewhere}).url == "/"
    assert logged_in(charlie).post(CLAIM, MINE | {"next": elsewhere}).url == reverse("profile")


def test_a_flood_of_guests_is_stopped(db, monkeypatch):
    # A window as long as all time, so that no test can fall on its edge.
    monkeypatch.setattr("accounts.web.guests.ENTRIES", Limit("entries", 2, 10**10))
    assert [Client().post(GUEST).status_code for _ in range(3)] == [302, 302, 429]
    assert int(Client().post(GUEST)["Retry-After"]) > 0


def test_other_rooms_can_ask_for_a_player(rf, client, db):
    request = rf.post("/play/")
    request.session = client.session
    request.user = type("Nobody", (), {"is_authenticated": False})()
    guest = get_or_create_player(request=request, now=NOW)
    assert guest.kind == AccountKind.GUEST
    assert request.user == guest
    assert get_or_create_player(request=request, now=NOW) == guest


def test_claiming_keeps_account_and_session(logged_in, charlie):
    client = logged_in(charlie)
    assert "QuietOtter42" in client.get(CLAIM).content.decode()
    answer = client.post(CLAIM, MINE | {"next": "/tables/"})
    assert (answer.status_code, answer.url) == (302, "/tables/")
    claimed = user_in(client)
    assert (claimed.pk, claimed.username, claimed.kind) == (charlie.pk, "Charlie", AccountKind.HUMAN)
    assert client.get("/accounts/profile/").status_code == 200


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"username": "ALICE"}, "This name is taken."),
        ({"username": "two words"}, "A name has 2 to 24 letters"),
        ({"username": "merlin"}, "This name is reserved."),
        ({"username": "c\x00"}, "Null characters are not allowed."),
        ({"password": "12345678"}, "This password is too common."),
        ({"email": "nowhere"}, "Enter a valid email address."),
    ],
)
def test_a_refused_claim_says_why_and_changes_nothing(logged_in, alice, charlie, changes, sentence):
    answer = logged_in(charlie).post(CLAIM, MINE | changes)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert User.objects.get(pk=charlie.pk).is_guest


def test_strangers_and_people_have_nothing_to_claim(client, logged_in, alice):
    assert client.get(CLAIM).url == f"{LOGIN}?next={CLAIM}"
    assert logged_in(alice).post(CLAIM, MINE).url == reverse("profile")
    assert User.objects.get().username == "Alice"


def test_a_guest_who_signs_up_claims_the_account(logged_in, charlie):
    client = logged_in(charlie)
    assert client.get(f"{SIGNUP}?next=/tables/").url == f"{CLAIM}?next=%2Ftables%2F"
    client.post(SIGNUP, {"username": "Charlie", "password1": PASSWORD})
    assert User.objects.count() == 1


@pytest.mark.parametrize("page", ["account_email", "account_change_password", "account_set_password"])
def test_pages_that_suppose_a_password_lead_guests_to_the_claim(logged_in, charlie, page):
    client = logged_in(charlie)
    assert client.get(reverse(page)).url == CLAIM
    assert client.post(reverse(page), {"password1": PASSWORD, "password2": PASSWORD}).url == CLAIM
    assert not User.objects.get().has_usable_password()


def test_a_guest_is_warned_before_leaving(logged_in, charlie):
    client = logged_in(charlie)
    answer = client.post(LOGOUT, follow=True)
    assert user_in(client) == charlie
    page = answer.content.decode()
    assert "you cannot get back in" in page
    assert f'href="{CLAIM}"' in page


def test_a_guest_who_was_warned_can_leave(logged_in, charlie):
    client = logged_in(charlie)
    assert client.post(LOGOUT, {"leave": "yes"}).status_code == 302
    assert user_in(client) is None


def test_a_guest_with_another_account_leaves_this_one_first(logged_in, charlie):
    client = logged_in(charlie)
    answer = client.get(f"{LOGIN}?next=/tables/", follow=True)
    assert "you cannot get back in" in answer.content.decode()
    answer = client.post(LOGOUT, {"leave": "yes", "next": answer.context["redirect_field_value"]})
    assert answer.url == f"{LOGIN}?next=%2Ftables%2F"


@pytest.mark.parametrize(
    ("refusal", "status", "shown"), [(NameTaken(), 200, "This name is taken."), (NotAGuest(), 302, "")]
)
def test_a_claim_that_is_overtaken_by_another(logged_in, charlie, monkeypatch, refusal, status, shown):
    """Somebody takes the name in the last moment, or the guest has claimed the account in another tab."""

    def overtaken(**_):
        raise refusal

    monkeypatch.setattr(services, "claim_guest", overtaken)
    answer = logged_in(charlie).post(CLAIM, MINE)
    assert answer.status_code == status
    assert shown in answer.content.decode()
    assert User.objects.get(pk=charlie.pk).kind == AccountKind.GUEST
