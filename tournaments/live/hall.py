"""The data of hall screens, served before Django, because thousands of screens may request the same bytes.

A process reads a tournament at most once a second for each language, however many screens show it. The
language is part of the URL, so that caches along the way need not know how it is chosen. Anything that is not
public (a draft, an unknown address) is left to Django, which knows the user.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.typing import HTTPScope
from cachetools import LRUCache
from django.utils import translation

from accounts.language import language_from_query
from core.database import database_sync_to_async
from core.http.conditional import CompressedBody, conditional_asgi_response
from tournaments.selectors.public.hall import public_hall_screen_json

PATH = re.compile(r"/tournaments/([a-z0-9-]{1,60})/hall\.json")
CACHE_LIFETIME_SECONDS = 1.0
"""How long data is reused before the tournament is read again."""
MAX_CACHED = 128
"""Maximum number of cache entries, each for one tournament in one language."""
App = Callable[[Any, Any, Any], Awaitable[None]]


class HallDataCache:
    """Caches the data of one tournament in one language, for the screens at the venue."""

    def __init__(self, slug: str, language: str) -> None:
        """Create an empty cache for the data of one tournament in one language."""
        self.slug = slug
        self.language = language
        self.data: CompressedBody | None = None
        self._read_at = float("-inf")
        self._lock = asyncio.Lock()

    async def get_current_data(self) -> CompressedBody | None:
        """Return the tournament's JSON for the screens at the venue.

        Read the tournament again if the cached JSON is older than CACHE_LIFETIME_SECONDS. Return None if the
        tournament is unknown or a draft.
        """
        if time.monotonic() - self._read_at >= CACHE_LIFETIME_SECONDS:
            async with self._lock:
                # Another request may have read it while this one waited for the lock.
                if time.monotonic() - self._read_at >= CACHE_LIFETIME_SECONDS:
                    read = database_sync_to_async(_read_hall_data, thread_sensitive=False)
                    self.data = await read(self.slug, self.language)
                    self._read_at = time.monotonic()
        return self.data


def _read_hall_data(slug: str, language: str) -> CompressedBody | None:
    """Read the JSON for a tournament's screens at the venue, in this language.

    Return None if the tournament is unknown or a draft.
    """
    with translation.override(language):
        return public_hall_screen_json(slug)


class HallScreensMiddleware:
    """ASGI middleware that serves the data of hall screens and passes other requests to the wrapped app."""

    def __init__(self, app: App) -> None:
        """Wrap the ASGI app `app`, and start with an empty cache."""
        self.app = app
        self._tournaments: LRUCache[tuple[str, str], HallDataCache] = LRUCache(maxsize=MAX_CACHED)

    async def __call__(self, scope: HTTPScope, receive: Any, send: Any) -> None:
        """Answer GET and HEAD requests for a tournament's `hall.json`, the data for the screens at the venue.

        Pass all other requests to the wrapped app, also those for unknown tournaments and drafts.
        """
        asked = PATH.fullmatch(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        language = language_from_query(scope.get("query_string", b"").decode("latin1"))
        data = await self._cached_hall_data(asked[1], language) if asked else None
        if data is None:
            await self.app(scope, receive, send)
            return
        # Screens set their clocks by the response's date.
        status, headers, body = conditional_asgi_response(
            dict(scope["headers"]),
            data,
            content_type="application/json",
            cache_control="public, max-age=2",
        )
        headers.append((b"content-language", language.encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _cached_hall_data(self, slug: str, language: str) -> CompressedBody | None:
        """Return the JSON for a tournament's screens at the venue from the cache.

        Return None if the tournament is unknown or a draft.
        """
        key = (slug, language)
        found = self._tournaments.get(key)
        if found is None:
            found = self._tournaments[key] = HallDataCache(slug, language)
        data = await found.get_current_data()
        if data is None:
            # Otherwise made-up addresses would push the real tournaments out of the cache.
            self._tournaments.pop(key, None)
        return data
