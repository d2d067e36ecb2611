"""Who calls: a living bearer token, or a browser's session with its CSRF token; a bad token is refused."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import services
from tests.support.accounts import PASSWORD

ME = "/api/v1/me"


def _refused(answer):
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"
    assert answer["WWW-Authenticate"] == "Bearer"


def test_nobody_is_asked_to_log_in(api, db):
    _refused(api.get(ME))


def test_a_token_opens_its_own_account(alice, bob, bearer):
    assert bearer(alice).get(ME).json()["username"] == "Alice"
    assert bearer(bob).get(ME).json()["username"] == "bob"


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_has_no_case(api, alice, scheme):
    plain = services.issue_token(user=alice, now=timezone.now()).plain
    assert api.get(ME, HTTP_AUTHORIZATION=f"{scheme} {plain}").status_code == 200


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "Bearer a b", "Bearer \xff", "Bearer " + "x" * 5000]
)
def test_a_bad_token_is_refused(api, alice, header):
    _refused(api.get(ME, HTTP_AUTHORIZATION=header))


def test_a_bad_token_is_refused_even_where_a_session_would_do(api, alice):
    api.force_login(alice)
    assert api.get(ME).status_code == 200
    _refused(api.get(ME, HTTP_AUTHORIZATION="Bearer x"))


def test_an_expired_token_is_refused(api, alice, settings):
    issued_at = timezone.now() - timedelta(days=settings.TOKEN_DAYS, seconds=1)
    plain = services.issue_token(user=alice, now=issued_at).plain
    _refused(api.get(ME, HTTP_AUTHORIZATION=f"Bearer {plain}"))


def test_a_revoked_token_is_refused(alice, bearer):
    client = bearer(alice)
    services.revoke_token(token=client.token, now=timezone.now())
    _refused(client.get(ME))


def test_using_a_token_is_noted(alice, bearer):
    client = bearer(alice)
    client.get(ME)
    client.token.refresh_from_db()
    assert client.token.last_used_at is not None


def test_a_session_needs_its_csrf_token_to_change_anything(alice):
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(alice)
    answer = browser.patch(ME, {"preferences": {"deck": "classic"}})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    alice.refresh_from_db()
    assert alice.preferences == {}
    browser.get("/accounts/profile/")
    browser.credentials(HTTP_X_CSRFTOKEN=browser.cookies["csrftoken"].value)
    assert browser.patch(ME, {"preferences": {"deck": "classic"}}).status_code == 200


def test_a_token_needs_no_csrf_token(alice, bearer):
    assert bearer(alice).patch(ME, {"preferences": {}}).status_code == 200


def test_logging_in_sets_no_cookie(api, alice):
    assert not api.post("/api/v1/auth/login", {"username": "alice", "password": PASSWORD}).cookies
