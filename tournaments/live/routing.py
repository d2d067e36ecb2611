"""The sockets' paths."""

from django.urls import path

from tournaments.live.consumers import TournamentConsumer

websocket_urlpatterns = [path("ws/tournaments/<slug:slug>", TournamentConsumer.as_asgi())]
