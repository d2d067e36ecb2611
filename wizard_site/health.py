"""Health checks: the process is up; database, migrations, storage, broker and committer work."""

import time

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.commands import committer
from wizard_site.models import StorageCheck

CHECK_STORAGE_INTERVAL = 1.0
"""Seconds for which an answer about the storage holds, so that a flood of questions is no flood of writes."""

_migrated = False
"""Once all migrations are there they stay there while this process runs."""

_storage: tuple[float, bool] = (float("-inf"), True)
"""When the storage was last checked, by a steady clock, and whether a row could be stored."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Say that the process is up."""
    return JsonResponse({"status": "up"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Say whether this process can serve, and what is missing if it can't."""
    if missing := missing_parts():
        return JsonResponse({"status": "not ready", "missing": missing}, status=503)
    return JsonResponse({"status": "ready"})


def missing_parts() -> list[str]:
    """Return what does not work, of `database`, `migrations`, `storage`, `broker` and `committer`."""
    missing = []
    if not _has_database():
        missing.append("database")
    elif not _has_migrations():
        missing.append("migrations")
    elif not _can_store():
        missing.append("storage")
    if not _has_broker():
        missing.append("broker")
    if not committer.alive():
        missing.append("committer")
    return missing


def _has_database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True


def _has_migrations() -> bool:
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _can_store() -> bool:
    """Whether a write is kept: a disk may be full, or a database read-only, while reads still work."""
    global _storage
    checked_at, can_store = _storage
    if time.monotonic() - checked_at >= CHECK_STORAGE_INTERVAL:
        can_store = _stores_a_row()
        _storage = (time.monotonic(), can_store)
    return can_store


def _stores_a_row() -> bool:
    now = timezone.now()
    try:
        if not StorageCheck.objects.filter(pk=1).update(checked_at=now):
            StorageCheck.objects.update_or_create(pk=1, defaults={"checked_at": now})
    except Error:
        return False
    return True


def _has_broker() -> bool:
    if not settings.REDIS_URL:
        return True
    # Here, so that a server without Redis starts without loading its client.
    import redis

    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
