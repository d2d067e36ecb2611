"""The views of `auth/*` and `me`. Each translates a request and makes one service call."""

from accounts.api.views.block import BlocksView, BlockView
from accounts.api.views.entry import GuestView, LoginView, RegisterView
from accounts.api.views.friend import (
    AcceptView,
    DeclineView,
    FriendRequestsView,
    FriendRequestView,
    FriendView,
)
from accounts.api.views.me import ClaimView, MeView
from accounts.api.views.token import LogoutView, TokensView, TokenView

__all__ = [
    "AcceptView",
    "BlockView",
    "BlocksView",
    "ClaimView",
    "DeclineView",
    "FriendRequestView",
    "FriendRequestsView",
    "FriendView",
    "GuestView",
    "LoginView",
    "LogoutView",
    "MeView",
    "RegisterView",
    "TokenView",
    "TokensView",
]
