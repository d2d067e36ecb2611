"""The database as code on the event loop asks it: SQLite's file stays open, a server's connections do not."""

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper

from core.database import close_server_connections, database_sync_to_async

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def looked_at(monkeypatch):
    """How often a connection was looked at, and closed if it was of no use."""
    looks: list[str] = []
    usual = BaseDatabaseWrapper.close_if_unusable_or_obsolete

    def look(self):
        looks.append(self.vendor)
        usual(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", look)
    return looks


def ask() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 2")
        return cursor.fetchone()[0]


def fail() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")


async def test_a_connection_to_sqlite_is_kept(looked_at):
    assert await database_sync_to_async(ask)() == 2
    assert await database_sync_to_async(ask)() == 2
    assert looked_at == []


async def test_so_it_is_after_an_error(looked_at):
    """Without any open connection, a full disk would make reading impossible, too."""
    with pytest.raises(OperationalError):
        await database_sync_to_async(fail)()
    assert await database_sync_to_async(ask)() == 2
    assert looked_at == []


async def test_one_to_a_server_goes_back_after_each_call(looked_at, monkeypatch):
    monkeypatch.setattr(DatabaseWrapper, "vendor", "another")
    assert await database_sync_to_async(ask)() == 2
    assert looked_at


def test_after_a_failure_connections_to_a_server_are_closed_and_sqlite_stays_open(monkeypatch):
    ask()
    opened = connection.connection
    close_server_connections()
    assert connection.connection is opened
    closed = []
    monkeypatch.setattr(DatabaseWrapper, "vendor", "another")
    monkeypatch.setattr(DatabaseWrapper, "close", lambda self: closed.append(self.alias))
    close_server_connections()
    assert closed == ["default"]
