"""`/healthz` and `/readyz`: up, able to serve, or what is missing."""

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import QuerySet
from django.test import RequestFactory

from games.services.commands import committer
from games.services.commands.committer import Committer
from tests.support.faults.instances import own_redis_cluster
from wizard_site import health


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(health, "_storage", (float("-inf"), True))


def test_a_running_process_is_up(rf: RequestFactory) -> None:
    assert health.healthz(rf.get("/healthz")).status_code == 200


@pytest.mark.django_db
def test_with_database_and_migrations_it_can_serve(rf: RequestFactory) -> None:
    answer = health.readyz(rf.get("/readyz"))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_pending_migration_is_named() -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    assert health.failing_parts() == ["migrations"]


@pytest.mark.django_db
def test_migrations_and_storage_are_not_looked_at_each_time(
    django_assert_num_queries: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.time, "monotonic", lambda: 5.0)
    health.failing_parts()
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert health.failing_parts() == []


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
def test_a_database_that_is_gone_is_named(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def gone() -> None:
        raise fault("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = health.readyz(rf.get("/readyz"))
    assert answer.status_code == 503
    assert b'"missing": ["database"]' in answer.content


@pytest.mark.django_db
def test_a_database_that_stores_nothing_is_named_until_it_stores_again(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: reads work, writes fail."""

    def full(*args: object, **fields: object) -> int:
        raise OperationalError("database or disk is full")

    now = 5.0
    monkeypatch.setattr(health.time, "monotonic", lambda: now)
    with monkeypatch.context() as filled:
        filled.setattr(QuerySet, "update", full)
        answer = health.readyz(rf.get("/readyz"))
    assert (answer.status_code, answer.content) == (503, b'{"status": "not ready", "missing": ["storage"]}')
    assert health.failing_parts() == ["storage"]
    now += health.CHECK_STORAGE_INTERVAL
    assert health.failing_parts() == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["REDIS_URL", "REDIS_CLUSTER_URL"])
def test_a_broker_that_is_gone_is_named(settings: object, name: str) -> None:
    setattr(settings, name, "redis://127.0.0.1:1")
    assert health.failing_parts() == ["broker"]


@pytest.mark.django_db
@pytest.mark.redis
def test_a_cluster_that_answers_is_there_until_it_is_gone(settings: object) -> None:
    with own_redis_cluster() as cluster:
        settings.REDIS_CLUSTER_URL = cluster.url  # type: ignore[attr-defined]
        assert health.failing_parts() == []
    assert health.failing_parts() == ["broker"]


@pytest.mark.django_db
def test_a_committer_that_died_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Committer, "_handle_batches", lambda self: None)
    at_work = committer.start_committer()
    try:
        at_work._thread.join()
        assert health.failing_parts() == ["committer"]
    finally:
        committer.stop_committer()
    assert health.failing_parts() == []
