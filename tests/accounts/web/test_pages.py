"""Signing up, logging in, the profile and forgotten passwords, as a browser meets them."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts import selectors, services
from accounts.models import AccountKind, User
from tests.support.accounts import NOW, PASSWORD, confirm_email, user_in

LOGIN, SIGNUP, LOGOUT = reverse("account_login"), reverse("account_signup"), reverse("account_logout")
OTHER = "other words 9"


@pytest.mark.parametrize(
    "page",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key_done",
        "account_email_verification_sent",
        "account_inactive",
    ],
)
def test_pages_for_everybody_are_dressed_as_the_site(client, db, page):
    answer = client.get(reverse(page))
    assert answer.status_code == 200
    assert 'class="panel"' in answer.content.decode()


@pytest.mark.parametrize(
    "page",
    ["profile", "account_logout", "account_email", "account_change_password", "account_reauthenticate"],
)
def test_pages_of_ones_own_are_dressed_as_the_site_and_ask_to_log_in(client, logged_in, alice, page):
    assert 'class="panel"' in logged_in(alice).get(reverse(page)).content.decode()
    if page != "account_logout":
        assert client.get(reverse(page)).url.startswith(LOGIN)


@pytest.mark.parametrize(
    ("page", "labels"),
    [
        ("account_signup", ["Name", "E-mail", "Password"]),
        ("account_login", ["Name or e-mail", "Password"]),
        ("account_reset_password", ["E-mail"]),
    ],
)
def test_forms_for_everybody_have_labels_in_our_words(client, db, page, labels):
    assert _labels(client.get(reverse(page))) == labels


def test_forms_of_ones_own_have_labels_in_our_words(logged_in, alice):
    client = logged_in(alice)
    words = ["Current password", "New password", "New password again"]
    assert _labels(client.get(reverse("account_change_password"))) == words
    assert _labels(client.get(reverse("account_email"))) == ["E-mail"]


def _labels(answer) -> list[str]:
    """What stands above the fields; nothing of it stands in them once more."""
    page = answer.content.decode()
    assert "placeholder" not in page
    return [
        label.split("<")[0].strip() for label in re.findall(r"<label\s+for[^>]*>(.*?)</label>", page, re.S)
    ]


def test_signing_up_takes_a_name_and_a_password_once(client, db):
    answer = client.post(SIGNUP, {"username": "Dora", "email": "", "password1": PASSWORD, "next": "/tables/"})
    assert (answer.status_code, answer.url) == (302, "/tables/")
    user = user_in(client)
    assert (user.username, user.kind, user.email) == ("Dora", AccountKind.HUMAN, "")


def test_signing_up_with_an_email_address_sends_a_link_to_confirm_it(client, db, mailoutbox):
    client.post(SIGNUP, {"username": "Dora", "email": "Dora@example.com", "password1": PASSWORD})
    assert user_in(client).email == "dora@example.com"
    assert mailoutbox[0].subject == "Wizard: Confirm your e-mail address"
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    assert "dora@example.com" in client.get(link).content.decode()
    assert client.post(link).url == reverse("profile")
    assert EmailAddress.objects.get().verified


def test_mails_are_in_the_language_of_the_page(client, db, mailoutbox):
    german = {"Accept-Language": "de"}
    client.post(
        SIGNUP, {"username": "Dora", "email": "dora@example.com", "password1": PASSWORD}, headers=german
    )
    client.logout()
    client.post(reverse("account_reset_password"), {"email": "dora@example.com"}, headers=german)
    assert [mail.subject for mail in mailoutbox] == [
        "Wizard: E-Mail-Adresse bestätigen",
        "Wizard: Neues Passwort setzen",
    ]
    assert mailoutbox[0].body.startswith(
        "Hallo Dora,\n\nbitte bestätige, dass das deine E-Mail-Adresse ist:\n\n"
    )
    assert mailoutbox[1].body.startswith("Hallo Dora,\n\njemand, wahrscheinlich du,")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"username": "ALICE"}, "This name is taken."),
        ({"username": "two words"}, "A name has 2 to 24 letters"),
        ({"username": "merlin"}, "This name is reserved."),
        ({"username": "d" * 25}, "at most 24 characters"),
        ({"password1": "12345678"}, "This password is too common."),
        ({"password1": "dorothy1"}, "too similar"),
    ],
)
def test_signing_up_follows_the_same_rules_as_everywhere(client, alice, changes, sentence):
    answer = client.post(SIGNUP, {"username": "dorothy1", "email": "", "password1": PASSWORD} | changes)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert User.objects.count() == 1


@pytest.fixture(params=["sign up", "claim"])
def new_account(request, db, client, logged_in):
    """Sends the form that makes an account, of a stranger or of a guest; gives the page."""
    browser = client if request.param == "sign up" else logged_in(services.create_guest(now=NOW))
    pages = {"sign up": (SIGNUP, "password1"), "claim": (reverse("claim"), "password")}
    path, password = pages[request.param]

    def send(**fields):
        given = {password if name == "password" else name: value for name, value in fields.items()}
        answer = browser.post(path, given) if fields else browser.get(path)
        return answer.content.decode()

    return send


def test_a_new_account_asks_for_a_password_in_one_line(new_account):
    page = new_account()
    assert "At least 8 characters, not only digits." in page
    assert "can’t" not in page


def test_everything_that_is_wrong_with_a_new_account_is_said_at_once(new_account, alice):
    page = new_account(username="ALICE", email="nonsense", password="1234567")
    for sentence in ("This name is taken.", "Enter a valid email address.", "too short", "entirely numeric"):
        assert sentence in page
    page = new_account(username="dorothy1", email="nonsense", password="dorothy1")
    for sentence in ("Enter a valid email address.", "too similar"):
        assert sentence in page


def test_who_loses_a_race_for_a_name_is_asked_again(client, alice, monkeypatch):
    monkeypatch.setattr("accounts.web.adapter.check_name", lambda **arguments: None)
    answer = client.post(SIGNUP, {"username": "aLICE", "password1": PASSWORD}, follow=True)
    assert "This name is taken." in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Alice", "aLiCe", "alice@example.com", "ALICE@Example.com"])
def test_logging_in_by_name_or_confirmed_email_address_in_any_case(client, alice, name):
    confirm_email(alice)
    assert client.post(LOGIN, {"login": name, "password": PASSWORD}).status_code == 302
    assert user_in(client) == alice


def test_a_wrong_password_is_told(client, alice):
    answer = client.post(LOGIN, {"login": "alice", "password": "wrong"})
    assert "The name or the password is wrong." in answer.content.decode()
    assert user_in(client) is None


@pytest.mark.parametrize(("wanted", "led_to"), [("/tables/7/", "/tables/7/"), ("https://evil.example/", "/")])
def test_logging_in_leads_on_within_this_site(client, alice, wanted, led_to):
    assert client.post(LOGIN, {"login": "alice", "password": PASSWORD, "next": wanted}).url == led_to


def test_a_browsers_session_lasts_as_long_as_a_token(client, alice, settings):
    client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    assert client.cookies["sessionid"]["max-age"] == settings.TOKEN_DAYS * 24 * 60 * 60


def test_logging_out_asks_once(logged_in, alice):
    client = logged_in(alice)
    client.get(LOGOUT)
    assert user_in(client) == alice
    client.post(LOGOUT)
    assert user_in(client) is None


def test_the_profile_lists_ones_devices_and_games(logged_in, alice, bob):
    services.issue_token(user=bob, device="phone of bob", now=NOW.replace(year=9000))
    services.issue_token(user=alice, device="<b>phone</b>", now=NOW.replace(year=9000))
    page = logged_in(alice).get(reverse("profile")).content.decode()
    assert "&lt;b&gt;phone&lt;/b&gt;" in page
    assert "phone of bob" not in page
    assert reverse("player", args=[alice.username]) in page
    assert "alice@example.com" in page


def test_a_device_is_logged_out_from_the_profile_by_its_owner_alone(logged_in, alice, bob):
    now = NOW.replace(year=9000)
    issued = services.issue_token(user=alice, now=now)
    path = reverse("revoke_device", args=[issued.token.pk])
    assert logged_in(bob).post(path).status_code == 404
    assert logged_in(alice).get(path).status_code == 405
    assert selectors.find_user_of_token(issued.plain, now)
    assert logged_in(alice).post(path).url == reverse("profile")
    assert selectors.find_user_of_token(issued.plain, now) is None


def test_a_new_password_ends_all_tokens_and_other_sessions(logged_in, alice):
    here, elsewhere = logged_in(alice), logged_in(alice)
    issued = services.issue_token(user=alice, now=NOW)
    answer = here.post(
        reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    )
    assert answer.url == reverse("profile")
    assert selectors.find_user_of_token(issued.plain, NOW) is None
    assert here.get(reverse("profile")).status_code == 200
    assert elsewhere.get(reverse("profile")).status_code == 302


def test_a_forgotten_password_is_replaced_by_mail(client, alice, mailoutbox):
    issued = services.issue_token(user=alice, now=NOW)
    client.post(reverse("account_reset_password"), {"email": "alice@example.com"})
    assert "Alice" in mailoutbox[0].body
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    form = client.get(link, follow=True)
    answer = client.post(form.redirect_chain[-1][0], {"password1": OTHER, "password2": OTHER}, follow=True)
    assert "new password is set" in answer.content.decode()
    assert User.objects.get().check_password(OTHER)
    assert selectors.find_user_of_token(issued.plain, NOW) is None
    assert "does not work" in client.get(link, follow=True).content.decode()


def test_an_address_without_account_gets_no_mail_and_the_same_answer(client, alice, mailoutbox):
    known, unknown = (
        client.post(reverse("account_reset_password"), {"email": f"{name}@example.com"})
        for name in ("alice", "eve")
    )
    assert known.url == unknown.url == reverse("account_reset_password_done")
    assert [mail.to for mail in mailoutbox] == [["alice@example.com"]]


def test_an_email_address_is_added_and_removed(logged_in, bob, mailoutbox):
    client, page = logged_in(bob), reverse("account_email")
    client.post(page, {"action_add": "", "email": "bob@example.com"})
    assert mailoutbox[0].to == ["bob@example.com"]
    assert "not confirmed yet" in client.get(page).content.decode()
    client.post(page, {"action_remove": "", "email": "bob@example.com"})
    assert not EmailAddress.objects.exists()


def test_forms_of_foreign_pages_are_refused(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    token = services.issue_token(user=alice, now=NOW.replace(year=9000)).token
    for path in (LOGIN, SIGNUP, LOGOUT, reverse("claim"), reverse("revoke_device", args=[token.pk])):
        assert client.post(path).status_code == 403
