"""The channel layer and the cache, which several processes share in Redis."""

from wizard_site.settings.environment import env

REDIS_URL = env.str("REDIS_URL", default="")
REDIS_PREFIX = env.str("REDIS_PREFIX", default="wizard")
"""Keeps several sites that use the same Redis apart."""
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The other layer keeps 100 messages per process, and receives nothing after Redis restarts.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "core.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
else:
    CHANNEL_LAYERS = {}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # With the default of 300, visitors would evict each other's counts of attempts.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
