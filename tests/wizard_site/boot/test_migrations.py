"""A start migrates only if a migration or a permission is missing."""

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from wizard_site.boot import migrations

pytestmark = pytest.mark.django_db


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the commands that are called; none of them runs."""
    called: list[str] = []
    monkeypatch.setattr(migrations, "call_command", lambda name, **options: called.append(name))
    return called


def test_nothing_is_done_where_everything_is_migrated(calls: list[str]) -> None:
    migrations.migrate_if_needed()
    assert calls == []


def test_a_missing_migration_is_applied(calls: list[str]) -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    migrations.migrate_if_needed()
    assert calls == ["migrate"]


@pytest.mark.parametrize("codename", ["view_table", "delete_session"])
def test_a_missing_permission_is_stored(calls: list[str], codename: str) -> None:
    assert Permission.objects.filter(codename=codename).delete()[0]
    migrations.migrate_if_needed()
    assert calls == ["migrate"]


def test_it_knows_every_migration_that_django_finds() -> None:
    for app, name in MigrationExecutor(connection).loader.disk_migrations:
        MigrationRecorder(connection).record_unapplied(app, name)
        assert not migrations.are_migrations_applied(), (app, name)
        MigrationRecorder(connection).record_applied(app, name)
    assert migrations.are_migrations_applied()
