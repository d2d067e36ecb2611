"""The origin check: a browser's session cookie can open sockets only from this site's pages."""

from typing import Any
from urllib.parse import SplitResult, urlsplit

from asgiref.typing import WebSocketScope
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

DEFAULT_PORTS = {"http": 80, "https": 443}


class OriginCheck:
    """Refuses (403) sockets that another site's page opens with a session cookie.

    Unlike Channels' own validator, it accepts clients that send no Origin, which are not browsers, and
    clients without a session cookie, which have no session to steal.
    """

    def __init__(self, app: Any) -> None:
        """Wrap the ASGI application `app`."""
        self.app = app

    async def __call__(self, scope: WebSocketScope, receive: Any, send: Any) -> Any:
        """Pass a WebSocket handshake to the application.

        Refuse it with 403 if a page of another site sends a session cookie.
        """
        # Clients may send any bytes; latin1 decodes all of them without an error.
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if (
            origin is None
            or not _has_session_cookie(headers)
            or is_allowed_origin(origin, headers.get(b"host", ""))
        ):
            return await self.app(scope, receive, send)
        return await refuse_handshake(scope, receive, send)


async def refuse_handshake(scope: WebSocketScope, receive: Any, send: Any) -> None:
    """Refuse a WebSocket handshake, which the client sees as HTTP status 403."""
    # ASGI: the connect event has to be received before the close that becomes a 403.
    await receive()
    await send({"type": "websocket.close"})


def is_allowed_origin(origin: str, host: str) -> bool:
    """Return whether a page from `origin` may open a WebSocket at `host`.

    Only pages of the same host and of trusted origins may do so.
    """
    try:
        parts = urlsplit(origin)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    # `urlsplit` raises it for a broken IPv6 address, and `port` for one above 65535.
    except ValueError:
        return False
    domain, host_port = split_domain_port(host)
    if not parts.hostname or not domain:
        return False
    same_port = port == int(host_port or DEFAULT_PORTS.get(parts.scheme, 0))
    if (
        same_port
        and _normalized_host(parts.hostname) == _normalized_host(domain)
        and validate_host(domain, settings.ALLOWED_HOSTS)
    ):
        return True
    # A trusted origin may open a WebSocket at any valid host.
    return any(_is_trusted(parts, urlsplit(trusted)) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _is_trusted(origin: SplitResult, trusted: SplitResult) -> bool:
    """Return whether an origin matches an entry of CSRF_TRUSTED_ORIGINS.

    An entry with `*.` also matches subdomains.
    """
    pattern = trusted.netloc.removeprefix("*")
    return origin.scheme == trusted.scheme and is_same_domain(origin.netloc, pattern)


def _normalized_host(domain: str) -> str:
    """Return a host name in lower case, without the brackets around an IPv6 address."""
    return domain.strip("[]").lower()


def _has_session_cookie(headers: dict[bytes, str]) -> bool:
    """Return whether the request headers contain a session cookie."""
    # The same parser that sessions use, so that both find the same cookies in a malformed header.
    return settings.SESSION_COOKIE_NAME in parse_cookie(headers.get(b"cookie", ""))
