"""The paths of the game's calls; a last slash is taken off before they are asked (core/http/edge.py)."""

from django.urls import path

from games.api import advice, analysis, play, players, seats, tables

urlpatterns = [
    path("tables", tables.TablesView.as_view(), name="api_tables"),
    path("tables/<slug:table_id>", tables.TableDetailView.as_view(), name="api_table"),
    path("tables/<slug:table_id>/join", seats.JoinView.as_view(), name="api_join"),
    path("tables/<slug:table_id>/leave", seats.LeaveView.as_view(), name="api_leave"),
    path("tables/<slug:table_id>/bots", seats.BotsView.as_view(), name="api_bots"),
    path("tables/<slug:table_id>/start", seats.StartView.as_view(), name="api_start"),
    path("tables/<slug:table_id>/again", seats.AgainView.as_view(), name="api_again"),
    path("tables/<slug:table_id>/actions", play.ActionsView.as_view(), name="api_actions"),
    path("tables/<slug:table_id>/advice", advice.AdviceView.as_view(), name="api_advice"),
    path("tables/<slug:table_id>/wing", play.WingView.as_view(), name="api_wing"),
    path("tables/<slug:table_id>/events", play.EventsView.as_view(), name="api_events"),
    path("tables/<slug:table_id>/analysis", analysis.AnalysisView.as_view(), name="api_analysis"),
    path("tables/<slug:table_id>/record", play.RecordView.as_view(), name="api_record"),
    path("players/<str:name>", players.PlayerView.as_view(), name="api_player"),
    path("leaderboard", players.LeaderboardView.as_view(), name="api_leaderboard"),
]
