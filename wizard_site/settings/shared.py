"""The Redis that several processes share: for messages between them, and for the cache."""

from wizard_site.settings.environment import env

REDIS_URL = env.str("REDIS_URL", default="")
REDIS_PREFIX = env.str("REDIS_PREFIX", default="wizard")
"""Keeps several sites that use the same Redis apart."""
REDIS_CLUSTER_URL = env.str("REDIS_CLUSTER_URL", default="")
"""Any server of a Redis Cluster that carries the messages between processes in place of REDIS_URL."""
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "core.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # With the default of 300, visitors would evict each other's counts of attempts.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
