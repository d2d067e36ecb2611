"""The check of answers against docs/openapi.yaml finds what is not described."""

import pytest
from django.http import HttpResponse, JsonResponse
from jsonschema import ValidationError

from tests.openapi import check_answer


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


@pytest.mark.parametrize(
    "answer", [JsonResponse({}, status=418), HttpResponse("<p>", content_type="text/html")]
)
def test_another_status_or_kind_is_found(answer):
    with pytest.raises(AssertionError, match="not described"):
        check_answer("GET", "/api/v1/tables", answer)
