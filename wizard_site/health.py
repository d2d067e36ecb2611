"""Is the process up, and can it serve: asks the database, the migrations, the broker and the committer."""

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services import committer

_migrated = False
"""Once all migrations are there they stay there while this process runs."""


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
    """What this process needs and doesn't have: of `database`, `migrations`, `broker`, `committer`."""
    missing = []
    if not _has_database():
        missing.append("database")
    elif not _has_migrations():
        missing.append("migrations")
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
