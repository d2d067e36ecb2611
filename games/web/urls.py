"""The pages of the game."""

from django.urls import path, re_path

from games.web import analysis, install, odds, players, views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    re_path(r"^odds/?$", odds.odds, name="odds"),
    path("play/", views.quick_play, name="quick_play"),
    path("tables/", views.lobby, name="lobby"),
    path("tables/<slug:table_id>/", views.table, name="table"),
    path("tables/<slug:table_id>/analysis/", analysis.analysis, name="analysis"),
    path("players/", players.best, name="players"),
    path("players/<str:name>/", players.player, name="player"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("sw.js", install.worker, name="worker"),
    path("offline", install.offline, name="offline"),
]
