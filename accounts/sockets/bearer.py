"""ASGI middleware that authenticates sockets by `Authorization: Bearer`.

Such clients need neither cookie nor Origin.
"""

from collections.abc import Iterable
from typing import Any, TypedDict

from asgiref.typing import WebSocketScope
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from accounts.selectors import find_user_of_token
from core.database import database_sync_to_async


class TokenScope(TypedDict):
    """The entries that a bearer token adds to a socket's scope."""

    user: User | AnonymousUser
    token_id: int | None
    dead_token: bool


class BearerRouter:
    """Routes sockets with a bearer token to one ASGI app, and all others to another.

    The token's user is added to the socket's scope. An invalid token adds an anonymous user and `dead_token`,
    so that the consumer can tell the client why it closes the socket.
    """

    def __init__(self, bearer_app: Any, other_app: Any) -> None:
        """Pass sockets with a bearer token to `bearer_app`, and all others to `other_app`."""
        self.bearer_app = bearer_app
        self.other_app = other_app

    async def __call__(self, scope: WebSocketScope, receive: Any, send: Any) -> Any:
        """Pass a socket with a bearer token to `bearer_app`, with the token's user in the scope.

        Pass any other socket to `other_app`.
        """
        token = bearer_token(scope["headers"])
        if token is None:
            return await self.other_app(scope, receive, send)
        return await self.bearer_app({**scope, **await _find_scope_entries(token)}, receive, send)


def bearer_token(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the token of the `Authorization: Bearer` header, or None if there is none."""
    for name, value in headers:
        scheme, _, token = value.decode("latin1").partition(" ")
        # Scheme names are case-insensitive (RFC 9110, 11.1).
        if name == b"authorization" and scheme.lower() == "bearer":
            return token.strip()
    return None


async def _find_scope_entries(token: str) -> TokenScope:
    """Return the ASGI scope entries for a bearer token. The user is anonymous if the token is invalid."""
    found = await database_sync_to_async(find_user_of_token)(token, timezone.now())
    if found is None:
        return {"user": AnonymousUser(), "token_id": None, "dead_token": True}
    user, held = found
    return {"user": user, "token_id": held.pk, "dead_token": False}
