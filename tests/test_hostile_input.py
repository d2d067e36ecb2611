"""Whatever is thrown at any call of the API gets an answer that is described, and never a fault of ours."""

import re

import pytest

from tests.support.games.people import api_of, person
from tests.support.games.playing import running
from tests.support.openapi import document

METHODS = {"get", "post", "put", "patch", "delete"}
JSON = "application/json"
HUGE = "9" * 30
WORDS = [
    "\x00",
    "\U0001f9d9",
    HUGE,
    "-1",
    "1e999",
    "NaN",
    "null",
    "a" * 5000,
    "../../x",
    "'\";--",
    "%",
    "١",
]
PATHS = [word for word in WORDS if "/" not in word]
RAW = ["%00", "%ff%fe", "%c0%af", "%2e%2e", "%0d%0aSet-Cookie:%20a=b", "%ed%a0%80"]
BODIES = [
    b"{",
    b"\xff\xfe",
    b"\x00",
    b"[]",
    b"null",
    b'"text"',
    b'{"\xed\xa0\x80": 1}',
    b'{"id": "\\ud800"}',
    b'{"seats": 1e999}',
    b'{"seats": ' + b"9" * 5000 + b"}",
    b'{"a": ' + b"[" * 30_000,
    b'{"seats": NaN}',
    "{}".encode("utf-16"),
]
CALLS = [(path, method) for path, item in document()["paths"].items() for method in item]
WITH_BODY = [(p, m) for p, m in CALLS if "requestBody" in document()["paths"][p][m]]
WITH_QUERY = [
    (path, each["name"])
    for path, item in document()["paths"].items()
    for each in item.get("get", {}).get("parameters", [])
    if each["in"] == "query"
]
pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return api_of(person("alice"))


@pytest.fixture
def table(alice):
    return running(4)


def filled(path, table, value=None):
    """The path with its blanks filled in, all of them by `value` if there is one."""
    known = {"table_id": table, "name": "alice", "slug": "autumn"}
    ids = (
        "token_id",
        "message_id",
        "favourite_id",
        "vacation_id",
        "challenge_id",
        "device_id",
        "number",
        "seat",
    )
    known |= dict.fromkeys(ids, "1")
    return re.sub(r"\{(\w+)\}", lambda found: value or known[found[1]], path)


def is_refused(answer):
    """The answer is a problem that blames the client; that it is described, the client checks itself."""
    assert 400 <= answer.status_code < 500, answer.content
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(("path", "method"), WITH_BODY)
@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:16]))
def test_a_body_that_is_no_object_of_json(alice, table, path, method, body):
    answer = alice.generic(method.upper(), filled(path, table), body, content_type=JSON)
    assert answer.status_code in (400, 409) or b"seats" in body, answer.content
    assert answer.status_code < 500


@pytest.mark.parametrize(("path", "method"), WITH_BODY)
@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "/"]
)
def test_a_body_of_another_kind(alice, table, path, method, kind):
    answer = alice.generic(method.upper(), filled(path, table), b"seats=4", content_type=kind)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize(("path", "name"), WITH_QUERY)
@pytest.mark.parametrize("word", ["", *WORDS])
def test_a_query_that_makes_no_sense(alice, table, path, name, word):
    answer = alice.get(filled(path, table), {name: word})
    if name == "invite":
        assert answer.status_code in (200, 409)
    elif name == "current":  # Text that is no table's id leaves no table out.
        assert answer.status_code == (400 if len(word) > 16 or "\x00" in word else 200)
    elif word == HUGE and name == "page_size":
        assert answer.status_code == 200
    else:
        is_refused(answer)


@pytest.mark.parametrize(("path", "method"), [call for call in CALLS if "{" in call[0]])
@pytest.mark.parametrize("value", RAW)
def test_a_path_that_leads_nowhere(alice, table, path, method, value):
    is_refused(alice.generic(method.upper(), filled(path, table, value), b"{}", content_type=JSON))


@pytest.mark.parametrize("path", sorted({path for path, _ in CALLS}))
def test_other_methods_are_refused_as_such(alice, table, path):
    described = set(document()["paths"][path])
    for method in METHODS - described:
        answer = alice.generic(method.upper(), filled(path, table), b"{}", content_type=JSON)
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
        allowed = {each.strip().lower() for each in answer["Allow"].split(",")}
        assert allowed & METHODS == described


@pytest.mark.parametrize("path", sorted({path for path, _ in CALLS}))
def test_a_head_and_options_are_answered(alice, table, path):
    for ending in ("", "/"):
        options = alice.options(filled(path, table) + ending)
        assert options.status_code == 200
        head = alice.head(filled(path, table) + ending)
        shown = alice.get(filled(path, table) + ending)
        assert (head.status_code, head["Content-Type"]) == (shown.status_code, shown["Content-Type"])


@pytest.mark.parametrize(("path", "method"), CALLS)
def test_a_client_that_accepts_no_json_is_told_so(alice, table, path, method):
    answer = alice.generic(
        method.upper(), filled(path, table), b"{}", content_type=JSON, HTTP_ACCEPT="image/png"
    )
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
