"""Somebody keeps a table's row locked: its players are told so, all others play on, and then they do, too."""

from collections.abc import Callable

import psycopg
import pytest

from tests.faults.test_postgres_restart import Alice
from tests.faults.test_tournament_goes_on import manage
from tests.servers import ServerProcess

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
SHOW = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SHOW lock_timeout")
    print(cursor.fetchone()[0])
"""
SOON = "?options=-c%20lock_timeout%3D300ms"


def test_a_row_that_stays_locked_is_not_waited_for_without_end(
    start_server: Callable[..., ServerProcess],
) -> None:
    base = start_server("postgres", "--no-tables")
    url = base.environment["DATABASE_URL"]
    server = start_server(beside=base, DATABASE_URL=url + SOON)
    alice, bob = Alice(server), Alice(server)
    with alice.at_table(alice.table), bob.at_table(bob.table), psycopg.connect(url) as keeper:
        here, there = alice.on_turn(), bob.on_turn()
        keeper.execute("SELECT 1 FROM games_table WHERE id = %s FOR UPDATE", (alice.table,))
        refusal = alice.send("kept", here)
        assert (refusal["type"], refusal["code"]) == ("refused", "unavailable")
        assert bob.send("free", there)["type"] == "ack"
        keeper.rollback()
        assert alice.send("kept", here)["type"] == "ack"


def test_servers_wait_for_locks_as_long_as_is_bearable(start_server: Callable[..., ServerProcess]) -> None:
    """What the default is, as PostgreSQL itself tells of a server's own connection."""
    server = start_server("postgres")
    assert manage(server, "shell", "-c", SHOW).splitlines()[-1] == "10s"
