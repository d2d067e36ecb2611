"""Two-factor authentication in the browser: set up from the profile, and asked for at every log-in."""

import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import selectors
from accounts.limits import CODES
from accounts.models import KnownAddress, User
from accounts.web.second_factor import NewPasskeyForm
from core.limits import Limit
from tests.support.accounts import (
    PASSWORD,
    WRONG_CODE,
    code_of,
    recovery_codes_of,
    set_up_app,
    user_in,
)

LOGIN, PROFILE, CLAIM = reverse("account_login"), reverse("profile"), reverse("claim")
INDEX, ACTIVATE, REMOVE = (reverse(f"mfa_{name}") for name in ("index", "activate_totp", "deactivate_totp"))
AUTHENTICATE, REAUTHENTICATE = reverse("mfa_authenticate"), reverse("account_reauthenticate")
CODES_PAGE, NEW_CODES = reverse("mfa_view_recovery_codes"), reverse("mfa_generate_recovery_codes")


@pytest.fixture
def confirmed(logged_in: Callable[[User], Client]) -> Callable[[User], Client]:
    """Makes a browser in which somebody has just typed the password once more."""

    def client_of(user: User) -> Client:
        client = logged_in(user)
        client.post(REAUTHENTICATE, {"password": PASSWORD})
        return client

    return client_of


def log_in(login: str = "alice") -> Client:
    client = Client()
    client.answer = client.post(LOGIN, {"login": login, "password": PASSWORD, "next": "/tables/"})
    return client


def test_the_profile_says_whether_it_is_on(logged_in, alice):
    page = logged_in(alice).get(PROFILE).content.decode()
    assert "off, so your password alone" in page
    assert f'href="{INDEX}"' in page
    set_up_app(alice)
    assert "off, so your password alone" not in logged_in(alice).get(PROFILE).content.decode()


def test_an_app_is_set_up_with_its_first_code_and_recovery_codes_are_shown(confirmed, alice):
    client = confirmed(alice)
    page = client.get(ACTIVATE).content.decode()
    assert "data:image/svg+xml;base64," in page
    secret = re.search(r"<code[^>]*>(\w+)</code>", page)[1]
    assert "Incorrect code." in client.post(ACTIVATE, {"code": WRONG_CODE}).content.decode()
    assert not selectors.has_second_factor(alice)
    answer = client.post(ACTIVATE, {"code": code_of(secret)}, follow=True)
    assert answer.redirect_chain[-1][0] == CODES_PAGE
    assert selectors.has_second_factor(alice)
    codes = recovery_codes_of(alice)
    assert len(codes) == 10
    assert all(code in answer.content.decode() for code in codes)


def test_setting_it_up_asks_for_the_password_again(logged_in, alice):
    client = logged_in(alice)
    for page in (ACTIVATE, reverse("mfa_add_webauthn")):
        assert client.get(page).url.startswith(REAUTHENTICATE)


def test_logging_in_asks_for_the_code_and_leads_on(alice):
    secret = set_up_app(alice)
    client = log_in()
    assert client.answer.url.startswith(AUTHENTICATE)
    assert user_in(client) is None
    page = client.get(client.answer.url).content.decode()
    assert "One more step" in page
    assert "placeholder" not in page
    assert client.get("/api/v1/me").status_code in (401, 403)
    answer = client.post(AUTHENTICATE, {"code": code_of(secret)})
    assert (answer.url, user_in(client)) == ("/tables/", alice)
    assert KnownAddress.objects.count() == 1


def test_a_password_alone_makes_no_address_known(alice):
    set_up_app(alice)
    log_in()
    assert KnownAddress.objects.count() == 0


def test_a_wrong_code_is_told_and_lets_nobody_in(alice):
    set_up_app(alice)
    client = log_in()
    answer = client.post(AUTHENTICATE, {"code": WRONG_CODE})
    assert "Incorrect code." in answer.content.decode()
    assert user_in(client) is None


def test_a_recovery_code_lets_in_once(alice):
    set_up_app(alice)
    code = recovery_codes_of(alice)[0]
    for found in (alice, None):
        client = log_in()
        client.post(AUTHENTICATE, {"code": code})
        assert user_in(client) == found


