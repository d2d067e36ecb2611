"""Requests whose caller is known to be logged in, for the signatures of views that nobody else reaches.

Only type checkers need them: Django and REST framework type `user` as a user or an AnonymousUser. A view
that is guarded by `login_required` or `IsAuthenticated` says with one of these that its `user` is a User.
"""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import Token, User


class AuthenticatedHttpRequest(HttpRequest):
    """What a page behind `login_required` gets."""

    user: User


class AuthenticatedRequest(Request):
    """What an API view with `IsAuthenticated` gets; `auth` is None where a browser's session vouches."""

    user: User
    auth: Token | None
