"""Friend requests over the API: each person sees only their own, and refusals say why."""

import pytest

from accounts import services
from tests.support.accounts import NOW

REQUESTS = "/api/v1/me/friend-requests"
CALLS = [
    ("get", REQUESTS),
    ("post", REQUESTS),
    ("delete", f"{REQUESTS}/bob"),
    ("post", f"{REQUESTS}/bob/accept"),
    ("post", f"{REQUESTS}/bob/decline"),
    ("delete", "/api/v1/me/friends/bob"),
]


def names(answer):
    return {side: [row["username"] for row in rows] for side, rows in answer.json().items()}


@pytest.fixture
def carol(db):
    return services.register_user(username="carol", password="brass lamp 71", now=NOW)


def test_alice_asks_and_bob_accepts_while_carol_sees_nothing(alice, bob, carol, bearer):
    first, second, third = bearer(alice), bearer(bob), bearer(carol)
    asked = first.post(REQUESTS, {"username": "BOB"}, format="json")
    assert (asked.status_code, asked.json()) == (201, {"friends": False})
    assert names(first.get(REQUESTS)) == {"received": [], "sent": ["bob"]}
    assert names(second.get(REQUESTS)) == {"received": ["Alice"], "sent": []}
    assert names(third.get(REQUESTS)) == {"received": [], "sent": []}
    assert third.post(f"{REQUESTS}/alice/accept").status_code == 404
    assert first.post(f"{REQUESTS}/bob/accept").status_code == 404
    assert second.post(f"{REQUESTS}/alice/accept").status_code == 204
    assert names(first.get(REQUESTS)) == {"received": [], "sent": []}
    again = first.post(REQUESTS, {"username": "bob"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "already_friends")
    assert first.delete("/api/v1/me/friends/bob").status_code == 204


def test_mutual_requests_make_friends_at_once(alice, bob, bearer):
    bearer(alice).post(REQUESTS, {"username": "bob"}, format="json")
    assert bearer(bob).post(REQUESTS, {"username": "alice"}, format="json").json() == {"friends": True}


def test_a_request_can_be_declined_or_taken_back(alice, bob, bearer):
    first, second = bearer(alice), bearer(bob)
    first.post(REQUESTS, {"username": "bob"}, format="json")
    assert second.post(f"{REQUESTS}/alice/decline").status_code == 204
    assert names(first.get(REQUESTS))["sent"] == ["bob"]
    assert first.delete(f"{REQUESTS}/bob").status_code == 204
    assert first.delete(f"{REQUESTS}/bob").status_code == 404


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("Alice", 409, "cannot_befriend_yourself"),
        ("eve", 404, "not_found"),
        ("QuietOtter42", 404, "not_found"),
        ("", 400, "bad_request"),
        ("a b", 400, "bad_request"),
    ],
)
def test_refusals(alice, charlie, bearer, name, status, code):
    answer = bearer(alice).post(REQUESTS, {"username": name}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_guest_is_told_to_keep_the_account(charlie, bob, bearer):
    answer = bearer(charlie).post(REQUESTS, {"username": "bob"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "account_required")


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_strangers_log_in_first(api, db, method, path):
    assert getattr(api, method)(path).status_code == 401
