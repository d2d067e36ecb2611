"""What a socket's scope holds that is read here: from ASGI, Channels, and this site's own server."""

from collections.abc import Callable
from typing import Any, TypedDict

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from core.realtime.line import Line


class UrlRoute(TypedDict):
    """What the path says."""

    args: tuple[str, ...]
    kwargs: dict[str, Any]


class Scope(TypedDict, total=False):
    """A socket's scope. `line` and `put`, the short way to the client, are only there with this site's own
    server (`core/asgi/server.py`); with any other ASGI server frames go through `send`.
    """

    query_string: bytes
    url_route: UrlRoute
    user: User | AnonymousUser | None
    token_id: int | None
    dead_token: bool
    line: Line
    put: Callable[[str], None]
