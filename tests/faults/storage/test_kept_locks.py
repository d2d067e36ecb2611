"""Somebody keeps a table's row locked: its players are told so, all others play on, and then they do, too."""

import psycopg
import pytest
from django.db import connection

from tests.support.connections import connected
from tests.support.faults.players import Player
from tests.support.starting import Starter

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
SOON = "?options=-c%20lock_timeout%3D300ms"


def test_a_row_that_stays_locked_is_not_waited_for_without_end(start_server: Starter) -> None:
    server = start_server("postgres", query=SOON)
    alice, bob = Player(server), Player(server)
    url = server.environment["DATABASE_URL"]
    with alice.at_table(alice.table), bob.at_table(bob.table), psycopg.connect(url) as keeper:
        here, there = alice.on_turn(), bob.on_turn()
        keeper.execute("SELECT 1 FROM games_table WHERE id = %s FOR UPDATE", (alice.table,))
        refusal = alice.send("kept", here)
        assert (refusal["type"], refusal["code"]) == ("refused", "unavailable")
        assert bob.send("free", there)["type"] == "ack"
        keeper.rollback()
        assert alice.send("kept", here)["type"] == "ack"


def test_servers_wait_for_locks_as_long_as_is_bearable(
    postgres_database: str, django_db_blocker: pytest.Item
) -> None:
    """What the default is, as PostgreSQL itself tells of a connection with the site's settings."""
    with django_db_blocker.unblock(), connected(postgres_database), connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("10s",)
