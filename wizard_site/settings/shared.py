"""What processes share: the channel layer and the cache, in Redis where there are several."""

from wizard_site.settings.environment import env

REDIS_URL = env.str("REDIS_URL", default="")
REDIS_PREFIX = env.str("REDIS_PREFIX", default="wizard")
"""What keeps several sites on one Redis apart."""
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The other layer holds 100 messages a process, and receives nothing after a restart of Redis.
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
            # With the default of 300, visitors would push out each other's counts of attempts.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }
