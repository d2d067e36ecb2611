"""Middleware for API requests: strips trailing slashes, limits the body's size and prevents caching."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.http.problems import API_PREFIX, TOO_LARGE, problem_response

Handler = Callable[[HttpRequest], HttpResponse]


def make_api_middleware(get_response: Handler) -> Handler:
    """Return middleware for API requests.

    The middleware strips trailing slashes from the path, responds with 413 to a body that is too large, and
    forbids caching.
    """
    # Responses may contain tokens, players' cards or invite codes.

    def middleware(request: HttpRequest) -> HttpResponse:
        """Return the response to a request.

        For an API request, strip trailing slashes from the path and respond with 413 to a body that is too
        large. Also forbid caching, unless the view has set `Cache-Control`.
        """
        if not request.path_info.startswith(API_PREFIX):
            return get_response(request)
        request.path_info = request.path_info.rstrip("/")
        response = problem_response(413, TOO_LARGE) if _is_body_too_large(request) else get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def _is_body_too_large(request: HttpRequest) -> bool:
    """Return whether the request's body has more than DATA_UPLOAD_MAX_MEMORY_SIZE bytes.

    Read a chunked body to learn its size, and store the body in the request, where the view finds it.
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
