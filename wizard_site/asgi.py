"""ASGI applications: HTTP for hall screens and Django, and authenticated sockets for games and tournaments.

`application` suits any ASGI server: it also runs bots, clocks and tournaments. `site` is the same without
them, for `manage.py serve`, which runs them itself.
"""

import logging
import os
from typing import Any

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
django.setup(set_prefix=False)
if not settings.SENDS_EMAIL:
    logging.getLogger(__name__).warning(
        "EMAIL_URL is not set: e-mails, such as links for new passwords, are printed here and sent to nobody"
    )

# Only now are the apps loaded, which all of these need.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

from accounts.sockets.bearer import BearerRouter  # noqa: E402
from core.asgi.origin import OriginCheck, refuse_handshake  # noqa: E402
from games.live.routing import websocket_urlpatterns as of_games  # noqa: E402
from tournaments.live.hall import HallScreensMiddleware  # noqa: E402
from tournaments.live.routing import websocket_urlpatterns as of_tournaments  # noqa: E402
from wizard_site.background import BackgroundJobRunner  # noqa: E402
from wizard_site.pages import LazyDjangoApplication  # noqa: E402


def socket_application(routes: list[Any]) -> Any:
    """Return an ASGI application that serves these WebSocket routes, and answers other paths with 403."""
    # Django's stubs expect a view where Channels takes an application.
    router = URLRouter([*routes, re_path("", refuse_handshake)])  # type: ignore[arg-type, list-item]
    # Browsers send no bearer tokens by themselves, so sockets with one need no check of their origin.
    return BearerRouter(router, OriginCheck(AuthMiddlewareStack(router)))


pages = LazyDjangoApplication()
site = ProtocolTypeRouter(
    {"http": HallScreensMiddleware(pages), "websocket": socket_application([*of_games, *of_tournaments])}
)
application = BackgroundJobRunner(site)
