"""The parts of a socket's ASGI scope that the consumers read."""

from typing import Any, TypedDict

from django.contrib.auth.models import AnonymousUser

from accounts.models import User


class UrlRoute(TypedDict):
    """What Channels' router found in the path."""

    args: tuple[str, ...]
    kwargs: dict[str, Any]


class Scope(TypedDict, total=False):
    """A socket's scope, as filled by ASGI servers, Channels and `accounts/bearer.py`."""

    extensions: dict[str, Any]
    query_string: bytes
    url_route: UrlRoute
    user: User | AnonymousUser | None
    token_id: int | None
    dead_token: bool
