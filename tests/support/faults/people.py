"""People who come to a real server over HTTP and sit down together; their clients play."""

from random import Random
from typing import Any, TypeVar

from tests.support.faults.clients import Client, Said
from tests.support.network import plain_http
from tests.support.servers import ServerProcess

SHORT: Said = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 3}, {"cards": 1}], "pause": 0}
AnyClient = TypeVar("AnyClient", bound=Client)


def guests(server: ServerProcess, count: int) -> list[str]:
    """Tokens of new guests."""
    return [_post(server, "", "auth/guest")["token"] for _ in range(count)]


def sat_down(
    server: ServerProcess,
    tokens: list[str],
    seed: int,
    *,
    options: Said = SHORT,
    bots: int = 0,
    address: str = "",
    client: type[AnyClient] | None = None,
    **more: Any,
) -> list[Any]:
    """Clients of all these people at a table that has just begun."""
    given = {"options": options, "seats": len(tokens) + bots, "bots": bots, **more}
    table_id = _post(server, tokens[0], "tables", given)["id"]
    for token in tokens[1:]:
        _post(server, token, f"tables/{table_id}/join")
    kind: type[Client] = client or Client
    return [
        kind(address or server.ws_url, table_id, token, Random(f"{seed} {number}"))
        for number, token in enumerate(tokens)
    ]


def _post(server: ServerProcess, token: str, path: str, body: Said | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = plain_http.post(f"{server.url}/api/v1/{path}", json=body or {}, headers=headers)
    answer.raise_for_status()
    return answer.json()
