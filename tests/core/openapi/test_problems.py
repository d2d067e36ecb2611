"""Which errors the OpenAPI document tells of follows from a call's credentials, parameters and body."""

from typing import Any

import pytest

from core.openapi.problems import declare_problems, describe_problems

TOKEN = {"security": [{"bearer": []}]}
BODY = {"requestBody": {}}
IN_PATH = {"parameters": [{"name": "table_id", "in": "path"}]}
IN_QUERY = {"parameters": [{"name": "after", "in": "query"}]}
PAGE = {"parameters": [{"name": "page", "in": "query"}]}


def described(method: str, *parts: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"responses": {"200": {}}}
    for part in parts:
        operation |= part
    result = {"paths": {"/call": {method: operation}}, "components": {"schemas": {}}}
    describe_problems(result, None, None, True)
    responses: dict[str, Any] = operation["responses"]
    assert set(operation) <= {"responses", *TOKEN, *BODY, *IN_PATH}, "The mark is for this document's maker."
    return responses


def codes(answer: dict[str, Any]) -> list[str]:
    found: list[str] = answer["content"]["application/problem+json"]["schema"]["properties"]["code"]["enum"]
    return found


@pytest.mark.parametrize(
    ("method", "part", "added"),
    [
        ("get", {}, ()),
        ("get", TOKEN, ("401",)),
        ("delete", TOKEN, ("401", "403")),
        ("post", BODY, ("400", "413", "415")),
        ("get", IN_PATH, ("404",)),
        ("get", IN_QUERY, ("400",)),
        ("get", PAGE, ("400", "404")),
    ],
)
def test_the_errors_follow_from_the_call(method: str, part: dict[str, Any], added: tuple[str, ...]) -> None:
    assert sorted(described(method, part)) == sorted({"200", "406", "429", *added})


def test_what_only_the_view_knows_is_added_to_them() -> None:
    told = {
        "extensions": declare_problems(503, refusals=("table_full", "halted"), unauthorized=("wrong_code",))
    }
    found = described("get", told["extensions"])
    assert codes(found["409"]) == ["halted", "table_full"]
    assert codes(found["401"]) == ["not_authenticated", "wrong_code"]
    assert codes(found["503"]) == ["quarantined", "unavailable"]


def test_some_errors_come_with_headers() -> None:
    found = described("get", TOKEN)
    assert set(found["429"]["headers"]) == {"Retry-After"}
    assert set(found["401"]["headers"]) == {"WWW-Authenticate"}
