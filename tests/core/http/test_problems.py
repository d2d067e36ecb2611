"""Every error of the API is a problem with a stable code and a sentence; pages stay pages."""

import logging
from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.test import Client, RequestFactory

from core.http.problems import bad_request_response, exception_handler

pytestmark = [pytest.mark.urls("tests.support.site.room"), pytest.mark.django_db]
JSON = "application/json"


def test_a_problem_has_all_of_its_parts(client: Client) -> None:
    answer = client.get("/api/v1/fail/must_follow")
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "detail": "You have to follow suit, or play a Wizard or a Jester.",
        "code": "must_follow_suit",
    }


@pytest.mark.parametrize(
    ("how", "status", "code"),
    [
        ("no_table", 404, "not_found"),
        ("bad_options", 400, "bad_request"),
        ("name_taken", 400, "bad_request"),
        ("attempts", 429, "throttled"),
        ("password", 401, "not_authenticated"),
        ("401", 401, "not_authenticated"),
        ("403", 403, "forbidden"),
        ("404", 404, "not_found"),
        ("406", 406, "not_acceptable"),
        ("429", 429, "throttled"),
        ("denied", 403, "forbidden"),
        ("suspicious", 400, "bad_request"),
    ],
)
def test_each_failure_has_its_status_and_code(client: Client, how: str, status: int, code: str) -> None:
    answer = client.get(f"/api/v1/fail/{how}")
    body = answer.json()
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert body["detail"].endswith(".")


def test_invalid_input_names_the_fields(client: Client) -> None:
    body = client.post("/api/v1/bid", {"bid": -1, "suit": "Q"}, JSON).json()
    assert body["code"] == "bad_request"
    assert set(body["errors"]) == {"bid", "suit"}
    assert body["detail"].startswith("bid: ")


def test_input_that_is_no_object_is_a_bad_request(client: Client) -> None:
    body = client.post("/api/v1/bid", "[1, 2]", JSON).json()
    assert (body["code"], list(body["errors"])) == ("bad_request", ["non_field_errors"])


@pytest.mark.parametrize("broken", ["{", "\x00", '{"bid": NaN}', "\xff"])
def test_broken_json_is_a_bad_request(client: Client, broken: str) -> None:
    answer = client.generic("POST", "/api/v1/bid", broken.encode("latin1"), JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert "errors" in answer.json()


def test_refusals_of_a_field_name_it(client: Client) -> None:
    assert client.get("/api/v1/fail/name_taken").json()["errors"] == {"username": ["This name is taken."]}
    assert client.get("/api/v1/fail/bad_options").json()["errors"] == {"seats": ["Three to six."]}


def test_who_is_throttled_learns_for_how_long(client: Client) -> None:
    assert client.get("/api/v1/fail/attempts")["Retry-After"] == "7"
    assert client.get("/api/v1/fail/429")["Retry-After"] == "3"


def test_who_is_unknown_learns_how_to_say_it(client: Client) -> None:
    assert client.get("/api/v1/fail/401")["WWW-Authenticate"] == "Bearer"
    assert client.get("/api/v1/fail/password")["WWW-Authenticate"] == "Bearer"


def test_other_media_types_and_methods_are_refused(client: Client) -> None:
    assert client.post("/api/v1/bid", "bid=1", "text/csv").json()["code"] == "unsupported_media_type"
    assert client.get("/api/v1/bid").json()["code"] == "method_not_allowed"


def test_a_client_that_accepts_no_json_still_gets_a_problem(client: Client) -> None:
    answer = client.get("/api/v1/fail/must_follow", headers={"Accept": "image/png"})
    assert answer["Content-Type"] == "application/problem+json"


def test_a_body_may_have_64_kib_and_no_more(client: Client) -> None:
    fits = b'{"bid": 1}'.ljust(64 * 1024)
    assert client.generic("POST", "/api/v1/bid", fits, JSON).status_code == 200
    answer = client.generic("POST", "/api/v1/bid", fits + b" ", JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_paths_work_with_and_without_a_last_slash(client: Client) -> None:
    for path in ("/api/v1/bid", "/api/v1/bid/"):
        assert client.post(path, {"bid": 1}, JSON).json() == {"bid": 1}


@pytest.mark.parametrize("path", ["/api/v1/nope", "/api/v1/nope/", "/api/v2/bid", "/api/", "/api"])
def test_unknown_paths_of_the_api_are_problems(client: Client, path: str) -> None:
    for answer in (client.get(path), Client(enforce_csrf_checks=True).post(path)):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("how", ["nobody_foresaw", "with_a_code"])
def test_what_nobody_foresaw_is_a_problem_too(how: str) -> None:
    answer = Client(raise_request_exception=False).get(f"/api/v1/fail/{how}")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert "trump" not in answer.json()["detail"]


def test_what_fails_before_a_view_is_a_problem_too(client: Client) -> None:
    answer = client.get("/api/v1/plain")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(("path", "status"), [("/nope", 404), ("/suspicious/", 400)])
def test_pages_fail_as_pages(client: Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The fault is on our side."), ("de", "Der Fehler liegt bei uns.")],
)
def test_the_page_of_a_fault_says_its_language_and_no_detail(language: str, sentence: str) -> None:
    client = Client(raise_request_exception=False, headers={"Accept-Language": language})
    answer = client.get("/broken/")
    assert answer.status_code == 500
    assert f'<html lang="{language}">' in answer.content.decode()
    assert sentence in answer.content.decode()
    assert "trump" not in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/api/v1/fail/must_follow", "/api/v1/fail/suspicious", "/api/v1/plain", "/nope", "/suspicious/"]
)
def test_a_refusal_is_one_line_of_the_log(client: Client, path: str) -> None:
    console = next(h for h in logging.getLogger().handlers if h.name == "console")
    assert isinstance(console, logging.StreamHandler)
    before = console.setStream(written := StringIO())
    try:
        client.get(path)
    finally:
        console.setStream(before)
    assert len(written.getvalue().splitlines()) == 1


def test_what_is_too_large_is_a_problem_for_the_api_and_a_page_for_a_browser(rf: RequestFactory) -> None:
    api, page = (
        bad_request_response(rf.post(path), RequestDataTooBig()) for path in ("/api/v1/tables", "/tables/")
    )
    assert (api.status_code, page.status_code) == (413, 413)
    assert api["Content-Type"] == "application/problem+json"
    assert page["Content-Type"].startswith("text/html")


def test_a_fault_of_permission_or_size_within_the_api_has_its_status(rf: RequestFactory) -> None:
    faults = (PermissionDenied("Not you."), RequestDataTooBig())
    told = [
        answer.data
        for fault in faults
        if (answer := exception_handler(fault, {"request": rf.get("/api/v1/me")})) is not None
    ]
    assert [one["status"] for one in told] == [403, 413]
    assert told[0]["detail"] == "Not you."
