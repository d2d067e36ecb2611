"""The database as code on the event loop asks it: SQLite's file stays open, whatever failed does not."""

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper

from core.database import database_sync_to_async

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


async def test_one_on_which_something_failed_is_looked_at(looked_at):
    with pytest.raises(OperationalError):
        await database_sync_to_async(fail)()
    assert looked_at


async def test_one_to_a_server_goes_back_after_each_call(looked_at, monkeypatch):
    monkeypatch.setattr(DatabaseWrapper, "vendor", "another")
    assert await database_sync_to_async(ask)() == 2
    assert looked_at
