"""API errors: maps refusals and exceptions to statuses and to `application/problem+json` bodies."""

import logging
import math
import sys
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import set_rollback

from core.refusal import (
    BadRequest,
    Forbidden,
    NotAuthenticated,
    NotFound,
    OutOfService,
    Refusal,
    Throttled,
)

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
API_PREFIX = "/api/"
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    429: "throttled",
    500: "server_error",
    503: "unavailable",
}
STATUS_OF_KIND: dict[type, int] = {
    BadRequest: 400,
    NotAuthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Throttled: 429,
    OutOfService: 503,
}
AWAY = "The database cannot be reached at the moment. Try again."
AWAY_FOR = 3
"""Seconds after which it is worth trying again."""
MAX_KIB = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
TOO_LARGE = f"A request may have {MAX_KIB} KiB at most."


Errors = Mapping[str, object]
"""What is wrong, by field."""


class ProblemDetails(TypedDict):
    """The body of an error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: NotRequired[Errors]


class ProblemRenderer(JSONRenderer):
    """JSON under the media type of problems, whatever the client said it accepts."""

    media_type = CONTENT_TYPE


def problem(status: int, detail: str, *, code: str = "", errors: Errors | None = None) -> ProblemDetails:
    """The body of an error: a stable code for programs, a sentence for people."""
    body: ProblemDetails = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code or CODES.get(status, "error"),
    }
    if errors is None and status == HTTPStatus.BAD_REQUEST:
        errors = {}
    if errors is not None:
        body["errors"] = errors
    return body


def problem_response(status: int, detail: str, *, code: str = "") -> HttpResponse:
    """An error as a plain Django response, for what happens outside of the API's own views."""
    body = JSONRenderer().render(problem(status, detail, code=code))
    return HttpResponse(body, status=status, content_type=CONTENT_TYPE)


def status_of(refusal: Refusal | type[Refusal]) -> int:
    """The HTTP status of a refusal: that of its kind, else 409."""
    kind = refusal if isinstance(refusal, type) else type(refusal)
    return next((STATUS_OF_KIND[base] for base in kind.__mro__ if base in STATUS_OF_KIND), 409)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn what an API view raised into a problem; None, and so a 500, for what nobody foresaw."""
    answer = _answer(exc)
    if answer is None:
        return None
    body, headers = answer
    set_rollback()
    request = context["request"]
    # Not every failure comes after content negotiation, and none may be shown as anything else.
    request.accepted_renderer = ProblemRenderer()
    request.accepted_media_type = CONTENT_TYPE
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def _answer(exc: Exception) -> tuple[ProblemDetails, dict[str, str]] | None:
    match exc:
        case exceptions.ValidationError():
            return _invalid(exc.detail), {}
        case exceptions.APIException():
            return problem(exc.status_code, _sentence(exc.detail)), _headers(exc)
        case Http404():
            return problem(404, "There is nothing at this address."), {}
        case PermissionDenied():
            return problem(403, str(exc) or "You are not allowed to do this."), {}
        case RequestDataTooBig():
            return problem(413, TOO_LARGE), {}
        case SuspiciousOperation():
            return problem(400, "The request could not be understood."), {}
        case Refusal():
            body = problem(status_of(exc), exc.detail, code=exc.code, errors=exc.errors or None)
            return body, _headers(exc)
        case OperationalError() | InterfaceError():
            logger.error("The database does not answer: %s", exc)
            return problem(503, AWAY), {}
    return None


def _invalid(detail: Any) -> ProblemDetails:
    errors = detail if isinstance(detail, dict) else {"non_field_errors": detail}
    name, first = next(iter(errors.items()), ("", "The request is not valid."))
    sentence = _sentence(first)
    if name not in ("", "non_field_errors"):
        sentence = f"{name}: {sentence}"
    return problem(400, sentence, errors=errors)


def _sentence(detail: Any) -> str:
    """The first sentence in whatever shape REST framework gave the detail."""
    while isinstance(detail, list | dict):
        detail = next(iter(detail.values() if isinstance(detail, dict) else detail), "")
    return str(detail)


def _headers(exc: exceptions.APIException | Refusal) -> dict[str, str]:
    status = status_of(exc) if isinstance(exc, Refusal) else exc.status_code
    headers = {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = getattr(exc, "auth_header", "Bearer")
    if (wait := getattr(exc, "wait", None)) is not None:
        headers["Retry-After"] = str(math.ceil(wait))
    return headers


@csrf_exempt
def unknown_path(request: HttpRequest) -> HttpResponse:
    """Answer 404 as a problem for a path under the API's prefix that no route matches."""
    return problem_response(404, f"The API has no {request.path}.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: a problem for the API, a page for a browser; 413 for what is too large."""
    page, large = not request.path.startswith(API_PREFIX), isinstance(exception, RequestDataTooBig)
    if large and not page:
        return problem_response(413, TOO_LARGE)
    if large:
        return HttpResponse(get_template("413.html").render({"most": MAX_KIB}, request), status=413)
    if page:
        return defaults.bad_request(request, exception)
    return problem_response(400, "The request could not be understood.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: a problem for the API, a page for a browser; 503 while the database is away."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    if request.path.startswith(API_PREFIX):
        answer = (
            problem_response(503, AWAY)
            if away
            else problem_response(500, "Something went wrong on our side. The error has been logged.")
        )
    elif away:
        # Neither the session nor the account can be looked at: the page is as it stands.
        answer = HttpResponse(get_template("503.html").render(), status=503)
    else:
        answer = defaults.server_error(request)
    if away:
        answer["Retry-After"] = str(AWAY_FOR)
    return answer
