"""The pages of the game."""

from django.urls import path, re_path

from games.web import analysis, friends, install, invite, odds, players, vacations, views

urlpatterns = [
    path("", views.show_home, name="home"),
    path("rules/", views.show_rules, name="rules"),
    path("accessibility/", views.show_accessibility, name="accessibility"),
    re_path(r"^odds/?$", odds.show_odds, name="odds"),
    path("play/", views.start_quick_game, name="quick_play"),
    path("tables/", views.show_lobby, name="lobby"),
    path("tables/<slug:table_id>/", views.show_table, name="table"),
    path("tables/<slug:table_id>/qr.svg", invite.serve_qr_code, name="qr_code"),
    path("tables/<slug:table_id>/analysis/", analysis.show_analysis, name="analysis"),
    path("friends/", friends.show_friends, name="friends"),
    path("vacations/", vacations.show_vacations, name="vacations"),
    path("vacations/<int:vacation_id>/cancel/", vacations.cancel_vacation, name="cancel_vacation"),
    path("players/", players.show_leaderboard, name="players"),
    path("players/<str:name>/", players.show_player, name="player"),
    path("manifest.webmanifest", install.serve_manifest, name="manifest"),
    path("sw.js", install.serve_service_worker, name="worker"),
    path("offline", install.show_offline_page, name="offline"),
]
