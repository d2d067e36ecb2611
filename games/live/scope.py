"""The parts of a socket's ASGI scope that the consumers read."""

from collections.abc import Mapping
from typing import Any, TypedDict

from django.contrib.auth.models import AnonymousUser

from accounts.models import User


class RouteArguments(TypedDict, total=False):
    """The arguments in a socket's path: a table, a tournament, or none in the lobby."""

    table_id: str
    slug: str


class UrlRoute(TypedDict):
    """The arguments that Channels' router found in the path."""

    args: tuple[str, ...]
    kwargs: RouteArguments


class Scope(TypedDict, total=False):
    """A socket's scope, as filled by ASGI servers, Channels and `accounts/sockets/bearer.py`."""

    extensions: dict[str, Any]
    query_string: bytes
    url_route: UrlRoute
    user: User | AnonymousUser | None
    token_id: int | None
    dead_token: bool


def parse_after_parameter(query: Mapping[str, list[str]]) -> int:
    """Parse the query parameter `after`: the number of the last log entry that the client has received.

    Return -1 if the parameter is missing or invalid.
    """
    after = query.get("after", [""])[0]
    # A longer text is not a log number, and `int` raises ValueError for thousands of digits.
    return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -1
