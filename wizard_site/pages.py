"""Pages, API and admin, which are loaded only once they are needed.

They take as long to import as all that sockets, bots and clocks need. So a server that starts opens its port
without them: players who return to their tables need only a socket.
"""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from asgiref.typing import HTTPScope
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler

from wizard_site.boot.gc_tuning import resume_gc

App = Callable[[Any, Any, Any], Awaitable[None]]
UP = json.dumps({"status": "up"}).encode()
UP_HEADERS = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"content-length", str(len(UP)).encode()),
)


class LazyDjangoApplication:
    """Django's HTTP application, which is loaded on a thread for its first request, or by `load`.

    Until it is loaded, only `GET /healthz` is answered at once.
    """

    def __init__(self, build: Callable[[], App] | None = None) -> None:
        """Store the function `build`, which creates the application when it is first needed.

        By default, `build` creates Django's application.
        """
        self._build = build or _build_application
        self._app: App | None = None
        self._lock = threading.Lock()

    async def __call__(self, scope: HTTPScope, receive: Any, send: Any) -> None:
        """Pass a request to Django's application, loading it first if necessary.

        Answer `GET /healthz` without loading it.
        """
        if self._app is None and (scope["method"], scope["path"]) == ("GET", "/healthz"):
            await send({"type": "http.response.start", "status": 200, "headers": UP_HEADERS})
            await send({"type": "http.response.body", "body": UP})
        else:
            app = self._app or await self.load()
            await app(scope, receive, send)

    async def load(self) -> App:
        """Return Django's application, loading it in a separate thread if necessary."""
        # On the event loop, everybody would wait for it.
        return await asyncio.to_thread(self._build_once)

    def _build_once(self) -> App:
        """Build the application on the first call, and return the same application on every call.

        Several threads may call this method at the same time.
        """
        with self._lock:
            if self._app is None:
                self._app = self._build()
            return self._app


def _build_application() -> App:
    """Import all views, resume garbage collection, and return Django's HTTP application.

    Garbage collection is postponed during startup, until the application is built.
    """
    # Django would import them for the first request, on the event loop.
    import_module(settings.ROOT_URLCONF)
    application: App = ASGIHandler()
    resume_gc()
    return application
