"""The paths of `auth/*` and `me`. `core/http/edge.py` removes a trailing slash before they are matched."""

from django.urls import path

from accounts.api import views

urlpatterns = [
    path("auth/register", views.RegisterView.as_view(), name="api_register"),
    path("auth/guest", views.GuestView.as_view(), name="api_guest"),
    path("auth/login", views.LoginView.as_view(), name="api_login"),
    path("auth/logout", views.LogoutView.as_view(), name="api_logout"),
    path("auth/claim", views.ClaimView.as_view(), name="api_claim"),
    path("auth/tokens", views.TokensView.as_view(), name="api_tokens"),
    path("auth/tokens/<int:token_id>", views.TokenView.as_view(), name="api_token"),
    path("me", views.MeView.as_view(), name="api_me"),
]
