"""`auth/login` for accounts with a second factor: the code is asked for by name."""

import pytest

from tests.support.accounts import PASSWORD, WRONG_CODE, code_of, set_up_app

LOGIN = "/api/v1/auth/login"


@pytest.mark.parametrize(
    ("sent", "code"),
    [({}, "code_required"), ({"code": ""}, "code_required"), ({"code": WRONG_CODE}, "wrong_code")],
)
def test_without_the_right_code_there_is_no_token(api, alice, sent, code):
    set_up_app(alice)
    answer = api.post(LOGIN, {"username": "alice", "password": PASSWORD, **sent})
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert "token" not in answer.json()


def test_the_right_code_gives_a_token(api, alice):
    secret = set_up_app(alice)
    answer = api.post(LOGIN, {"username": "alice", "password": PASSWORD, "code": code_of(secret)})
    assert answer.status_code == 200
    assert answer.json()["user"]["username"] == "Alice"


@pytest.mark.parametrize("code", [123456, None, "1" * 21, "\x00"])
def test_a_code_of_a_wrong_shape_is_an_error_of_its_field(api, alice, code):
    answer = api.post(LOGIN, {"username": "alice", "password": PASSWORD, "code": code})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["code"])
