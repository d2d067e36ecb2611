"""Tells who opened a socket with `Authorization: Bearer`; such clients need neither cookie nor Origin."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.selectors import user_of_token
from core.database import database_sync_to_async


class BearerOr:
    """A socket with a bearer token goes to `inner` with its user, any other one to `otherwise`.

    A dead token still reaches `inner`, as nobody and with `dead_token` set, so that the consumer
    can say why it closes.
    """

    def __init__(self, inner: Any, otherwise: Any) -> None:
        self.inner = inner
        self.otherwise = otherwise

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        token = bearer_token(scope["headers"])
        if token is None:
            return await self.otherwise(scope, receive, send)
        return await self.inner({**scope, **await _holder(token)}, receive, send)


def bearer_token(headers: list[tuple[bytes, bytes]]) -> str | None:
    """The token in the headers, or None where there is no bearer authorization."""
    for name, value in headers:
        scheme, _, token = value.decode("latin1").partition(" ")
        if name == b"authorization" and scheme.lower() == "bearer":
            return token.strip()
    return None


async def _holder(token: str) -> dict[str, Any]:
    found = await database_sync_to_async(user_of_token)(token, timezone.now())
    if found is None:
        return {"user": AnonymousUser(), "token_id": None, "dead_token": True}
    user, held = found
    return {"user": user, "token_id": held.pk, "dead_token": False}
