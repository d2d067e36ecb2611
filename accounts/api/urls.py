"""The paths of `auth/*` and `me`. `core/http/edge.py` removes a trailing slash before they are matched."""

from django.urls import path

# drf-spectacular registers the extensions of `schema` by import.
from accounts.api import schema, views  # noqa: F401

urlpatterns = [
    path("auth/register", views.RegisterView.as_view(), name="api_register"),
    path("auth/guest", views.GuestView.as_view(), name="api_guest"),
    path("auth/login", views.LoginView.as_view(), name="api_login"),
    path("auth/logout", views.LogoutView.as_view(), name="api_logout"),
    path("auth/claim", views.ClaimView.as_view(), name="api_claim"),
    path("auth/tokens", views.TokensView.as_view(), name="api_tokens"),
    path("auth/tokens/<int:token_id>", views.TokenView.as_view(), name="api_token"),
    path("me/blocks", views.BlocksView.as_view(), name="api_blocks"),
    path("me/blocks/<str:name>", views.BlockView.as_view(), name="api_block"),
    path("me/friends/<str:name>", views.FriendView.as_view(), name="api_friend"),
    path("me/friend-requests", views.FriendRequestsView.as_view(), name="api_friend_requests"),
    path("me/friend-requests/<str:name>", views.FriendRequestView.as_view(), name="api_friend_request"),
    path("me/friend-requests/<str:name>/accept", views.AcceptView.as_view(), name="api_accept_friend"),
    path("me/friend-requests/<str:name>/decline", views.DeclineView.as_view(), name="api_decline_friend"),
    path("me", views.MeView.as_view(), name="api_me"),
]
