"""The sockets' paths."""

from django.urls import path

from tournaments.live.consumers import TournamentConsumer

websocket_urlpatterns = [
    # Django's stubs expect a view where Channels takes a consumer.
    path("ws/tournaments/<slug:slug>", TournamentConsumer.as_asgi()),  # type: ignore[arg-type]
]
