"""The language of pages and of the API: said for each request, and chosen in the footer."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
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


def speak_language(get_response: Handler) -> Handler:
    """Return a middleware that answers each request in the language of its user.

    Answers say their language, and that others may differ.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        """Return the view's response, made while the language is active."""
        with translation.override(language_of_request(request, _user(request))):
            response = get_response(request)
            # A bearer token's user is found later, in the API.
            language = translation.get_language()
        # A view that says its language has it from the address, and answers everybody alike.
        if "Content-Language" not in response.headers:
            response.headers["Content-Language"] = language
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def _user(request: HttpRequest) -> User | AnonymousUser | None:
    """Return the request's user, or None if the database is away; a view that needs it will notice."""
    # Looking for a session would make the answer vary by cookies, also where it is the same for everybody.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    try:
        return requesting_user(request)
    except (OperationalError, InterfaceError):
        return None


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Store the posted language, in a cookie and with the account, and redirect to the page `next`.

    A language that the site does not have changes nothing.
    """
    user, language = requesting_user(request), request.POST.get("language", "")
    if user is not None and language in LANGUAGES and check_for_language(language):
        chosen = stored_preferences(user.preferences)._replace(language=language)
        services.set_preferences(user=user, preferences=chosen)
    return set_language(request)
