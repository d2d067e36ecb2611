"""`auth/register`, `auth/guest`, `auth/login`: a token for each, a clear answer to whatever else is sent."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.limits import PASSWORDS
from accounts.models import AccountKind, Token, User
from core.limits import Limit
from tests.support.accounts import PASSWORD

REGISTER, GUEST, LOGIN = "/api/v1/auth/register", "/api/v1/auth/guest", "/api/v1/auth/login"


def _problem(answer, status, code):
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    assert body["detail"]
    return body


def _me(api, token):
    return api.get("/api/v1/me", HTTP_AUTHORIZATION=f"Bearer {token}")


def test_registering_gives_a_token_and_the_profile(api, db, settings):
    answer = api.post(REGISTER, {"username": "Alice", "password": PASSWORD, "device": "phone"})
    assert answer.status_code == 201
    body = answer.json()
    assert set(body) == {"token", "expires_at", "user"}
    assert set(body["user"]) == {"username", "kind", "email", "preferences", "joined_at"}
    assert (body["user"]["username"], body["user"]["kind"]) == ("Alice", "human")
    assert _me(api, body["token"]).json() == body["user"]
    token = Token.objects.get()
    assert token.device == "phone"
    assert abs(token.expires_at - timezone.now() - timedelta(days=settings.TOKEN_DAYS)) < timedelta(minutes=1)


def test_a_last_slash_is_as_good_as_none(api, db):
    assert api.post(REGISTER + "/", {"username": "Alice", "password": PASSWORD}).status_code == 201
    assert api.post(GUEST + "/", {}).status_code == 201


def test_a_taken_name_is_an_error_of_the_field(api, alice):
    body = _problem(api.post(REGISTER, {"username": "aLICE", "password": PASSWORD}), 400, "bad_request")
    assert body["errors"] == {"username": ["This name is taken."]}


def test_a_reserved_name_is_an_error_of_the_field(api, db):
    body = _problem(api.post(REGISTER, {"username": "Adm1n", "password": PASSWORD}), 400, "bad_request")
    assert body["errors"] == {"username": ["This name is reserved. Please choose another one."]}


def test_a_weak_password_is_an_error_of_the_field(api, db):
    body = _problem(api.post(REGISTER, {"username": "dora", "password": "12345678"}), 400, "bad_request")
    assert len(body["errors"]["password"]) == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": 7}, "username"),
        ({"username": ["dora"]}, "username"),
        ({"username": None}, "username"),
        ({"username": True}, "username"),
        ({"username": ""}, "username"),
        ({"username": "d"}, "username"),
        ({"username": "d" * 25}, "username"),
        ({"username": "two words"}, "username"),
        ({"username": "do\x00ra"}, "username"),
        ({"password": 12345678}, "password"),
        ({"password": {"is": "secret"}}, "password"),
        ({"password": "brass\x00lamp"}, "password"),
        ({"password": "long " * 100}, "password"),
        ({"email": "nowhere"}, "email"),
        ({"email": 1}, "email"),
        ({"email": None}, "email"),
        ({"email": "a" * 250 + "@example.com"}, "email"),
        ({"device": "d" * 61}, "device"),
        ({"device": 5}, "device"),
        ({"device": "\x00"}, "device"),
    ],
)
def test_input_of_a_wrong_shape_is_an_error_of_its_field(api, db, changes, field):
    sent = {"username": "dora", "password": PASSWORD} | changes
    assert list(_problem(api.post(REGISTER, sent), 400, "bad_request")["errors"]) == [field]
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (r'{"username": "\ud800ora", "password": "brass lamp 71"}', ["username"]),
        (r'{"username": "dora", "password": ["\ud800"], "email": {"\ud800": 1}}', ["password", "email"]),
        (r'{"username": "dora", "\ud800": "\ud800"}', []),
        (r'["\ud800"]', []),
        (r'"\ud800"', []),
    ],
)
def test_half_a_character_is_refused_by_name(api, db, body, fields):
    answer = api.generic("POST", REGISTER, body, content_type="application/json")
    problem = _problem(answer, 400, "bad_request")
    sentence = "Lone surrogates are not allowed."
    assert problem["errors"] == {field: [sentence] for field in fields}
    assert problem["detail"].startswith(f"{fields[0]}: {sentence}" if fields else sentence)
    assert not User.objects.exists()


def test_half_a_character_is_refused_in_the_language_of_the_client(api, db):
    german = {"HTTP_ACCEPT_LANGUAGE": "de"}
    answer = api.generic("POST", REGISTER, r'["\ud800"]', content_type="application/json", **german)
    assert _problem(answer, 400, "bad_request")["detail"] == "Einzelne Surrogate sind nicht erlaubt."


def test_what_is_missing_is_named(api, db):
    body = _problem(api.post(REGISTER, {}), 400, "bad_request")
    assert set(body["errors"]) == {"username", "password"}


@pytest.mark.parametrize("path", [REGISTER, GUEST, LOGIN])
@pytest.mark.parametrize(
    "body", ["[]", '"text"', "1", "null", "true", "{", "", "[[", '{"a": NaN}', "\x00", '{"\ud800"']
)
def test_a_body_that_is_no_json_object_is_refused(api, db, path, body):
    body = body.encode(errors="surrogatepass")
    if (path, body) == (GUEST, b""):
        assert api.generic("POST", path, body, content_type="application/json").status_code == 201
        return
    _problem(api.generic("POST", path, body, content_type="application/json"), 400, "bad_request")


def test_a_body_that_is_not_json_is_refused(api, db):
    _problem(api.post(GUEST, "device=phone", content_type="text/plain"), 415, "unsupported_media_type")


def test_a_guest_needs_nothing_at_all(api, db):
    answer = api.post(GUEST)
    assert answer.status_code == 201
    assert answer.json()["user"]["kind"] == "guest"
    guest = User.objects.get()
    assert (guest.kind, guest.has_usable_password()) == (AccountKind.GUEST, False)
    assert _me(api, answer.json()["token"]).json()["username"] == guest.username


def test_logging_in_gives_another_token(api, alice):
    answer = api.post(LOGIN, {"username": "ALICE", "password": PASSWORD, "device": "tablet"})
    assert answer.status_code == 200
    assert answer.json()["user"]["username"] == "Alice"
    assert _me(api, answer.json()["token"]).status_code == 200


def test_a_password_keeps_its_blanks(api, db):
    api.post(REGISTER, {"username": "dora", "password": f" {PASSWORD} "})
    assert api.post(LOGIN, {"username": "dora", "password": PASSWORD}).status_code == 401
    assert api.post(LOGIN, {"username": "dora", "password": f" {PASSWORD} "}).status_code == 200


@pytest.mark.parametrize("name", ["alice", "nobody", "two words"])
def test_a_wrong_password_is_told_in_a_plain_sentence(api, alice, name):
    answer = api.post(LOGIN, {"username": name, "password": "wrong"})
    assert _problem(answer, 401, "not_authenticated")["detail"] == "The name or the password is wrong."
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_dead_token_does_not_hinder_from_logging_in(api, alice):
    api.credentials(HTTP_AUTHORIZATION="Bearer dead")
    assert api.post(LOGIN, {"username": "alice", "password": PASSWORD}).status_code == 200


# Windows as long as all time, so that no test can fall on an edge.


def test_guessing_passwords_is_slowed_down(api, alice, bob, stopped_clock):
    for _ in range(PASSWORDS.times):
        assert api.post(LOGIN, {"username": "alice", "password": "guess"}).status_code == 401
    answer = api.post(LOGIN, {"username": "Alice", "password": PASSWORD})
    _problem(answer, 429, "throttled")
    assert int(answer["Retry-After"]) > 0
    assert api.post(LOGIN, {"username": "bob", "password": PASSWORD}).status_code == 200


def test_the_right_password_forgets_the_wrong_ones(api, alice, stopped_clock):
    for _ in range(2):
        for _ in range(PASSWORDS.times - 1):
            api.post(LOGIN, {"username": "alice", "password": "guess"})
        assert api.post(LOGIN, {"username": "alice", "password": PASSWORD}).status_code == 200


def test_a_flood_of_guests_is_slowed_down_unless_limits_are_off(api, db, settings, monkeypatch):
    monkeypatch.setattr("accounts.api.views.entry.ENTRIES", Limit("entries", 2, 10**10))
    assert [api.post(GUEST).status_code for _ in range(3)] == [201, 201, 429]
    settings.RATE_LIMITS = False
    assert api.post(GUEST).status_code == 201
