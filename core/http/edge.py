"""Middleware for API requests: strips trailing slashes, limits the body's size and prevents caching."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.http.problems import API_PREFIX, TOO_LARGE, problem_response

Handler = Callable[[HttpRequest], HttpResponse]


def make_api_middleware(get_response: Handler) -> Handler:
    """Return middleware for API requests.

    It strips trailing slashes, refuses oversized bodies and forbids caching.
    """
    # Responses may contain tokens, players' cards or invite codes.

    def middleware(request: HttpRequest) -> HttpResponse:
        """Return the response. For an API request, strip slashes, limit the body and forbid caching."""
        if not request.path_info.startswith(API_PREFIX):
            return get_response(request)
        request.path_info = request.path_info.rstrip("/")
        response = problem_response(413, TOO_LARGE) if _has_too_large_body(request) else get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def _has_too_large_body(request: HttpRequest) -> bool:
    """Return whether the request's body is longer than DATA_UPLOAD_MAX_MEMORY_SIZE.

    A chunked body is read and stored for the view.
    """
    # Django's own check is not enough, because REST framework bypasses it.
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length := request.META.get("CONTENT_LENGTH"):
        return int(length) > limit
    if "HTTP_TRANSFER_ENCODING" not in request.META:
        return False
    # A chunked body does not announce its length, and would be treated as empty.
    body = request.read(limit + 1)
    # The stream can be read only once: Django and REST framework find the body here.
    request._body = body
    request.META["CONTENT_LENGTH"] = str(len(body))
    return len(body) > limit
