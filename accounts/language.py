"""Which language somebody reads: their preference, else their choice in a cookie, else the browser's."""

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
    """Return the language that the user has chosen, or None if that is left to the browser."""
    if not isinstance(user, User):
        return None
    chosen = stored_preferences(user.preferences).language
    return None if chosen == DEFAULTS.language else chosen


def language_of_request(request: HttpRequest, user: User | AnonymousUser | None) -> str:
    """Return the language in which to answer a request of this user."""
    return preferred_language(user) or translation.get_language_from_request(request)


def language_of_socket(scope: Mapping[str, Any], user: User | AnonymousUser | None) -> str:
    """Return the language of a socket's client, from the headers of its handshake."""
    request = HttpRequest()
    headers = dict(scope.get("headers", ()))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin1")
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    return language_of_request(request, user)


def named_language(query: str) -> str:
    """Return the language that an address names as `?language=`, or the site's default.

    For what is cached by its address, the same for all who read a language.
    """
    named = parse_qs(query).get("language", [""])[0]
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def language_of_mail(user: User) -> str:
    """Return the language for mails to somebody who may not be the one who causes them."""
    return preferred_language(user) or settings.LANGUAGE_CODE
