"""The data of hall screens, answered before Django: thousands may ask for the same bytes all the time.

A process reads a tournament at most once a second, however many screens show it. What is not for everybody
(a draft, an unknown address) is left to Django, which knows the user.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.typing import HTTPScope
from cachetools import LRUCache

from core.database import database_sync_to_async
from core.http.conditional import Packed, conditional_answer
from tournaments.selectors.public.hall import public_hall_bytes

PATH = re.compile(r"/tournaments/([a-z0-9-]{1,60})/hall\.json")
LOOK_INTERVAL_SECONDS = 1.0
"""How long an answer is reused before the tournament is read again."""
MAX_TOURNAMENTS = 64
App = Callable[[Any, Any, Any], Awaitable[None]]


class HallData:
    """The newest data of one tournament, and when they were read."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.data: Packed | None = None
        self._read_at = float("-inf")
        self._lock = asyncio.Lock()

    async def newest(self) -> Packed | None:
        """The data, at most a second old; None where the public may see nothing."""
        if time.monotonic() - self._read_at >= LOOK_INTERVAL_SECONDS:
            async with self._lock:
                # Another request may have read it while this one waited for the lock.
                if time.monotonic() - self._read_at >= LOOK_INTERVAL_SECONDS:
                    read = database_sync_to_async(public_hall_bytes, thread_sensitive=False)
                    self.data = await read(self.slug)
                    self._read_at = time.monotonic()
        return self.data


class HallScreens:
    """Answers the requests of hall screens; everything else goes to `app`."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._tournaments: LRUCache[str, HallData] = LRUCache(maxsize=MAX_TOURNAMENTS)

    async def __call__(self, scope: HTTPScope, receive: Any, send: Any) -> None:
        """One request."""
        asked = PATH.fullmatch(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        data = await self._newest(asked[1]) if asked else None
        if data is None:
            await self.app(scope, receive, send)
            return
        # By the date a screen sets its clock.
        status, headers, body = conditional_answer(
            dict(scope["headers"]),
            data,
            content_type="application/json",
            cache_control="public, max-age=2",
        )
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _newest(self, slug: str) -> Packed | None:
        found = self._tournaments.get(slug)
        if found is None:
            found = self._tournaments[slug] = HallData(slug)
        data = await found.newest()
        if data is None:
            self._tournaments.pop(slug, None)
        return data
