"""For tests of sockets without a server: a scope as Daphne makes it, an application that tells it."""

from typing import Any


class Inner:
    """Stands for the rooms behind the middleware; keeps the scope that reached it."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope = scope
        await send({"type": "websocket.accept"})


def scope(**headers: str) -> dict[str, Any]:
    """What a socket's handshake becomes; `host` is the site's unless told otherwise."""
    given = {"host": "testserver", **headers}
    return {
        "type": "websocket",
        "path": "/ws/tables/1",
        "headers": [(name.encode(), value.encode("latin1")) for name, value in given.items()],
    }


async def outcome(app: Any, scope: dict[str, Any]) -> str:
    """`accept` or `close`: what the handshake leads to."""
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"].removeprefix("websocket."))

    await app(scope, receive, send)
    return sent[0]
