"""The URL paths of the API; trailing slashes are removed before a path is resolved (core/http/edge.py)."""

from django.urls import path

from tournaments.api import views

urlpatterns = [
    path("tournaments", views.TournamentsView.as_view(), name="api_tournaments"),
    path("tournaments/<slug:slug>", views.TournamentView.as_view(), name="api_tournament"),
    path("tournaments/<slug:slug>/enter", views.EnterView.as_view(), name="api_enter"),
    path("tournaments/<slug:slug>/withdraw", views.WithdrawView.as_view(), name="api_withdraw"),
    path("tournaments/<slug:slug>/check-in", views.CheckInView.as_view(), name="api_check_in"),
    path("tournaments/<slug:slug>/standings", views.StandingsView.as_view(), name="api_standings"),
    path("tournaments/<slug:slug>/stages/<int:number>", views.StageView.as_view(), name="api_stage"),
]
