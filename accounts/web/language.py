"""The language of pages and of the API: activated for each request, and chosen in the footer."""

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts import services
from accounts.language import language_of_request
from accounts.models import User
from accounts.preferences import LANGUAGES, stored_preferences
from accounts.requests import requesting_user

Handler = Callable[[HttpRequest], HttpResponse]


def activate_user_language(get_response: Handler) -> Handler:
    """Return middleware that serves each request in the language of its user or browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        """Serve a request in the language of its user or browser, and set the response's language headers."""
        user = _find_requesting_user(request)
        asked = language_of_request(request, user)
        # Emails are written in the stored language.
        if user is not None and _is_page_request_with_language(request):
            with suppress(OperationalError, InterfaceError):
                services.store_browser_language(user=user, language=asked)
        with translation.override(asked):
            response = get_response(request)
            # A bearer token's user is found later, in the API.
            language = translation.get_language()
        # A view that sets this header took the language from the URL, so its response is the same for all.
        if "Content-Language" not in response.headers:
            response.headers["Content-Language"] = language
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def _is_page_request_with_language(request: HttpRequest) -> bool:
    """Return whether a browser asks for an HTML page and states a language in a header or cookie."""
    # Scripts and service workers are excluded, because their language may differ from the page's.
    if "text/html" not in request.headers.get("Accept", ""):
        return False
    return "HTTP_ACCEPT_LANGUAGE" in request.META or settings.LANGUAGE_COOKIE_NAME in request.COOKIES


def _find_requesting_user(request: HttpRequest) -> User | None:
    """Return the logged-in user, or None for an anonymous visitor.

    Also return None if the request has no session cookie, or if the database is unreachable.
    """
    # Reading the session would make the response vary by cookie, even if it is the same for everybody.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    try:
        return requesting_user(request)
    except (OperationalError, InterfaceError):
        return None


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Store the posted language in a cookie and the user's account, then redirect to `next`.

    Ignore an unsupported language.
    """
    user, language = requesting_user(request), request.POST.get("language", "")
    if user is not None and language in LANGUAGES and check_for_language(language):
        chosen = stored_preferences(user.preferences)._replace(language=language)
        services.set_preferences(user=user, preferences=chosen)
    return set_language(request)
