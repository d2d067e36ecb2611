"""Chooses the language for a user: their preference, otherwise the cookie's, otherwise the browser's."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation

from accounts.models import User
from accounts.preferences import DEFAULTS, stored_preferences


def preferred_language(user: User | AnonymousUser | None) -> str | None:
    """Return the user's chosen language code, or None if there is no user or they have not chosen one."""
    if not isinstance(user, User):
        return None
    chosen = stored_preferences(user.preferences).language
    return None if chosen == DEFAULTS.language else chosen


def language_of_request(request: HttpRequest, user: User | AnonymousUser | None) -> str:
    """Return the code of the user's chosen language.

    If the user has not chosen one, use the language cookie or the browser's languages.
    """
    return preferred_language(user) or translation.get_language_from_request(request)


def language_of_socket(scope: Mapping[str, Any], user: User | AnonymousUser | None) -> str:
    """Return the code of the user's chosen language.

    If the user has not chosen one, use the language cookie or the browser's languages from the WebSocket's
    ASGI scope.
    """
    request = HttpRequest()
    headers = dict(scope.get("headers", ()))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin1")
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    return language_of_request(request, user)


def language_from_query(query: str) -> str:
    """Return the `language` parameter of a query string.

    Return the site's default language if the parameter is missing or unsupported.
    """
    # Responses that are cached by URL use this, because they must not depend on the user.
    named = parse_qs(query).get("language", [""])[0]
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def language_of_emails(user: User) -> str:
    """Return the language for emails to the user.

    This is the chosen language, the stored browser language or the site's default, in this order.
    """
    # The current request is ignored, because it may be another user's.
    seen = user.browser_language if user.browser_language in dict(settings.LANGUAGES) else ""
    return preferred_language(user) or seen or settings.LANGUAGE_CODE
