"""The check of answers against docs/openapi.yaml finds what is not described."""

import pytest
from django.http import HttpResponse, JsonResponse
from jsonschema import ValidationError

from tests.support.openapi import check_answer


def test_what_is_described_passes():
    check_answer(
        "GET", "/api/v1/tables/", JsonResponse({"count": 0, "next": None, "previous": None, "results": []})
    )
    check_answer("POST", "/api/v1/auth/logout", HttpResponse(status=204))


@pytest.mark.parametrize(
    "body", [{"count": 0}, {"count": "no", "next": None, "previous": None, "results": []}]
)
def test_another_shape_is_found(body):
    with pytest.raises(ValidationError):
        check_answer("GET", "/api/v1/tables", JsonResponse(body))


def test_a_field_that_is_not_described_is_found():
    page = {"count": 0, "next": None, "previous": None, "results": []}
    with pytest.raises(ValidationError, match="weather"):
        check_answer("GET", "/api/v1/tables", JsonResponse({**page, "weather": "fine"}))


def test_an_error_has_its_own_status_and_code():
    problem = {"type": "about:blank", "title": "", "status": 404, "detail": "Gone.", "code": "not_found"}
    for answer in (problem, {**problem, "weather": "fine"}, {**problem, "code": "lost"}):
        told = JsonResponse(answer, status=404, content_type="application/problem+json")
        if answer is problem:
            check_answer("GET", "/api/v1/tables/t", told)
        else:
            with pytest.raises(ValidationError):
                check_answer("GET", "/api/v1/tables/t", told)


def test_a_header_that_belongs_to_an_answer_is_missed():
    problem = {"type": "about:blank", "title": "", "status": 429, "detail": "Wait.", "code": "throttled"}
    told = JsonResponse(problem, status=429, content_type="application/problem+json")
    with pytest.raises(AssertionError, match="Retry-After"):
        check_answer("GET", "/api/v1/tables", told)


@pytest.mark.parametrize(
    "answer", [JsonResponse({}, status=418), HttpResponse("<p>", content_type="text/html")]
)
def test_another_status_or_kind_is_found(answer):
    with pytest.raises(AssertionError, match="not described"):
        check_answer("GET", "/api/v1/tables", answer)
