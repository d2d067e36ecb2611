"""API errors: maps refusals and exceptions to HTTP statuses and `application/problem+json` bodies."""

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
from core.sentence import Sentence, join_sentences
from core.translation import translate, translate_all

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
AWAY = Sentence("The database cannot be reached at the moment. Try again.")
AWAY_FOR = 3
"""Seconds after which clients should try again while the database is away."""
MAX_KIB = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
TOO_LARGE = Sentence("A request may have %(limit)d KiB at most.", limit=MAX_KIB)


Errors = Mapping[str, object]
"""Error messages by field."""


class ProblemDetails(TypedDict):
    """The body of an error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: NotRequired[Errors]


class ProblemRenderer(JSONRenderer):
    """Renders JSON with the media type of problems, regardless of what the client accepts."""

    media_type = CONTENT_TYPE


def build_problem(
    status: int, detail: str, *, code: str = "", errors: Errors | None = None
) -> ProblemDetails:
    """Return the body of an RFC 9457 error response, with translated messages.

    `code` is the machine-readable error code. The default is the code of `status` in CODES, or "error" if
    CODES has none. `errors` maps field names to error messages.
    """
    body: ProblemDetails = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": translate(detail),
        "code": code or CODES.get(status, "error"),
    }
    # The OpenAPI document promises `errors` with each 400.
    if errors is None and status == HTTPStatus.BAD_REQUEST:
        errors = {}
    if errors is not None:
        body["errors"] = translate_all(errors)
    return body


def problem_response(status: int, detail: str, *, code: str = "") -> HttpResponse:
    """Return an RFC 9457 error response, for views and middleware outside REST framework.

    `code` is the machine-readable error code. The default is the code of `status` in CODES, or "error" if
    CODES has none.
    """
    body = JSONRenderer().render(build_problem(status, detail, code=code))
    return HttpResponse(body, status=status, content_type=CONTENT_TYPE)


def http_status_of(refusal: Refusal | type[Refusal]) -> int:
    """Return the HTTP status for a Refusal (the reason why an action is not possible) or a Refusal class.

    Look up the class, then its base classes, in STATUS_OF_KIND. The default is 409 (conflict).
    """
    kind = refusal if isinstance(refusal, type) else type(refusal)
    return next((STATUS_OF_KIND[base] for base in kind.__mro__ if base in STATUS_OF_KIND), 409)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the error response for an exception in an API view and roll back the transaction.

    Return None for an unexpected exception.
    """
    answer = _error_body_and_headers(exc)
    if answer is None:
        # Django then responds with 500 (server error).
        return None
    body, headers = answer
    # The exception ends here: without this, a request's transaction would be committed.
    set_rollback()
    request = context["request"]
    # Some failures come before content negotiation, and all must be rendered as problems.
    request.accepted_renderer = ProblemRenderer()
    request.accepted_media_type = CONTENT_TYPE
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def _error_body_and_headers(exc: Exception) -> tuple[ProblemDetails, dict[str, str]] | None:
    """Return the body and the extra headers of the error response for an exception in an API view.

    Return None for an unexpected exception.
    """
    match exc:
        case exceptions.ValidationError():
            return _validation_problem(exc.detail), {}
        case exceptions.APIException():
            return build_problem(exc.status_code, _first_error_message(exc.detail)), _error_headers(exc)
        case Http404():
            return build_problem(404, Sentence("There is nothing at this address.")), {}
        case PermissionDenied():
            return build_problem(403, str(exc) or Sentence("You are not allowed to do this.")), {}
        case RequestDataTooBig():
            return build_problem(413, TOO_LARGE), {}
        case SuspiciousOperation():
            return build_problem(400, BadRequest.detail), {}
        case Refusal():
            body = build_problem(http_status_of(exc), exc.detail, code=exc.code, errors=exc.errors or None)
            return body, _error_headers(exc)
        case OperationalError() | InterfaceError():
            logger.error("The database does not answer: %s", exc)
            return build_problem(503, AWAY), {}
    return None


def _validation_problem(detail: Any) -> ProblemDetails:
    """Return the body of a 400 response for a ValidationError with this `detail`.

    The main message is the first error, and `errors` contains all of them.
    """
    errors = detail if isinstance(detail, dict) else {"non_field_errors": detail}
    name, first = next(iter(errors.items()), ("", Sentence("The request is not valid.")))
    sentence = _first_error_message(first)
    if name not in ("", "non_field_errors"):
        sentence = join_sentences([f"{name}:", sentence])
    return build_problem(400, sentence, errors=errors)


def _first_error_message(detail: Any) -> str:
    """Return the first message in REST framework's nested validation errors, or "" if there is none."""
    while isinstance(detail, list | dict):
        detail = next(iter(detail.values() if isinstance(detail, dict) else detail), "")
    return detail if isinstance(detail, str) else str(detail)


def _error_headers(exc: exceptions.APIException | Refusal) -> dict[str, str]:
    """Return the extra headers of an error response.

    These are `WWW-Authenticate` for status 401, and `Retry-After` for an error with a waiting time.
    """
    status = http_status_of(exc) if isinstance(exc, Refusal) else exc.status_code
    headers = {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = getattr(exc, "auth_header", "Bearer")
    if (wait := getattr(exc, "wait", None)) is not None:
        headers["Retry-After"] = str(math.ceil(wait))
    return headers


# Otherwise a POST to an unknown path would get a 403 for its missing CSRF token.
@csrf_exempt
def unknown_path_response(request: HttpRequest) -> HttpResponse:
    """Return a 404 error response for an API path without a view."""
    return problem_response(404, Sentence("The API has no %(path)s.", path=request.path))


def bad_request_response(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 413 response if the body was too large, otherwise a 400 response.

    API requests get JSON, all others HTML.
    """
    page, large = not request.path.startswith(API_PREFIX), isinstance(exception, RequestDataTooBig)
    if large and not page:
        return problem_response(413, TOO_LARGE)
    if large:
        return HttpResponse(get_template("413.html").render({"most": MAX_KIB}, request), status=413)
    if page:
        return defaults.bad_request(request, exception)
    return problem_response(400, BadRequest.detail)


def server_error_response(request: HttpRequest) -> HttpResponse:
    """Return a 503 response if the database is unreachable, otherwise a 500 response.

    API requests get JSON, all others HTML.
    """
    # Django calls this while it handles the exception, and does not pass the exception as an argument.
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    if request.path.startswith(API_PREFIX):
        answer = (
            problem_response(503, AWAY)
            if away
            else problem_response(
                500, Sentence("Something went wrong on our side. The error has been logged.")
            )
        )
    elif away:
        # Neither the session nor the account can be read, so the page is rendered without the request.
        answer = HttpResponse(get_template("503.html").render(), status=503)
    else:
        answer = defaults.server_error(request)
    if away:
        answer["Retry-After"] = str(AWAY_FOR)
    return answer
