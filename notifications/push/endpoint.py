"""Endpoints of push services: which URLs are accepted."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from core.sentence import Sentence
from notifications.push.addresses import is_public_address, parse_literal_address

HTTPS_PORT = 443
VISIBLE_ASCII = re.compile(r"[!-~]+")


class Endpoint(NamedTuple):
    """The parts of a checked endpoint URL."""

    host: str
    port: int
    target: str
    """The path and query."""
    is_own: bool
    """Whether the settings list the service as the operator's own, so that its address may be private."""

    @property
    def origin(self) -> str:
        """The URL's scheme, host and port, for example "https://push.example.com". Port 443 is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" if self.port == HTTPS_PORT else f"https://{host}:{self.port}"


class EndpointRefused(ValueError):
    """An endpoint to which no notifications may be sent; the message is a user-facing sentence."""


def parse_endpoint(url: str) -> Endpoint:
    """Return the parts of a push service's URL.

    Raise EndpointRefused if it is malformed or the settings do not allow this service.
    """
    # URL parsers disagree about spaces, control characters and backslashes, so those are refused first.
    if not VISIBLE_ASCII.fullmatch(url) or "\\" in url:
        raise EndpointRefused(Sentence("The endpoint is not a URL."))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise EndpointRefused(Sentence("The endpoint is not a URL.")) from None
    if parts.scheme != "https" or not host:
        raise EndpointRefused(Sentence("The endpoint must be an https URL."))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise EndpointRefused(Sentence("The endpoint must not contain a name, a password or a fragment."))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    endpoint = Endpoint(host, port or HTTPS_PORT, target, is_own=False)
    if endpoint.origin in settings.PUSH_PRIVATE_SERVICES:
        return endpoint._replace(is_own=True)
    # The addresses of a host name are checked when a connection is made.
    _check_host(endpoint)
    return endpoint


def _check_host(endpoint: Endpoint) -> None:
    """Raise EndpointRefused unless the endpoint uses port 443 of a host that PUSH_SERVICES allows."""
    if endpoint.port != HTTPS_PORT:
        raise EndpointRefused(Sentence("The endpoint must use port 443."))
    literal = parse_literal_address(endpoint.host)
    if literal is not None and not is_public_address(str(literal)):
        raise EndpointRefused(Sentence("The endpoint must be on the public internet."))
    if not any(_matches_host_pattern(endpoint.host, pattern) for pattern in settings.PUSH_SERVICES):
        raise EndpointRefused(Sentence("This site sends no notifications to this push service."))


def _matches_host_pattern(host: str, pattern: str) -> bool:
    """Return whether a host matches a pattern: a host, `*.` followed by a domain, or `*` for all hosts."""
    if pattern == "*":
        return True
    return host.endswith(pattern[1:]) if pattern.startswith("*.") else host == pattern
