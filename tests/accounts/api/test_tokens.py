"""`auth/logout`, `auth/tokens` and `auth/claim`: what people do with the tokens they have."""

import pytest
from rest_framework.test import APIClient

from accounts.models import Token, User
from tests.support.accounts import PASSWORD

LOGOUT, TOKENS, CLAIM, ME = "/api/v1/auth/logout", "/api/v1/auth/tokens", "/api/v1/auth/claim", "/api/v1/me"


@pytest.fixture
def alices_browser(alice):
    """A session, with its CSRF token."""
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    client.get("/accounts/profile/")
    client.credentials(HTTP_X_CSRFTOKEN=client.cookies["csrftoken"].value)
    return client


def test_logging_out_ends_this_token_and_no_other(alice, bearer):
    phone, tablet = bearer(alice), bearer(alice)
    assert phone.post(LOGOUT).status_code == 204
    assert phone.get(ME).status_code == 401
    assert phone.post(LOGOUT).status_code == 401
    assert tablet.get(ME).status_code == 200


def test_a_browser_can_log_out_as_well(alices_browser):
    assert alices_browser.post(LOGOUT).status_code == 204
    assert alices_browser.get(ME).status_code == 401


def test_nobody_can_log_out(api, db):
    assert api.post(LOGOUT).status_code == 401


def test_the_list_names_ones_own_devices_and_no_secret(alice, bob, bearer):
    phone, tablet = bearer(alice, "phone"), bearer(alice, "tablet")
    bearer(bob, "phone of bob")
    listed = {token["device"]: token for token in phone.get(TOKENS).json()}
    assert set(listed) == {"phone", "tablet"}
    assert set(listed["phone"]) == {"id", "device", "created_at", "last_used_at", "expires_at", "current"}
    assert (listed["phone"]["current"], listed["tablet"]["current"]) == (True, False)
    assert listed["tablet"]["id"] == tablet.token.pk


def test_one_can_end_another_of_ones_tokens(alice, bearer):
    phone, tablet = bearer(alice), bearer(alice)
    assert phone.delete(f"{TOKENS}/{tablet.token.pk}").status_code == 204
    assert tablet.get(ME).status_code == 401
    assert [token["id"] for token in phone.get(TOKENS).json()] == [phone.token.pk]
    assert phone.delete(f"{TOKENS}/{tablet.token.pk}").status_code == 404


def test_a_browser_lists_and_ends_tokens(alice, bearer, alices_browser):
    phone = bearer(alice)
    assert [token["current"] for token in alices_browser.get(TOKENS).json()] == [False]
    assert alices_browser.delete(f"{TOKENS}/{phone.token.pk}").status_code == 204
    assert phone.get(ME).status_code == 401


@pytest.mark.parametrize("token_id", ["0", "999999", "9" * 30, "-1", "x"])
def test_a_token_that_is_not_there_is_not_found(alice, bearer, token_id):
    answer = bearer(alice).delete(f"{TOKENS}/{token_id}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_bob_can_not_end_a_token_of_alice(alice, bob, bearer):
    phone = bearer(alice)
    assert bearer(bob).delete(f"{TOKENS}/{phone.token.pk}").status_code == 404
    assert phone.get(ME).status_code == 200


def test_claiming_keeps_account_and_token(charlie, bearer):
    phone = bearer(charlie)
    answer = phone.post(CLAIM, {"username": "Charlie", "password": PASSWORD, "email": "c@example.com"})
    assert answer.status_code == 200
    assert (answer.json()["username"], answer.json()["kind"]) == ("Charlie", "human")
    assert User.objects.get().pk == charlie.pk
    assert phone.get(ME).json() == answer.json()


def test_claiming_by_session_keeps_the_session(charlie):
    client = APIClient()
    client.force_login(charlie)
    assert client.post(CLAIM, {"username": "Charlie", "password": PASSWORD}).status_code == 200
    assert client.get(ME).json()["username"] == "Charlie"


def test_who_is_no_guest_has_nothing_to_claim(alice, bearer):
    answer = bearer(alice).post(CLAIM, {"username": "Alice2", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_guest")


def test_a_claim_needs_a_free_name_and_a_good_password(alice, charlie, bearer):
    phone = bearer(charlie)
    answer = phone.post(CLAIM, {"username": "alice", "password": PASSWORD})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["username"])
    answer = phone.post(CLAIM, {"username": "charlie", "password": "1234"})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["password"])
    assert phone.get(ME).json()["kind"] == "guest"
    assert Token.objects.count() == 1
