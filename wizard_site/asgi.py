"""The way in for everything: HTTP to halls' data and to Django, sockets to the live rooms, users known."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
http = get_asgi_application()

# Only now are the apps loaded, which all of these need.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.live.routing import websocket_urlpatterns as of_games  # noqa: E402
from tournaments.live.hall import HallScreens  # noqa: E402
from tournaments.live.routing import websocket_urlpatterns as of_tournaments  # noqa: E402
from wizard_site.bearer import BearerOr  # noqa: E402
from wizard_site.origin import OriginCheck, refuse  # noqa: E402


def sockets(routes: list[Any]) -> Any:
    """The routes behind a bearer token or a browser's session; a path that none knows is refused."""
    router = URLRouter([*routes, re_path("", refuse)])
    return BearerOr(router, OriginCheck(AuthMiddlewareStack(router)))


application = ProtocolTypeRouter(
    {"http": HallScreens(http), "websocket": sockets([*of_games, *of_tournaments])}
)
