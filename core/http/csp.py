"""What a page may load and who may frame it; knows nothing of what the pages show."""

import secrets
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse


class NonceRequest(HttpRequest):
    """A request once the middleware has seen it."""

    csp_nonce: str


Handler = Callable[[NonceRequest], HttpResponse]

# Sockets are named as well because older Safari does not count them as 'self'.
# Styles may stand inline: the admin and the moving cards set them.
POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'{sockets}; object-src 'none'; "
    "worker-src 'self'; manifest-src 'self'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)


def content_security_policy(get_response: Handler) -> Handler:
    """Middleware: own scripts only, and the inline ones that carry `request.csp_nonce`."""

    def middleware(request: NonceRequest) -> HttpResponse:
        nonce = request.csp_nonce = secrets.token_urlsafe(16)
        response = get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            policy = POLICY.format(nonce=nonce, sockets=_sockets(request))
            response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return middleware


def _sockets(request: HttpRequest) -> str:
    """This host's sockets; none for a host that is not ours, which has been refused already."""
    try:
        host = request.get_host()
    except DisallowedHost:
        return ""
    return f" ws://{host} wss://{host}"
