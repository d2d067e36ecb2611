"""The check of origins: a browser's session cookie opens sockets only from pages of this site."""

from typing import Any
from urllib.parse import SplitResult, urlsplit

from asgiref.typing import WebSocketScope
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

DEFAULT_PORTS = {"http": 80, "https": 443}


class OriginCheck:
    """Refuse (403) a socket that brings a session cookie from a page of another site.

    Clients that send no Origin are not browsers, and without a session cookie there is nothing to steal, so
    both pass, unlike with Channels' own validator.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: WebSocketScope, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if origin is None or not _has_session(headers) or allowed(origin, headers.get(b"host", "")):
            return await self.app(scope, receive, send)
        return await refuse(scope, receive, send)


async def refuse(scope: WebSocketScope, receive: Any, send: Any) -> None:
    """Answer a socket's handshake with 403."""
    await receive()
    await send({"type": "websocket.close"})


def allowed(origin: str, host: str) -> bool:
    """Whether the page's origin is the host that it talks to, or one of CSRF_TRUSTED_ORIGINS."""
    try:
        parts = urlsplit(origin)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return False
    domain, host_port = split_domain_port(host)
    if not parts.hostname or not domain:
        return False
    same_port = port == int(host_port or DEFAULT_PORTS.get(parts.scheme, 0))
    if same_port and _bare(parts.hostname) == _bare(domain) and validate_host(domain, settings.ALLOWED_HOSTS):
        return True
    return any(_matches(parts, urlsplit(trusted)) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _matches(origin: SplitResult, trusted: SplitResult) -> bool:
    pattern = trusted.netloc.removeprefix("*")
    return origin.scheme == trusted.scheme and is_same_domain(origin.netloc, pattern)


def _bare(domain: str) -> str:
    return domain.strip("[]").lower()


def _has_session(headers: dict[bytes, str]) -> bool:
    # The parser that the sessions use: what it finds counts, however odd the rest of the header is.
    return settings.SESSION_COOKIE_NAME in parse_cookie(headers.get(b"cookie", ""))
