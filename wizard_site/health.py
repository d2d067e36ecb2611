"""Health checks: whether the process is up, and whether database, storage, broker and committer work."""

import time

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.commands import committer
from wizard_site.boot.migrations import are_migrations_applied
from wizard_site.models import StorageCheck

CHECK_STORAGE_INTERVAL = 1.0
"""Seconds for which a result of the storage check is reused, so that frequent checks cause few writes."""

_migrated = False
"""Whether all migrations were found to be applied, which does not change while this process runs."""

_storage: tuple[float, bool] = (float("-inf"), True)
"""When the storage was last checked, by a monotonic clock, and whether a row could be stored."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Respond with 200 as long as the process is running."""
    return JsonResponse({"status": "up"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Respond with 200 if this process can serve requests, otherwise with 503 and the failing parts."""
    if missing := failing_parts():
        return JsonResponse({"status": "not ready", "missing": missing}, status=503)
    return JsonResponse({"status": "ready"})


def failing_parts() -> list[str]:
    """Check what the server depends on, and return the names of the failing parts, such as "database"."""
    missing = []
    if not _is_database_up():
        missing.append("database")
    # Each of these checks depends on the one before it.
    elif not _is_database_migrated():
        missing.append("migrations")
    elif not _can_write_to_database():
        missing.append("storage")
    if not _is_broker_up():
        missing.append("broker")
    # The committer is the thread that stores players' commands.
    if not committer.is_healthy():
        missing.append("committer")
    return missing


def _is_database_up() -> bool:
    """Return whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True


def _is_database_migrated() -> bool:
    """Return whether all migrations are applied. A positive result is cached as long as the process runs."""
    global _migrated
    if not _migrated:
        _migrated = are_migrations_applied()
    return _migrated


def _can_write_to_database() -> bool:
    """Return whether the database accepts writes. The result is reused for CHECK_STORAGE_INTERVAL seconds."""
    global _storage
    checked_at, can_store = _storage
    if time.monotonic() - checked_at >= CHECK_STORAGE_INTERVAL:
        can_store = _write_test_row()
        _storage = (time.monotonic(), can_store)
    return can_store


def _write_test_row() -> bool:
    """Write a test row (StorageCheck) to the database, and return whether the write has succeeded."""
    now = timezone.now()
    try:
        if not StorageCheck.objects.filter(pk=1).update(checked_at=now):
            StorageCheck.objects.update_or_create(pk=1, defaults={"checked_at": now})
    except Error:
        return False
    return True


def _is_broker_up() -> bool:
    """Return whether all configured message brokers (Redis, Redis Cluster) respond.

    Return True if none is configured.
    """
    if not (settings.REDIS_URL or settings.REDIS_CLUSTER_URL):
        return True
    # Here, so that a server without Redis starts without loading its client.
    import redis
    from redis.exceptions import RedisClusterException

    timeouts = {"socket_timeout": 2, "socket_connect_timeout": 2}
    try:
        if settings.REDIS_URL:
            with redis.Redis.from_url(settings.REDIS_URL, **timeouts) as client:
                client.ping()
        if settings.REDIS_CLUSTER_URL:
            # Connecting reads which server owns which slot, so a cluster that is down fails here.
            redis.RedisCluster.from_url(settings.REDIS_CLUSTER_URL, **timeouts).close()
    # A cluster without any reachable server raises an exception outside the usual family.
    except (redis.RedisError, RedisClusterException):
        return False
    return True
