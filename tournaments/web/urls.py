"""The URLs of the pages of tournaments; a trailing slash is optional for pages."""

from django.urls import path, re_path

from tournaments.web import export, hall, views

SLUG = r"^tournaments/(?P<slug>[-a-z0-9]+)"

urlpatterns = [
    re_path(r"^tournaments/?$", views.show_tournaments, name="tournaments"),
    re_path(rf"{SLUG}/?$", views.show_tournament, name="tournament"),
    re_path(rf"{SLUG}/live$", views.show_live_part, name="tournament_live"),
    re_path(rf"{SLUG}/enter$", views.enter_visitor, name="tournament_enter"),
    re_path(rf"{SLUG}/withdraw$", views.withdraw_visitor, name="tournament_withdraw"),
    re_path(rf"{SLUG}/check-in$", views.check_in_visitor, name="tournament_check_in"),
    re_path(rf"{SLUG}/hall/?$", hall.show_hall, name="tournament_hall"),
    path("tournaments/<slug:slug>/hall.json", hall.serve_hall_data, name="tournament_hall_data"),
    path(
        "tournaments/<slug:slug>/export/<slug:what>.<slug:format>",
        export.download_export,
        name="tournament_export",
    ),
]
