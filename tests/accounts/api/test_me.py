"""`me`: one's own profile and preferences."""

import re

import pytest
from allauth.account.models import EmailAddress

from accounts.preferences import DECKS, DEFAULTS, THEMES
from accounts.selectors import find_user_by_login
from tests.support.accounts import NOW

ME = "/api/v1/me"


def _errors(answer):
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    return answer.json()["errors"]


def test_the_profile_tells_who_one_is(alice, bearer):
    assert bearer(alice).get(ME).json() == {
        "username": "Alice",
        "kind": "human",
        "email": "alice@example.com",
        "preferences": DEFAULTS._asdict(),
        "joined_at": NOW.isoformat().replace("+00:00", "Z"),
    }


def test_preferences_are_replaced_as_a_whole(alice, bearer):
    client = bearer(alice)
    client.patch(ME, {"preferences": {"deck": "classic", "sounds": True}})
    answer = client.patch(ME, {"preferences": {"hand_order": "rank"}})
    assert answer.json()["preferences"] == DEFAULTS._replace(hand_order="rank")._asdict()
    assert client.get(ME).json()["preferences"] == answer.json()["preferences"]


def test_a_client_may_store_fields_of_its_own_beside_them(alice, bearer):
    own = {"speed": 1.5, "names": ["ä", None]}
    answer = bearer(alice).patch(ME, {"preferences": {"deck": "classic", **own}})
    assert answer.json()["preferences"] == {**DEFAULTS._replace(deck="classic")._asdict(), **own}


def test_values_that_are_not_allowed_are_named_and_nothing_is_stored(alice, bearer):
    wrong = {"deck": "tarot", "wings": "yes", "theme": None, "language": "en", "sounds": True}
    answer = bearer(alice).patch(ME, {"preferences": wrong})
    assert _errors(answer) == {
        "deck": [f"This must be one of {', '.join(DECKS)}."],
        "wings": ["This must be true or false."],
        "theme": [f"This must be one of {', '.join(THEMES)}."],
    }
    alice.refresh_from_db()
    assert alice.preferences == {}


def test_a_guest_keeps_preferences_when_the_account_is_claimed(charlie, bearer):
    client = bearer(charlie)
    client.patch(ME, {"preferences": {"card_size": "large"}})
    claimed = client.post("/api/v1/auth/claim", {"username": "Charlie", "password": "long-enough-9"})
    assert (claimed.json()["kind"], claimed.json()["preferences"]["card_size"]) == ("human", "large")


def test_an_email_address_is_changed_and_taken_away(alice, bearer):
    client = bearer(alice)
    assert client.patch(ME, {"email": "New@example.com"}).json()["email"] == "new@example.com"
    assert [a.email for a in EmailAddress.objects.all()] == ["new@example.com"]
    assert client.patch(ME, {"email": ""}).json()["email"] == ""
    assert not EmailAddress.objects.exists()


def test_the_same_email_address_stays_confirmed(alice, bearer):
    EmailAddress.objects.update(verified=True)
    bearer(alice).patch(ME, {"email": "Alice@example.com"})
    assert EmailAddress.objects.get().verified


def test_a_confirmed_email_address_is_kept_until_the_new_one_is_confirmed(alice, bearer, client, mailoutbox):
    EmailAddress.objects.update(verified=True)
    api = bearer(alice)
    assert api.patch(ME, {"email": "typo@example.org"}).json()["email"] == "typo@example.org"
    assert api.patch(ME, {"email": "new@example.org"}).json()["email"] == "new@example.org"
    assert api.get(ME).json()["email"] == "new@example.org"
    assert find_user_by_login("alice@example.com") == alice
    typo, new = (re.search(r"http://testserver(/\S+)", each.body)[1] for each in mailoutbox)
    client.post(typo)
    assert find_user_by_login("alice@example.com") == alice
    client.post(new)
    assert find_user_by_login("new@example.org") == alice
    assert [(row.email, row.primary) for row in EmailAddress.objects.all()] == [("new@example.org", True)]
    assert api.get(ME).json()["email"] == "new@example.org"


def test_a_change_of_email_address_is_withdrawn_by_entering_the_confirmed_one(alice, bearer, mailoutbox):
    EmailAddress.objects.update(verified=True)
    api = bearer(alice)
    api.patch(ME, {"email": "new@example.org"})
    mailoutbox.clear()
    assert api.patch(ME, {"email": "alice@example.com"}).json()["email"] == "alice@example.com"
    assert [row.verified for row in EmailAddress.objects.all()] == [True]
    assert mailoutbox == []
    api.patch(ME, {"email": "new@example.org"})
    assert api.patch(ME, {"email": ""}).json()["email"] == ""
    assert not EmailAddress.objects.exists()


def test_a_guest_has_no_email_address_to_reset_a_password_by(charlie, bearer):
    client = bearer(charlie)
    assert list(_errors(client.patch(ME, {"email": "c@example.com"}))) == ["email"]
    assert client.patch(ME, {"preferences": {"deck": "classic"}}).status_code == 200


def test_a_refused_change_changes_nothing_else_either(alice, bob, bearer):
    answer = bearer(bob).patch(ME, {"email": "alice", "preferences": {"deck": "classic"}})
    assert answer.status_code == 400
    bob.refresh_from_db()
    assert (bob.email, bob.preferences) == ("", {})


@pytest.mark.parametrize("field", ["username", "kind", "joined_at", "is_staff", "password"])
def test_other_fields_are_refused_rather_than_dropped(alice, bearer, field):
    assert list(_errors(bearer(alice).patch(ME, {field: "bot"}))) == [field]


@pytest.mark.parametrize(
    "preferences",
    [
        "[]",
        "null",
        '"text"',
        "7",
        '{"a": "\\u0000"}',
        '{"\\u0000": 1}',
        '{"a": ["b", {"c": "\\u0000"}]}',
        '{"a": 1e999}',
        '{"a": "' + "x" * 4096 + '"}',
        '{"a": "' + "ä" * 2048 + '"}',
    ],
)
def test_preferences_are_a_small_json_object_that_can_be_stored(alice, bearer, preferences):
    answer = bearer(alice).generic(
        "PATCH", ME, f'{{"preferences": {preferences}}}'.encode(), content_type="application/json"
    )
    assert list(_errors(answer)) == ["preferences"]


def test_preferences_with_half_a_character_are_refused(alice, bearer):
    body = b'{"preferences": {"a": "\\ud800"}}'
    answer = bearer(alice).generic("PATCH", ME, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_preferences_may_fill_their_4096_bytes(alice, bearer):
    full = {"a": "x" * (4096 - len('{"a": ""}'))}
    assert bearer(alice).patch(ME, {"preferences": full}).status_code == 200


def test_a_backslash_is_a_character_like_any_other(alice, bearer):
    assert bearer(alice).patch(ME, {"preferences": {"a": "\\u0000 is how one writes NUL"}}).status_code == 200


@pytest.mark.parametrize(("depth", "status"), [(19, 200), (20, 400), (900, 400), (5000, 400), (30000, 400)])
def test_deep_json_is_refused_and_breaks_nothing(alice, bearer, depth, status):
    body = '{"preferences": {"a": ' + "[" * depth + "]" * depth + "}}"
    answer = bearer(alice).generic("PATCH", ME, body.encode(), content_type="application/json")
    assert answer.status_code == status


def test_a_body_over_the_limit_is_too_large(alice, bearer):
    answer = bearer(alice).patch(ME, {"preferences": {"a": "x" * 70_000}})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
