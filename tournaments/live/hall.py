"""The data of hall screens, answered before Django: thousands may ask for the same bytes all the time.

A process looks at a tournament's number once a second at most, however many watch. What is not for everybody
(a draft, an unknown address) goes on to Django, which knows who asks.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

from cachetools import LRUCache

from core.database import database_sync_to_async
from core.http.conditional import Packed, conditional_answer
from tournaments.selectors.public.hall import public_hall_bytes

PATH = re.compile(r"/tournaments/([a-z0-9-]{1,60})/hall\.json")
LOOK_AGAIN = 1.0
"""Seconds for which an answer is given without a look at the tournament."""
MOST_KEPT = 64
App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class Watched:
    """One tournament that is watched: its newest bytes, and when they were looked at."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.data: Packed | None = None
        self._looked_at = float("-inf")
        self._lock = asyncio.Lock()

    async def newest(self) -> Packed | None:
        """The bytes, at most a second old; None where there is nothing that anyone may see."""
        if time.monotonic() - self._looked_at >= LOOK_AGAIN:
            async with self._lock:
                # Who has waited here comes after somebody who has looked.
                if time.monotonic() - self._looked_at >= LOOK_AGAIN:
                    look = database_sync_to_async(public_hall_bytes, thread_sensitive=False)
                    self.data = await look(self.slug)
                    self._looked_at = time.monotonic()
        return self.data


class HallScreens:
    """Answers what hall screens ask for; everything else goes to `app`."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._watched: LRUCache[str, Watched] = LRUCache(maxsize=MOST_KEPT)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
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
        watched = self._watched.get(slug)
        if watched is None:
            watched = self._watched[slug] = Watched(slug)
        data = await watched.newest()
        if data is None:
            self._watched.pop(slug, None)
        return data
