"""People who come to a real server over HTTP and sit down together; their clients play."""

from random import Random
from typing import Any, TypeVar

from games.shards import ALL_SHARDS, Shards, shard_of
from tests.support.faults.clients import Client, Said
from tests.support.network import plain_http
from tests.support.servers import ServerProcess
from tests.support.site.reverse_proxies import ReverseProxy

SHORT: Said = {"preset": "custom", "rounds": [{"cards": 2}, {"cards": 3}, {"cards": 1}], "pause": 0}
Site = ServerProcess | ReverseProxy
AnyClient = TypeVar("AnyClient", bound=Client)


def guests(server: Site, count: int) -> list[str]:
    """Tokens of new guests."""
    return [_post(server, "", "auth/guest")["token"] for _ in range(count)]


def sat_down(
    server: Site,
    tokens: list[str],
    seed: int,
    *,
    options: Said = SHORT,
    bots: int = 0,
    address: str = "",
    client: type[AnyClient] | None = None,
    shards: Shards = ALL_SHARDS,
    **more: Any,
) -> list[Any]:
    """Clients of all these people at a table of these shards that has just begun."""
    given = {"options": options, "seats": len(tokens) + bots, "bots": bots, **more}
    table_id = _open_table(server, tokens[0], given, shards)
    for token in tokens[1:]:
        _post(server, token, f"tables/{table_id}/join")
    kind: type[Client] = client or Client
    clients = [
        kind(address or server.ws_url, table_id, token, Random(f"{seed} {number}"))
        for number, token in enumerate(tokens)
    ]
    for each in clients:
        each.trust = server.trust if isinstance(server, ReverseProxy) else None
    return clients


def _open_table(server: Site, token: str, given: Said, shards: Shards) -> str:
    """Open tables until one is in these shards; nobody joins the others."""
    while True:
        table_id: str = _post(server, token, "tables", given)["id"]
        if shard_of(table_id) in shards:
            return table_id


def _post(server: Site, token: str, path: str, body: Said | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = plain_http.post(f"{server.url}/api/v1/{path}", json=body or {}, headers=headers)
    answer.raise_for_status()
    return answer.json()
