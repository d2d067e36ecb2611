"""The sockets' paths."""

from django.urls import path

from games.live.consumers import TableConsumer
from games.live.lobby import LobbyConsumer

websocket_urlpatterns = [
    # Django's stubs expect a view where Channels takes a consumer.
    path("ws/tables/<slug:table_id>", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
]
