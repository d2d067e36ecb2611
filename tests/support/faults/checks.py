"""What has to be true after any fault: of the log, of what clients were shown, of records and audits."""

import sqlite3
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

import psycopg
from django.core.management import CommandError, call_command

from games.rules.record.check import check_record
from tests.support.beside import beside
from tests.support.faults.clients import Client
from tests.support.faults.people import Site
from tests.support.network import plain_http
from tests.support.servers import ServerProcess
from tests.support.site.reverse_proxies import ReverseProxy

Rows = list[tuple[Any, ...]]
LOG = "SELECT number, action_id, type FROM games_logentry WHERE table_id = '{}' ORDER BY number"


def rows(server: ServerProcess, question: str) -> Rows:
    """Rows from the server's database itself."""
    url = server.environment["DATABASE_URL"]
    database: Any = sqlite3 if url.startswith("sqlite") else psycopg
    connection = database.connect(url.removeprefix("sqlite:///"))
    try:
        return [tuple(row) for row in connection.execute(question).fetchall()]
    finally:
        connection.close()


def log_of(server: ServerProcess, table_id: str) -> list[tuple[int, str | None]]:
    """Numbers and action ids of a table's log, from the database itself."""
    return [(number, action_id) for number, action_id, _ in rows(server, LOG.format(table_id))]


def check_log(server: ServerProcess, table_id: str, clients: Iterable[Client]) -> Rows:
    """Check that a log has no gap, no action twice, only actions that were sent, and all acked ones."""
    log = rows(server, LOG.format(table_id))
    clients = list(clients)
    assert [number for number, *_ in log] == list(range(1, len(log) + 1))
    stored = [action_id for _, action_id, _ in log if action_id]
    assert len(stored) == len(set(stored)), "an action was done twice"
    assert set(stored) <= {sent for client in clients for sent in client.sent}
    kept = {(action_id, number) for number, action_id, _ in log}
    for client in clients:
        lost = set(client.acked.items()) - kept
        assert not lost, f"acked and not there: {lost}"
    return log


def check_alike(clients: Sequence[Client]) -> None:
    """Check that equal numbers were shown alike, and that all clients ended at the same one."""
    seen: dict[int, Any] = {}
    for client in clients:
        for number, (shown, _) in client.shown.items():
            assert seen.setdefault(number, shown) == shown
    assert len({client.number for client in clients}) == 1


def build_record(server: Site, client: Client) -> dict[str, Any]:
    """A finished game's record, which passes its own check."""
    headers = {"Authorization": f"Bearer {client.token}"}
    answer = plain_http.get(f"{server.url}/api/v1/tables/{client.table_id}/record", headers=headers)
    record: dict[str, Any] = answer.json()
    assert answer.status_code == 200, record
    assert check_record(record) == []
    return record


def check_hands(client: Client, record: dict[str, Any]) -> None:
    """Each hand that was shown is what was dealt to this seat, without what it had played by then."""
    for shown, hand in client.shown.values():
        if shown["round"] is None or hand is None:
            continue
        played = record["rounds"][shown["round"]["number"] - 1]
        own = [
            play["card"]
            for trick in played["tricks"]
            for play in trick["plays"]
            if play["seat"] == client.seat
        ]
        left = shown["players"][client.seat]["cards"]
        gone = own[: played["cards"] - left]
        assert sorted(hand) == sorted(set(played["hands"][client.seat]) - set(gone))


def audit(server: ServerProcess, *table_ids: str) -> str:
    """What `manage.py checklogs` says of these tables, or of all of them; fails where it finds a fault."""
    said = StringIO()
    try:
        beside(server, lambda: call_command("checklogs", *table_ids, stdout=said))
    except CommandError as fault:
        raise AssertionError(said.getvalue()) from fault
    return said.getvalue()


def check_game(
    server: ServerProcess, clients: Sequence[Client], *, proxy: ReverseProxy | None = None
) -> dict[str, Any]:
    """Run all checks of a finished game; returns its record, which it asks the proxy for if there is one."""
    check_log(server, clients[0].table_id, clients)
    check_alike(clients)
    record = build_record(proxy or server, clients[0])
    for client in clients:
        check_hands(client, record)
    assert audit(server, clients[0].table_id) == "1 tables checked, 0 with faults.\n"
    return record
