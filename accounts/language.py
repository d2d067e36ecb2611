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
    """Return the language in the user's preferences; None if it is "auto" or if nobody is logged in."""
    if not isinstance(user, User):
        return None
    chosen = stored_preferences(user.preferences).language
    return None if chosen == DEFAULTS.language else chosen


def language_of_request(request: HttpRequest, user: User | AnonymousUser | None) -> str:
    """Return the language for the response: the user's choice, otherwise the cookie's or the browser's."""
    return preferred_language(user) or translation.get_language_from_request(request)


def language_of_socket(scope: Mapping[str, Any], user: User | AnonymousUser | None) -> str:
    """Return the language for a socket: the user's choice, or what its handshake's headers ask for.

    A language cookie in the handshake takes precedence over its Accept-Language header.
    """
    request = HttpRequest()
    headers = dict(scope.get("headers", ()))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin1")
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    return language_of_request(request, user)


def language_from_query(query: str) -> str:
    """Return the language named by `?language=` in a query string.

    Returns the site's default if the query names no language, or one that the site does not have. Used for
    responses that are cached by URL and are the same for all users of a language.
    """
    named = parse_qs(query).get("language", [""])[0]
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def language_of_mail(user: User) -> str:
    """Return the language for mails to this user.

    This is the language that the user has chosen, or that of the page they last opened, or the site's
    default. The language of the current request is ignored, because another user may have made it.
    """
    seen = user.browser_language if user.browser_language in dict(settings.LANGUAGES) else ""
    return preferred_language(user) or seen or settings.LANGUAGE_CODE