def test_guessing_codes_is_stopped_together_with_the_api(alice, api, stopped_clock):
    secret = set_up_app(alice)
    client = log_in()
    for _ in range(CODES.times):
        client.post(AUTHENTICATE, {"code": WRONG_CODE})
    assert "Too many attempts" in client.post(AUTHENTICATE, {"code": code_of(secret)}).content.decode()
    sent = {"username": "alice", "password": PASSWORD, "code": code_of(secret)}
    assert api.post("/api/v1/auth/login", sent).status_code == 429


def test_somebody_without_log_in_is_asked_for_no_code(client, db):
    assert client.get(AUTHENTICATE).url == LOGIN
    assert client.post(AUTHENTICATE, {"code": "123456"}).url == LOGIN


def test_cancelling_leads_back_to_the_log_in(alice):
    set_up_app(alice)
    client = log_in()
    assert client.post(reverse("account_logout"), {"next": LOGIN}).url == LOGIN
    assert client.get(AUTHENTICATE).url == LOGIN


def reset_by_mail(password: str) -> None:
    """Set alice's password by the link in a mail."""
    client = Client()
    client.post(reverse("account_reset_password"), {"email": "alice@example.com"})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)[1]
    form = client.get(link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": password, "password2": password})


def test_a_new_password_by_mail_does_not_go_around_it(client, alice):
    set_up_app(alice)
    other = "other words 9"
    reset_by_mail(other)
    answer = client.post(LOGIN, {"login": "alice", "password": other})
    assert answer.url.startswith(AUTHENTICATE)
    assert user_in(client) is None


def test_a_new_password_by_mail_neither_forgets_wrong_codes_nor_makes_the_address_known(
    alice, stopped_clock, monkeypatch
):
    monkeypatch.setattr("accounts.web.second_factor.CODES", Limit("codes", 2, CODES.seconds))
    secret = set_up_app(alice)
    client = log_in()
    for _ in range(2):
        client.post(AUTHENTICATE, {"code": WRONG_CODE})
    reset_by_mail(PASSWORD)
    client = log_in()
    assert "Too many attempts" in client.post(AUTHENTICATE, {"code": code_of(secret)}).content.decode()
    assert not KnownAddress.objects.exists()


def test_the_app_is_removed_and_its_recovery_codes_with_it(confirmed, alice):
    set_up_app(alice)
    client = confirmed(alice)
    assert "Remove the app" in client.get(REMOVE).content.decode()
    assert client.post(REMOVE).url == INDEX
    assert not Authenticator.objects.exists()


def test_new_recovery_codes_replace_the_old_ones(confirmed, alice):
    set_up_app(alice)
    client, old = confirmed(alice), recovery_codes_of(alice)
    assert "the old ones stop working" in client.get(NEW_CODES).content.decode()
    assert client.post(NEW_CODES).url == CODES_PAGE
    assert not set(old) & set(recovery_codes_of(alice))
    download = client.get(reverse("mfa_download_recovery_codes")).content.decode()
    assert download.split() == recovery_codes_of(alice)


def test_pages_that_show_secrets_are_not_kept(confirmed, alice):
    client = confirmed(alice)
    assert "no-store" in client.get(ACTIVATE)["Cache-Control"]
    set_up_app(alice)
    for page in (CODES_PAGE, reverse("mfa_download_recovery_codes")):
        assert "no-store" in client.get(page)["Cache-Control"]


def test_whoever_is_asked_again_can_type_a_code_instead_of_the_password(logged_in, alice):
    secret = set_up_app(alice)
    client = logged_in(alice)
    other = reverse("mfa_reauthenticate")
    assert other in client.get(REAUTHENTICATE).content.decode()
    assert "Incorrect code." in client.post(other, {"code": WRONG_CODE}).content.decode()
    client.post(other, {"code": code_of(secret)})
    assert client.get(NEW_CODES).status_code == 200


@pytest.mark.parametrize("page", ["mfa_index", "mfa_activate_totp", "mfa_add_webauthn"])
def test_guests_have_none_until_they_claim_their_account(logged_in, charlie, page):
    client = logged_in(charlie)
    assert client.get(reverse(page)).url == CLAIM
    assert client.post(reverse(page), {"code": "123456"}).url == CLAIM
    assert "Two-factor" not in client.get(PROFILE).content.decode()


@pytest.mark.parametrize(
    "page", ["index", "activate_totp", "add_webauthn", "list_webauthn", "deactivate_totp"]
)
def test_pages_are_dressed_as_the_site_and_ask_to_log_in(client, confirmed, alice, page):
    path = reverse(f"mfa_{page}")
    if page == "deactivate_totp":
        set_up_app(alice)
    else:
        assert LOGIN in client.get(path, follow=True).redirect_chain[-1][0]
    answer = confirmed(alice).get(path)
    assert answer.status_code == 200
    assert 'class="panel"' in answer.content.decode()


def test_what_a_browser_sends_instead_of_a_passkey_is_refused(confirmed, alice):
    set_up_app(alice)
    for credential in ("{}", "[]", "null", "x", '{"id": 1, "response": {}}'):
        add = confirmed(alice).post(reverse("mfa_add_webauthn"), {"name": "Key", "credential": credential})
        assert add.status_code == 200
        assert log_in().post(AUTHENTICATE, {"credential": credential}).status_code == 200
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_an_email_address_can_be_changed_with_a_second_factor(logged_in, alice):
    set_up_app(alice)
    logged_in(alice).post(reverse("account_email"), {"action_add": "", "email": "new@example.com"})
    assert alice.emailaddress_set.filter(email="new@example.com").exists()


class TestStaff:
    @pytest.fixture(autouse=True)
    def required(self, settings):
        settings.STAFF_MFA = "required"

    @pytest.mark.parametrize(
        "page",
        ["/admin/", "/admin/accounts/user/", "/admin/password_change/", "/admin/nowhere/", "/admin/login/"],
    )
    def test_no_page_of_the_admin_without_one(self, staff, page):
        answer = staff.get(page)
        assert answer.status_code == 403
        assert "Yours does not have it yet" in answer.content.decode()
        assert INDEX in answer.content.decode()
        assert staff.post(page).status_code == 403

    def test_they_can_set_one_up_and_come_in(self, staff):
        assert staff.get(INDEX).status_code == 200
        set_up_app(user_in(staff))
        assert staff.get("/admin/").status_code == 200

    def test_recovery_codes_alone_are_none(self, staff):
        set_up_app(user_in(staff))
        Authenticator.objects.filter(type="totp").delete()
        assert staff.get("/admin/").status_code == 403

    def test_others_are_sent_where_they_always_are(self, client, logged_in, alice):
        assert client.get("/admin/").status_code == 302
        assert logged_in(alice).get("/admin/", follow=True).status_code == 403
        assert (
            "Yours does not have it yet" not in logged_in(alice).get("/admin/", follow=True).content.decode()
        )

    def test_elsewhere_staff_do_as_everybody(self, staff):
        assert staff.get(PROFILE).status_code == 200

    def test_it_is_asked_of_nobody_by_default(self, staff, settings):
        settings.STAFF_MFA = "optional"
        assert staff.get("/admin/").status_code == 200

    def test_the_admins_own_log_in_asks_for_the_code(self, client, staff):
        secret = set_up_app(user_in(staff))
        asked = client.get("/admin/", follow=True).redirect_chain[-1][0]
        answer = client.post(asked, {"login": "Root", "password": PASSWORD, "next": "/admin/"})
        assert answer.url.startswith(AUTHENTICATE)
        assert client.post(AUTHENTICATE, {"code": code_of(secret)}).url == "/admin/"
        assert client.get("/admin/").status_code == 200


def test_a_passkey_without_a_name_has_a_plain_one(alice):
    form = NewPasskeyForm(user=alice)
    assert form["name"].value() is None
    form.cleaned_data = {"name": ""}
    assert form.clean_name() == "Passkey"
    form.cleaned_data = {"name": "My phone"}
    assert form.clean_name() == "My phone"
