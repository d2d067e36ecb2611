"""The pages of the game."""

from django.urls import path

from games.web import install, views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("play/", views.quick_play, name="quick_play"),
    path("tables/", views.lobby, name="lobby"),
    path("tables/<slug:table_id>/", views.table, name="table"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("sw.js", install.worker, name="worker"),
    path("offline", install.offline, name="offline"),
]
