"""The paths of `tables*`; a last slash is taken off before they are asked (wizard_site/edge.py)."""

from django.urls import path

from games.api import views

urlpatterns = [
    path("tables", views.TablesView.as_view(), name="api_tables"),
    path("tables/<slug:table_id>", views.TableView.as_view(), name="api_table"),
    path("tables/<slug:table_id>/join", views.JoinView.as_view(), name="api_join"),
    path("tables/<slug:table_id>/leave", views.LeaveView.as_view(), name="api_leave"),
    path("tables/<slug:table_id>/bots", views.BotsView.as_view(), name="api_bots"),
    path("tables/<slug:table_id>/start", views.StartView.as_view(), name="api_start"),
    path("tables/<slug:table_id>/actions", views.ActionsView.as_view(), name="api_actions"),
    path("tables/<slug:table_id>/wing", views.WingView.as_view(), name="api_wing"),
    path("tables/<slug:table_id>/events", views.EventsView.as_view(), name="api_events"),
    path("tables/<slug:table_id>/record", views.RecordView.as_view(), name="api_record"),
]
